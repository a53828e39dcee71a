package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import io.ibench.workload.Step;

/** Creates the pacer that a group's settings define. */
final class Pacers {

  private Pacers() {}

  /**
   * The pacer of one thread. Each client has the group's rate and divides it among its threads.
   *
   * @param number of the thread in its group, from 0, over all clients
   * @param stop ends the pacer's waits
   * @param workerSeed the seed of the pacer's own generator is derived from it
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
