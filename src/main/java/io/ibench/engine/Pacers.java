package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import io.ibench.workload.Step;

/** Makes the pacer that a group asks for. */
final class Pacers {

  private Pacers() {}

  /**
   * The pacer of one thread. A rate is each client's, and shared by its threads.
   *
   * @param number of the thread in its group, from 0, over all clients
   * @param stop ends its waits
   * @param workerSeed of the thread's worker; what the pacer draws is its own
   */
  static Pacer of(
      Step.Group group, int number, Schedule when, Clock clock, StopFlag stop, long workerSeed) {
    if (group.rate().isUnlimited()) {
      return Pacer.unthrottled(clock);
    }
    ThreadShare share = ThreadShare.of(group, number);
    return switch (group.pacing()) {
      case EVEN -> new EvenPacer(clock, stop, when, share);
      case POISSON ->
          new PoissonPacer(
              clock, stop, when, share, new Random64(Random64.hash(workerSeed, "pacing")));
      case BURSTY -> new BurstyPacer(clock, stop, when, share);
    };
  }
}
