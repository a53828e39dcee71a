package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.engine.RunControl;
import io.ibench.measure.Clock;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.testing.NeedsServer;
import io.ibench.workload.Plan;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a transaction waits for does not hold up the end of its step. */
@NeedsServer
@Timeout(120)
class EndOfScriptTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MYSQL", "MYROCKS", "POSTGRES"})
  void aSlowStatementIsBrokenOff(Product product) throws Exception {
    // The server goes on for these 20 s, and its snapshot hinders VACUUM in tests beside this one.
    endsAtOnce(product, product.isPostgres() ? "SELECT pg_sleep(20);" : "SELECT SLEEP(20);");
  }

  @ParameterizedTest
  @EnumSource(names = {"SQLITE", "POSTGRES"})
  void aPauseIsBrokenOff(Product product) throws Exception {
    endsAtOnce(product, "SELECT 1;\n\\sleep 60 s\n");
  }

  private void endsAtOnce(Product product, String script) throws Exception {
    Plan plan =
        ScriptRunner.plan(
            folder, product.adapter(), script, "request.threads = 3", "request.until = 300s");
    RunControl control = new RunControl(Clock.system());
    RunListener interrupting =
        new RunListener() {
          @Override
          public void interval(StepStart step, Snapshot snapshot) {
            control.interrupt();
          }
        };
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      ScriptRunner run = new ScriptRunner(fresh.database(), plan, control, List.of(interrupting));

      assertThat(run.last().failure()).isEmpty();
      assertThat(control.isInterrupted()).isTrue();
    }
  }
}
