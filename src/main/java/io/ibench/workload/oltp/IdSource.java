package io.ibench.workload.oltp;

import io.ibench.random.Distribution;
import io.ibench.random.Random64;
import io.ibench.random.Shuffler;
import java.util.Optional;

/** Draws ids and k as a step's settings say. Not thread-safe: it has the worker's generator. */
final class IdSource {

  /** Neighbours of a hot id are this many groups apart. */
  private static final int GROUPS = 1024;

  private final Random64 random;
  private final Distribution ranks;
  private final Optional<Shuffler> shuffler;
  private final int tables;

  IdSource(OltpSettings data, StepSettings.Draws draws, Random64 random) {
    this.random = random;
    this.tables = data.tables();
    this.ranks = draws.distribution();
    this.shuffler =
        draws.scatter()
            ? Optional.of(new Shuffler(draws.ids(), data.seed(), GROUPS))
            : Optional.empty();
  }

  /** An id or a k, from 1 on. */
  long next() {
    long rank = ranks.draw(random);
    return 1 + (shuffler.isPresent() ? shuffler.get().permute(rank) : rank);
  }

  /** A table, from 0 on; each equally often. */
  int table() {
    return tables == 1 ? 0 : random.nextInt(tables);
  }

  Random64 random() {
    return random;
  }
}
