package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.ibench.db.MariadbSchema;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Names of servers and folders reach a terminal as text, and never as a control sequence. */
@Timeout(300)
@NeedsServer
class HostileNamesTest {

  private static final String CLEARS_THE_SCREEN = "\u001b[2J";

  @TempDir private Path temporary;

  private static void assertHarmless(Cli cli) {
    assertThat(cli.code()).as(cli.err()).isZero();
    for (String text : List.of(cli.out(), cli.err())) {
      assertThat(text.replace("\r\n", "\n").codePoints())
          .as(text)
          .noneMatch(
              character ->
                  character != '\n'
                      && (Character.isISOControl(character)
                          || Character.getType(character) == Character.FORMAT));
    }
  }

  private static Cli command(String name, List<Object> arguments, Object... more) {
    List<Object> all = new ArrayList<>(List.of(name, Cli.LINKBENCH));
    all.addAll(arguments);
    all.addAll(List.of(more));
    for (String setting :
        List.of("linkbench.maxid1=101", "steps=drop,create,load,index", "load.threads=1")) {
      all.addAll(List.of("-s", setting));
    }
    return ibench(all.toArray());
  }

  /** A name that also turns the direction of text, where file names may contain more than ASCII. */
  private Path folder(String name) {
    try {
      return temporary.resolve(name + CLEARS_THE_SCREEN + "\u202e");
    } catch (InvalidPathException e) {
      return temporary.resolve(name + CLEARS_THE_SCREEN);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFoldersNameIsShownAsText() {
    List<Object> sqlite =
        List.of(
            "-d", Cli.SQLITE, "-s", "sync=normal", "-s", "file=" + temporary.resolve("test.db"));
    assertHarmless(command("check", sqlite));
    Path first = folder("first");
    Path second = folder("second");
    for (Path folder : List.of(first, second)) {
      Cli run = command("run", sqlite, "-o", folder);
      assertHarmless(run);
      assertThat(run.out()).contains("results in ", "\\u001b[2J");
      assertThat(run.err()).contains("results in ", "page in ", "\\u001b[2J");
    }
    assertHarmless(command("explain", sqlite));
    assertHarmless(command("verify", sqlite));
    for (String format : List.of("text", "markdown", "csv", "json")) {
      assertHarmless(ibench("report", first, second, "--format", format));
      assertHarmless(ibench("compare", first, second, "--format", format));
    }
    assertHarmless(ibench("report", first, "--html", folder("page")));
    assertHarmless(ibench("compare", first, second, "--html", folder("other page")));
    Cli missing = ibench("report", folder("none"));
    assertThat(missing.err()).contains("\\u001b[2J").doesNotContain("\u001b");
  }

  @Test
  void aServersVersionIsShownAsText() throws IOException {
    assumeFalse(PrivateMariadb.isMysql(), "MySQL's version cannot be set");
    String version = "10.11.14-MariaDB-" + CLEARS_THE_SCREEN;
    try (PrivateMariadb server = Servers.requireOwnMariadb("--version=" + version);
        MariadbSchema schema = new MariadbSchema(server)) {
      Path settings =
          Files.write(
              temporary.resolve("d.properties"),
              List.of(
                  "database = mariadb",
                  "url = " + schema.url(),
                  "user = " + server.user(),
                  "password = " + server.password()));
      List<Object> mariadb = List.of("-d", settings);
      Path folder = temporary.resolve("run");
      Cli run = command("run", mariadb, "-o", folder);
      assertHarmless(run);
      assertThat(run.err()).contains("10.11.14-MariaDB-\\u001b[2J");
      assertHarmless(command("explain", mariadb));
      assertHarmless(command("verify", mariadb));
      assertHarmless(ibench("report", folder));
    }
  }
}
