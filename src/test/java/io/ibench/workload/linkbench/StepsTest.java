package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which steps a user may request for LinkBench. */
class StepsTest {

  @TempDir private Path folder;

  private static List<String> problems(String steps) {
    Config config =
        LinkBenchRun.config(
            Map.of(
                "steps", steps,
                "warmup.operations", "1",
                "more.like", "request",
                "create_2.like", "create",
                "load_2.like", "load"));
    new LinkBenchWorkload().plan(config);
    return config.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void requestsOnTablesWithoutTheIndexAreAMistakeBeforeAnythingRuns() {
    assertThat(problems("create, load, request"))
        .containsExactly(
            "settings: steps = create, load, request: cannot be: request needs the index id1_type"
                + " of linktable, which nothing before has made; put index before");
    assertThat(problems("drop, create, load, warmup, more, index, request"))
        .singleElement()
        .asString()
        .endsWith(
            ": warmup, more need the index id1_type of linktable, which nothing before has made;"
                + " put index before");
    assertThat(problems("create, load, index, request, drop, create_2, load_2, warmup"))
        .singleElement()
        .asString()
        .contains("cannot be: warmup needs the index");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create, load, index, request",
        "create, index, load, warmup, request",
        "create, load, verify",
        "create, load",
        "request",
        "load, request",
        "index, request"
      })
  void stepsThatMayHaveTheIndexAreNoMistake(String steps) {
    assertThat(problems(steps)).isEmpty();
  }

  private static Step.Action drain(Map<String, String> settings) {
    Plan plan = VirtualRun.plan("drain", settings);
    assertThat(plan.steps().get(0).use()).isEqualTo(TableUse.READS);
    return (Step.Action) plan.steps().get(0);
  }

  @Test
  void theDrainTakesAMinuteAndASecondForEachMillionRows() {
    long minute = TimeUnit.MINUTES.toNanos(1);
    assertThat(drain(Map.of()).atLeastNanos()).isEqualTo(minute);
    assertThat(drain(Map.of("linkbench.maxid1", "10000001")).atLeastNanos())
        .isBetween(minute + TimeUnit.SECONDS.toNanos(50), 3 * minute);
    assertThat(drain(Map.of("drain.at_least", "3s")).atLeastNanos())
        .isEqualTo(TimeUnit.SECONDS.toNanos(3));
  }

  @Test
  void theDrainWaitsUntilTheDatabaseHasSettled() throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.SQLITE, folder)) {
      LinkBenchRun run =
          LinkBenchRun.on(
              fresh.database(),
              Map.of("steps", "create, load, index, drain", "linkbench.maxid1", "201"));
      run.load(1);
      run.act("index");
      assertThat(run.act("drain").facts())
          .contains("checkpoint: all of the write-ahead log is in the file");
    }
  }
}
