package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import io.ibench.workload.Pacing;
import io.ibench.workload.Profile;
import io.ibench.workload.Step;
import java.util.Optional;

/** Creates the pacer that a group's settings define. */
final class Pacers {

  private Pacers() {}

  /**
   * The pacer of one thread. Each client has the group's rate and divides it among its threads.
   *
   * @param profile the group's rate over time
   * @param number of the thread in its group, from 0, over all clients
   * @param stop ends the pacer's waits
   * @param workerSeed the seed of the pacer's own generator is derived from it
   */
  static Pacer of(
      Step.Group group,
      Optional<Profile> profile,
      int number,
      Schedule when,
      Clock clock,
      StopFlag stop,
      long workerSeed) {
    if (group.rate().isUnlimited()) {
      return Pacer.unthrottled(clock);
    }
    ThreadShare share = ThreadShare.of(group, number);
    if (profile.isPresent()) {
      Optional<Random64> random =
          group.pacing() == Pacing.POISSON
              ? Optional.of(new Random64(Random64.hash(workerSeed, "pacing")))
              : Optional.empty();
      return new ProfilePacer(clock, stop, when, share, profile.get(), random);
    }
    return switch (group.pacing()) {
      case EVEN -> new EvenPacer(clock, stop, when, share);
      case POISSON ->
          new PoissonPacer(
              clock, stop, when, share, new Random64(Random64.hash(workerSeed, "pacing")));
      case BURSTY -> new BurstyPacer(clock, stop, when, share);
    };
  }
}
