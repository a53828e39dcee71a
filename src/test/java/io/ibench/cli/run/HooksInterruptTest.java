package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.cli.RunningIbench;
import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Signals to ibench while a hook runs, and hooks of a run that a signal ends. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
class HooksInterruptTest {

  @TempDir private Path temporary;

  private Path pid() {
    return temporary.resolve("pid");
  }

  private RunningIbench start(String... hooks) throws Exception {
    String[] options = new String[hooks.length + 1];
    options[0] = "-s=steps=request,verify";
    System.arraycopy(hooks, 0, options, 1, hooks.length);
    return new RunningIbench(temporary, Cli.NOOP, Map.of(), options);
  }

  /** A hook whose child ends only after a KILL. */
  private String hanging() {
    return "(trap '' TERM INT; echo $$ > "
        + pid()
        + ".new; mv "
        + pid()
        + ".new "
        + pid()
        + "; while :; do sleep 600; done) & wait";
  }

  @Test
  void aSignalEndsTheHookBeforeAStepWithAllThatItStarted() throws Exception {
    try (RunningIbench run = start("-s=hook.before_step=" + hanging())) {
      run.await(() -> Files.exists(pid()));
      run.signal("TERM");

      assertThat(run.awaitEnd()).isEqualTo(130);
      assertThat(run.err()).doesNotContain("in time; some of its end is missing");
      assertThat(run.summary().at("/run/state").asText()).isEqualTo("interrupted");
      assertThat(run.summary().get("steps")).isEmpty();
      assertHasEnded();
    }
  }

  private void assertHasEnded() throws Exception {
    long pid = Long.parseLong(Files.readString(pid()).strip());
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isPresent()) {
      process.get().onExit().get(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void theHookAfterAStepThatASignalEndsIsRunAndWaitedForShortly() throws Exception {
    try (RunningIbench run =
        start("-s=hook.after_step=echo begun; " + hanging(), "-s=hook.before_step=true")) {
      run.awaitIntervals(3);
      run.signal("INT");

      assertThat(run.awaitEnd()).isEqualTo(130);
      assertThat(run.err())
          .contains("hook.after_step was ended with the run after step request")
          .doesNotContain("in time; some of its end is missing");
      assertThat(run.summary().at("/steps/0/interrupted").asBoolean()).isTrue();
      assertThat(run.summary().at("/steps/0/facts").toString()).contains("was ended with the run");
      assertThat(run.output().resolve("hooks/01-request-after.log")).hasContent("begun\n");
      assertHasEnded();
    }
  }
}
