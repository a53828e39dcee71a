package io.ibench.cli.ground;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {

  @TempDir private Path home;

  private Installation installation() {
    return Installation.of(Map.of("IBENCH_HOME", home.toString()));
  }

  @Test
  void theCurrentFolderComesBeforeTheInstallation() throws IOException {
    Path both = Files.createDirectories(home.resolve("workloads")).resolve("linkbench.properties");
    Files.createFile(both);
    Path onlyThere = Files.createFile(home.resolve("workloads/only-there.properties"));

    assertThat(installation().find(Cli.LINKBENCH)).isEqualTo(Cli.LINKBENCH);
    assertThat(installation().find(Path.of("workloads/only-there.properties")))
        .isEqualTo(onlyThere);
  }

  @Test
  void whatIsNowhereKeepsItsName() {
    Path nowhere = Path.of("workloads/nowhere.properties");

    assertThat(installation().find(nowhere)).isEqualTo(nowhere);
    assertThat(Installation.of(Map.of()).find(nowhere)).isEqualTo(nowhere);
    assertThat(installation().find(Path.of("/nowhere"))).isEqualTo(Path.of("/nowhere"));
  }

  @Test
  void aBareNameMeansTheUsersFileThenOneInTheFolder() throws IOException {
    Path there = Files.createDirectories(home.resolve("conf")).resolve("my.properties");
    Files.createFile(there);
    Path nowhere = Path.of("nowhere");

    assertThat(installation().findSettings(Path.of("my"), "conf")).isEqualTo(there);
    assertThat(installation().findSettings(Path.of("x/my"), "conf")).isEqualTo(Path.of("x/my"));
    assertThat(installation().findSettings(Path.of("pom.xml"), "conf"))
        .isEqualTo(Path.of("pom.xml"));
    assertThat(installation().findSettings(nowhere, "conf")).isEqualTo(nowhere);
  }

  @Test
  void bothFilesOfARunAreFoundInTheInstallation() throws IOException {
    Path workload = home.resolve("w/there.properties");
    Files.createDirectories(workload.getParent());
    Files.writeString(workload, "workload = linkbench\nsteps = create\nlinkbench.maxid1 = 101\n");
    Path database = Files.writeString(home.resolve("there.properties"), "database = noop\n");

    Cli check =
        ibench(
            Map.of("IBENCH_HOME", home.toString()),
            "check",
            "w/there.properties",
            "-d",
            "there.properties");

    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.out())
        .contains("linkbench on noop")
        .contains("# " + workload + ":1")
        .contains("# " + database + ":1");
  }

  @Test
  void plugInFoldersAreTheInstallationsIfThereAndThoseNamed() throws IOException {
    assertThat(Installation.of(Map.of()).plugInFolders()).isEmpty();
    assertThat(installation().plugInFolders()).isEmpty();

    Path own = Files.createDirectory(home.resolve("plugins"));
    assertThat(
            Installation.of(
                    Map.of("IBENCH_HOME", home.toString(), "IBENCH_PLUGINS", "one::/the/other"))
                .plugInFolders())
        .containsExactly(own, Path.of("one"), Path.of("/the/other"));
  }
}
