package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ExitCode;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bin/ibench} says while it builds a checkout, with a Maven of the test's. */
@StartsProcess
class FirstBuildTest {

  @TempDir private Path folder;
  private Path script;

  @BeforeEach
  void makeACheckout() throws IOException {
    Path checkout = Files.createDirectory(folder.resolve("check out"));
    script = Files.createDirectory(checkout.resolve("bin")).resolve("ibench");
    Files.copy(Path.of("bin/ibench"), script);
    Files.createDirectories(checkout.resolve("src/main"));
    Files.createFile(checkout.resolve("pom.xml"));
  }

  private String build(String maven) throws IOException, InterruptedException {
    Path programs = Files.createDirectory(folder.resolve("programs"));
    Path mvn = Files.writeString(programs.resolve("mvn"), "#!/bin/sh\n" + maven);
    Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder process = new ProcessBuilder(List.of("bash", script.toString(), "list"));
    process
        .environment()
        .putAll(
            Map.of(
                "PATH",
                programs + ":" + System.getenv("PATH"),
                "JAVA_HOME",
                System.getProperty("java.home")));
    Path err = folder.resolve("err");
    Process started =
        process.redirectError(err.toFile()).redirectOutput(folder.resolve("out").toFile()).start();
    assertThat(started.waitFor()).isEqualTo(ExitCode.USAGE);
    assertThat(folder.resolve("out")).isEmptyFile();
    return Files.readString(err);
  }

  @Test
  void aBuildSaysAtOnceWhatItDoes() throws Exception {
    assertThat(build("exit 1\n").lines().findFirst().orElseThrow())
        .isEqualTo(
            "ibench: building ibench, once: Maven downloads the libraries and compiles; this may"
                + " take minutes ...");
  }

  @Test
  void ofABuildThatFailsOnlyTheMistakesAreShown() throws Exception {
    String err =
        build(
            """
            echo 'Downloading from central: https://repo.example/a.jar'
            echo '[INFO] --- compiler:3.14.0:compile (default-compile) @ ibench ---'
            echo '[ERROR] a.jar was not found'
            exit 1
            """);

    assertThat(err.lines().skip(1))
        .containsExactly(
            "[ERROR] a.jar was not found",
            "ibench: the build failed; all that Maven says is in "
                + script.getParent().resolveSibling("target/.ibench-build.log"));
  }

  @Test
  void theLogHasAllThatMavenSays() throws Exception {
    build("echo '[INFO] all'; exit 1\n");

    assertThat(script.getParent().resolveSibling("target/.ibench-build.log"))
        .content()
        .contains("[INFO] all");
  }
}
