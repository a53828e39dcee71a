package io.ibench.cli.setup;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of files that do not exist, which newcomers try. */
class SettingFilesTest {

  @TempDir private Path home;

  @BeforeEach
  void install() throws IOException {
    Files.createDirectories(home.resolve("workloads"));
    Files.createFile(home.resolve("workloads/of-the-house.properties"));
  }

  private String refusal(Object... arguments) {
    Cli cli = ibench(Map.of("IBENCH_HOME", home.toString()), arguments);
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.out()).isEmpty();
    return cli.err();
  }

  @Test
  void theNearestFileIsSuggestedAsItMayBeGiven() {
    assertThat(refusal("check", "linkbnch"))
        .isEqualTo(
            "ibench: there is no file linkbnch; did you mean workloads/linkbench.properties?\n");
    assertThat(refusal("check", "workloads/of-the-hose.properties"))
        .contains("; did you mean workloads/of-the-house.properties?");
  }

  @Test
  void bothFilesAreNamedAndNothingElseIsSaidOfThem() {
    assertThat(refusal("run", "linkbnch", "-d", "conf/postgresql.properties").lines())
        .containsExactly(
            "ibench: there is no file linkbnch; did you mean workloads/linkbench.properties?",
            "ibench: there is no file conf/postgresql.properties;"
                + " did you mean conf/postgres.properties?");
  }

  @Test
  void ofANameUnlikeAllOthersAllOthersAreTold() {
    assertThat(refusal("verify", "/nowhere/xyz"))
        .startsWith("ibench: there is no file /nowhere/xyz; there are: workloads/")
        .contains("workloads/of-the-house.properties");
  }

  @Test
  void aFolderInPlaceOfADatabasesFileIsOneMistake() {
    assertThat(refusal("check", Cli.LINKBENCH, "-d", home).lines())
        .containsExactly("ibench: " + home + ": is a directory; allowed: a file");
  }

  @Test
  void aBareNameIsTheFileInItsFolder() {
    Cli cli = ibench("check", "linkbench", "-d", "noop");

    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains("linkbench on noop")
        .contains("# workloads/linkbench.properties:");
  }
}
