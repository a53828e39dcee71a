package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.Ibench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLockTest {

  @TempDir private Path temporary;

  @Test
  void suiteOfAnotherUserIsFoundAmongTheProcesses() throws IOException {
    Path processes = Files.createDirectory(temporary.resolve("proc"));
    UserPrincipal own = Files.getOwner(processes);
    UserPrincipal other =
        processes.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    process(processes, 11, "java", "-cp", "x", Ibench.MAIN_CLASS, "run", "suite");
    process(processes, 12, "vi", "suite");
    process(processes, 13, "java", Ibench.MAIN_CLASS, "suite", "--bundle", "b.tar.gz", "d");
    process(processes, 14, "java", Ibench.MAIN_CLASS);
    Files.createDirectory(processes.resolve("15"));

    assertThat(HostLock.ofOthers(processes, other)).isEmpty();

    process(processes, 16, "java", "-cp", "x", Ibench.MAIN_CLASS, "suite", "s.properties");
    assertThat(HostLock.ofOthers(processes, other)).contains("process 16 of user " + own.getName());
    assertThat(HostLock.ofOthers(processes, own)).isEmpty();
    assertThat(HostLock.ofOthers(temporary.resolve("none"), other)).isEmpty();
  }

  private static void process(Path processes, int pid, String... words) throws IOException {
    Path process = Files.createDirectory(processes.resolve(Integer.toString(pid)));
    Files.writeString(process.resolve("cmdline"), String.join("\0", words) + "\0");
  }
}
