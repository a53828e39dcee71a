package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.ServerLocation;
import io.ibench.host.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** This process plays the server. */
@EnabledOnOs(OS.LINUX)
class ServerPidTest {

  /** A pid above Linux' limit: no process has it. */
  private static final OptionalLong ENDED = OptionalLong.of(1L << 40);

  private final long own = ProcessHandle.current().pid();

  @TempDir private Path temporary;

  private static ServerLocation place(OptionalLong pid, Optional<Path> pidFile) {
    return new ServerLocation("127.0.0.1", pid, List.of("java"), List.of(), false, false, pidFile);
  }

  private static OptionalLong found(ServerLocation place) {
    return new ServerPid(new Proc(), place, true).get();
  }

  private Optional<Path> pidFile(String content) throws IOException {
    return Optional.of(Files.writeString(temporary.resolve("pid"), content));
  }

  @Test
  void theProcessThatIsKnownIsNamedWhileItLives() {
    assertThat(found(place(OptionalLong.of(own), Optional.empty()))).hasValue(own);
    assertThat(found(place(ENDED, Optional.empty()))).isEmpty();
    assertThat(found(place(OptionalLong.empty(), Optional.empty()))).isEmpty();
  }

  @Test
  void aServerThatWasStartedAnewIsFoundByItsPidFile() throws IOException {
    assertThat(found(place(ENDED, pidFile(own + "\n/data\n")))).hasValue(own);
    assertThat(found(place(OptionalLong.empty(), pidFile(" " + own)))).hasValue(own);
  }

  @Test
  void aPidFileThatNamesNoServerIsNotBelieved() throws IOException {
    assertThat(found(place(ENDED, pidFile("1")))).isEmpty();
    assertThat(found(place(ENDED, pidFile("")))).isEmpty();
    assertThat(found(place(ENDED, pidFile("soon")))).isEmpty();
    assertThat(found(place(ENDED, Optional.of(temporary.resolve("none"))))).isEmpty();
  }

  @Test
  void aServerElsewhereHasNoProcessHere() {
    ServerLocation place = place(OptionalLong.of(own), Optional.empty());
    assertThat(new ServerPid(new Proc(), place, false).get()).isEmpty();
    assertThat(found(ServerLocation.embedded(List.of()))).isEmpty();
  }
}
