package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.setup.EventKeys.Event;
import io.ibench.cli.setup.HookSettings;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.engine.RunControl;
import io.ibench.measure.Clock;
import io.ibench.measure.Stall;
import io.ibench.measure.StepStart;
import io.ibench.testing.StepBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files of a step that goes on in its second repeat. */
@EnabledOnOs(OS.LINUX)
class ResumedStepFilesTest {

  private static final long SECOND = 1_000_000_000L;

  /** Three seconds of it are counted. */
  private static final StepStart SECOND_REPEAT =
      StepBuilder.aStep()
          .named("request", "request")
          .repeat(2, 3)
          .lasting(10 * SECOND)
          .reached(3 * SECOND, 0, 0)
          .start();

  @TempDir private Path result;

  /** Four steps are over, and this is the second process. */
  private final StepNumber numbered = new StepNumber(1, 4);

  private Hooks hooks() {
    HookSettings none =
        new HookSettings(Optional.empty(), Optional.empty(), TimeUnit.SECONDS.toNanos(30));
    return new Hooks(none, result, OptionalLong::empty, new RunControl(Clock.system()));
  }

  @Test
  void aStallGetsAFolderOfItsOwnAndThoseOfTheEarlierProcessAreListed() throws Exception {
    Files.createDirectories(result.resolve("stalls/05-request-1"));
    numbered.begins("request");
    StallEvidence evidence =
        new StallEvidence(
            result, numbered, new NoopDatabase(), List.of(), Optional::empty, hooks());

    evidence.stepStarted(SECOND_REPEAT);
    evidence.stallBegan(SECOND_REPEAT, new Stall(Stall.Kind.STOPPED, 0, 0, SECOND, 4, false));

    assertThat(evidence.takeFacts())
        .containsExactly(
            "what was seen during a stall is in stalls/05-request-1",
            "what was seen during a stall is in stalls/05-request-resumed-1-1");
  }

  @Test
  void anEventRunsAtItsTimeOfTheWholeStepAndOneWhoseTimeIsOverDoesNot() throws Exception {
    Path ran = result.resolve("ran");
    numbered.begins("request");
    TimedEvents events =
        new TimedEvents(
            List.of(
                new Event("at.request", "request", 5 * SECOND, "touch " + result.resolve("wrong")),
                new Event("at.request.2", "request", 13 * SECOND, "touch " + ran),
                new Event("at.request.3", "request", 3_600 * SECOND, "true")),
            numbered,
            hooks(),
            Clock.system());

    events.stepStarted(SECOND_REPEAT);
    while (!Files.exists(ran)) {
      Thread.onSpinWait();
    }
    events.stepStarted(StepBuilder.aStep().named("request", "request").repeat(3, 3).start());

    assertThat(events.take())
        .singleElement()
        .satisfies(it -> assertThat(it.name()).isEqualTo("at.request.2"));
    assertThat(events.facts())
        .containsExactly(
            "at.request had its time before the run was resumed; its outcome is not known",
            "at.request.3 did not begin: the step ended before its time");
    assertThat(result.resolve("hooks/05-request-resumed-1-event2.log")).exists();
    assertThat(result.resolve("wrong")).doesNotExist();
  }
}
