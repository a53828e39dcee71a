package io.ibench.cli.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.bisect.Candidate;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionsTest {

  @TempDir private Path folder;

  private Path file(String... lines) throws IOException {
    return Files.write(folder.resolve("versions.txt"), List.of(lines));
  }

  private static List<Candidate> read(Path file) throws UsageException {
    return Versions.read(file, Optional.empty(), Optional.empty());
  }

  private static List<String> mistakes(Path file, String good, String bad) {
    try {
      Versions.read(file, Optional.ofNullable(good), Optional.ofNullable(bad));
      return List.of();
    } catch (UsageException e) {
      return ErrorReporter.mistakes(e);
    }
  }

  @Test
  void aLineIsANameWithSettingsOrTheFolderOfAServer() throws Exception {
    Path home = Files.createDirectory(folder.resolve("mariadb-11.4"));
    List<Candidate> read =
        read(
            file(
                "# the oldest one first",
                "",
                "v1 rounds=5  seed=7",
                " v2\tinnodb-flush-method=fsync",
                home.toString()));
    assertThat(read).extracting(Candidate::name).containsExactly("v1", "v2", "mariadb-11.4");
    assertThat(read.get(0).settings()).containsExactly("rounds=5", "seed=7");
    assertThat(read.get(1).settings()).containsExactly("conf.innodb_flush_method=fsync");
    assertThat(read.get(2).settings()).containsExactly("server.home=" + home);
    assertThat(read.get(0).origin()).contains(folder.resolve("versions.txt") + ":3");
  }

  @Test
  void goodAndBadAreTheEndsOrThoseThatAreNamed() throws Exception {
    Path file = file("a seed=1", "b seed=2", "c seed=3", "d seed=4");
    assertThat(read(file)).hasSize(4);
    assertThat(Versions.read(file, Optional.of("b"), Optional.of("c")))
        .extracting(Candidate::name)
        .containsExactly("b", "c");
    assertThat(mistakes(file, "c", "b").get(0)).contains("good c comes after bad b in ");
    assertThat(mistakes(file, "c", "c").get(0)).contains("good c is bad c in ");
    assertThat(mistakes(file, "x", "y"))
        .hasSize(2)
        .allMatch(line -> line.endsWith("has no such version; there are: a, b, c, d"));
  }

  @Test
  void allMistakesAreNamedAtOnceWithTheirLines() throws Exception {
    Path file = file("a seed=1", "a seed=2", "seed=3", "b seed", "lonely", "x/y seed=1");
    assertThat(mistakes(file, null, null))
        .containsExactly(
            file + ":2: a is the name of " + file + ":1 too; names must differ",
            file + ":3: seed=3 has no name before it; allowed: NAME SETTING=VALUE",
            file + ":4: seed has no SETTING=; allowed: NAME SETTING=VALUE ...",
            file
                + ":5: lonely has no setting and is no folder; allowed: NAME SETTING=VALUE, or the"
                + " folder of a server",
            file
                + ":6: x/y is no name of a version; allowed: 1 to 100 letters, digits and . _ + -,"
                + " the first one a letter or digit");
  }

  @Test
  void aFileWithoutTwoVersionsIsRefused() throws Exception {
    assertThat(mistakes(file("# none"), null, null).get(0))
        .endsWith("has 0 versions; allowed: two or more");
    assertThat(mistakes(file("a seed=1"), null, null).get(0))
        .endsWith("has 1 version; allowed: two or more");
    assertThatThrownBy(() -> read(folder.resolve("none")))
        .hasMessage("--versions " + folder.resolve("none") + ": there is no such file");
    assertThatThrownBy(() -> read(folder))
        .hasMessage(
            "--versions " + folder + ": is a folder; allowed: a file with one version a line");
  }

  @Test
  void theMarkOfAByteOrderIsNoPartOfAName() throws Exception {
    assertThat(read(file("\uFEFFa seed=1", "b seed=2")))
        .extracting(Candidate::name)
        .containsExactly("a", "b");
  }
}
