package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.setup.HookSettings;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.DiagnosticText;
import io.ibench.db.FailureKind;
import io.ibench.engine.RunControl;
import io.ibench.measure.Clock;
import io.ibench.measure.Stall;
import io.ibench.measure.Stall.Kind;
import io.ibench.measure.StepStart;
import io.ibench.testing.StepBuilder;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StallEvidenceTest {

  private static final StepStart STEP = StepBuilder.aStep().named("request", "request").start();
  private static final Stall STALL = new Stall(Kind.STOPPED, 0, 0, 1_000_000_000L, 4, false);

  @TempDir private Path result;

  private StallEvidence evidence(Callable<List<DiagnosticText>> answer) {
    return evidence(answer, Optional.empty());
  }

  private StallEvidence evidence(Callable<List<DiagnosticText>> answer, Optional<String> onStall) {
    Database database =
        (Database)
            Proxy.newProxyInstance(
                Database.class.getClassLoader(),
                new Class<?>[] {Database.class},
                (proxy, method, arguments) -> answer.call());
    HookSettings settings =
        new HookSettings(Optional.empty(), Optional.empty(), onStall, TimeUnit.SECONDS.toNanos(30));
    RunControl control = new RunControl(Clock.system());
    StepNumber numbered = new StepNumber(0, 0);
    numbered.begins("request");
    StallEvidence made =
        new StallEvidence(
            result,
            numbered,
            database,
            List.of(),
            () -> Optional.of("busy\n"),
            new Hooks(settings, result, OptionalLong::empty, control));
    made.stepStarted(STEP);
    return made;
  }

  private long bytesKept(String folder) throws IOException {
    try (Stream<Path> files = Files.list(result.resolve("stalls").resolve(folder))) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  @Test
  void whatWasSeenDuringAStallIsKept() throws Exception {
    StallEvidence evidence = evidence(() -> List.of(new DiagnosticText("locks.txt", "waits")));

    evidence.stallBegan(STEP, STALL);

    assertThat(evidence.takeFacts())
        .containsExactly("what was seen during a stall is in stalls/01-request-1");
    Path folder = result.resolve("stalls/01-request-1");
    assertThat(folder.resolve("stall.txt")).content().contains("stopped").contains("4 operations");
    assertThat(folder.resolve("workers.txt")).exists();
    assertThat(folder.resolve("server_threads.txt")).hasContent("busy");
    assertThat(folder.resolve("server-locks.txt")).hasContent("waits");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theUsersCommandRunsOnceForAStallAndKnowsItsStep() throws Exception {
    StallEvidence evidence =
        evidence(
            () -> List.of(),
            Optional.of("echo $IBENCH_STEP in $IBENCH_DIR; echo . >>$IBENCH_DIR/calls"));

    evidence.stallBegan(STEP, STALL);
    evidence.takeFacts();

    assertThat(result.resolve("stalls/01-request-1/hook.log"))
        .hasContent("request in " + result.toAbsolutePath());
    assertThat(result.resolve("calls")).hasContent(".");
  }

  @Test
  void onlyTheFirstStallsOfARunAreKeptAndOthersAreCounted() throws Exception {
    StallEvidence evidence =
        evidence(() -> List.of(new DiagnosticText("long.txt", "x".repeat(5_000_000))));

    for (int i = 0; i < StallEvidence.MAX_STALLS; i++) {
      evidence.stallBegan(STEP, STALL);
      evidence.takeFacts();
    }
    evidence.stallBegan(STEP, STALL);

    assertThat(evidence.takeFacts()).singleElement().asString().startsWith("1 stall has nothing");
    assertThat(result.resolve("stalls").toFile().list()).hasSize(StallEvidence.MAX_STALLS);
    assertThat(bytesKept("01-request-1")).isEqualTo(StallEvidence.MAX_BYTES);
  }

  @Test
  void aDatabaseThatRefusesLeavesTheReasonWithoutSecrets() throws Exception {
    StallEvidence evidence =
        evidence(
            () -> {
              throw new DatabaseException(FailureKind.DENIED, "no, password=sesame");
            });

    evidence.stallBegan(STEP, STALL);
    evidence.takeFacts();

    assertThat(result.resolve("stalls/01-request-1/server-ERROR.txt"))
        .content()
        .contains("denied: no")
        .doesNotContain("sesame");
  }
}
