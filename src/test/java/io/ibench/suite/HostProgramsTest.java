package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs that a suite starts, and finds again. */
@StartsProcess
class HostProgramsTest {

  /** For a wait that would never end. */
  private static final long LIMIT_NANOS = 300_000_000_000L;

  @TempDir private Path folder;

  private final Host host = new Host();

  @Test
  void itsOutputIsAtTheEndOfTheLogAndItReadsNothing() throws Exception {
    Path log = Files.writeString(folder.resolve("run.log"), "before\n");

    World.Child child =
        host.start(
            List.of("sh", "-c", "cat; echo $A_WORD; echo error >&2; exit 7"),
            Map.of("A_WORD", "its own"),
            log);

    assertThat(child.await(LIMIT_NANOS)).isTrue();
    assertThat(child.exitCode()).isEqualTo(7);
    assertThat(log).hasContent("before\nits own\nerror\n");
  }

  @Test
  void itIsEndedOrKilled() throws Exception {
    for (boolean isKill : List.of(false, true)) {
      World.Child child = host.start(List.of("sleep", "3600"), Map.of(), folder.resolve("log"));
      assertThat(child.await(0)).isFalse();

      if (isKill) {
        child.kill();
      } else {
        child.terminate();
      }

      assertThat(child.await(LIMIT_NANOS)).isTrue();
      assertThat(child.exitCode()).isEqualTo(isKill ? 137 : 143);
    }
  }

  @Test
  void anotherSupervisorFindsItAndEndsIt() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    World.Child child =
        host.start(
            List.of("tail", "-f", "/dev/null", file.toString()), Map.of(), folder.resolve("log"));
    Cell.Child noted = child.identity();
    Cell.Child other = new Cell.Child(noted.pid(), noted.startedMillis() + 1000);

    assertThat(host.find(other, folder)).isEmpty();
    assertThat(host.find(noted, folder.resolve("else"))).isEmpty();
    World.Child found = host.find(noted, folder).orElseThrow();
    assertThat(found.identity()).isEqualTo(noted);
    found.kill();

    assertThat(found.await(LIMIT_NANOS)).isTrue();
    assertThat(child.await(LIMIT_NANOS)).isTrue();
    assertThat(host.find(noted, folder)).isEqualTo(Optional.empty());
  }
}
