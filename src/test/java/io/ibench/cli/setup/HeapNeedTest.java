package io.ibench.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Problem;
import io.ibench.db.Adapters;
import io.ibench.workload.Plan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapNeedTest {

  @Test
  void moreThreadsThanTheHeapHoldsAreRefusedWithTheHeapThatDoes() throws Exception {
    List<String> overrides = List.of("request.threads=10000", "load.threads=64");
    Config config =
        new ConfigLoader(java.util.Map.of()).load(Cli.LINKBENCH, Optional.of(Cli.NOOP), overrides);
    Plan plan = Setup.workloads().get("linkbench").plan(config);
    HeapNeed.check(config, plan, Optional.empty(), 3L << 30);
    assertThat(config.problems()).noneMatch(problem -> problem.key().endsWith("threads"));
    HeapNeed.check(config, plan, Optional.empty(), 256 << 20);
    assertThat(config.problems())
        .filteredOn(problem -> problem.key().endsWith("threads"))
        .extracting(Problem::toString)
        .containsExactly(
            "-s: request.threads = 10000: needs a heap of about 2570 MB, this one has 256 MB;"
                + " allowed: fewer threads, or IBENCH_HEAP=2570m");
  }

  /** Four threads with three inserts each, of 65,535 parameters at most. */
  @ParameterizedTest
  @CsvSource({
    "mysql, 6000, 4, ''",
    "mysql, 9362, 1, ''",
    "mysql, 9362, 4, 353",
    "mysql, 100000, 4, 875",
    "mysql, 1000, 64, 581",
    "mariadb, 100000, 4, ''"
  })
  void batchesThatTheHeapCannotHoldAreRefusedWithTheHeapThatCan(
      String database, int rows, int threads, String megabytes) throws Exception {
    List<String> overrides =
        List.of(
            "database=" + database,
            "url=jdbc:" + database + "://127.0.0.1/ibench",
            "user=me",
            "load.rows_per_commit=" + rows,
            "load.threads=" + threads);
    Config config =
        new ConfigLoader(java.util.Map.of()).load(Cli.LINKBENCH, Optional.empty(), overrides);
    Plan plan = Setup.workloads().get("linkbench").plan(config);
    HeapNeed.check(config, plan, Optional.of(Adapters.named(database).bind(config)), 256 << 20);
    assertThat(config.problems())
        .filteredOn(problem -> problem.message().contains("heap"))
        .extracting(Problem::toString)
        .isEqualTo(
            megabytes.isEmpty()
                ? List.of()
                : List.of(
                    "-s: load.rows_per_commit = "
                        + rows
                        + ": needs a heap of about "
                        + megabytes
                        + " MB, this one has 256 MB; allowed: fewer rows or threads, or IBENCH_HEAP="
                        + megabytes
                        + "m"));
  }
}
