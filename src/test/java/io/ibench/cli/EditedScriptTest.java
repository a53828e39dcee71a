package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ExitCode;
import io.ibench.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare} sees that a transaction of a script was edited between two runs. */
@Slow
class EditedScriptTest {

  private static final String SCRIPT =
      """
      --@ schema
      CREATE TABLE edited (id bigint NOT NULL PRIMARY KEY, x int NOT NULL);
      --@ load rows=100 as=n
      INSERT INTO edited (id, x) VALUES (:n, 0);
      --@ transaction look weight=3
      SELECT x FROM edited WHERE id = 7;
      --@ transaction change
      UPDATE edited SET x = x + 1 WHERE id = 8;
      """;

  @TempDir private Path folder;

  private Path run(String name, String script) throws Exception {
    Files.writeString(folder.resolve("edited.sql"), script);
    Path file = folder.resolve("edited.properties");
    Files.writeString(
        file,
        "workload = script\nscript.files = edited.sql\nrequest.operations = 20\n"
            + "request.threads = 1\nload.threads = 1\n");
    Path database = folder.resolve("database.properties");
    Files.writeString(database, "database = sqlite\nfile = " + folder.resolve(name + ".db") + "\n");
    Path results = folder.resolve(name);
    Cli run = ibench("run", file, "-d", database, "-o", results, "--no-page", "--lenient");
    assertThat(run.code()).as(run.err()).isZero();
    return results;
  }

  @Test
  void aChangedTextOfTheLoadIsNamed() throws Exception {
    run("loaded", SCRIPT);
    Files.writeString(
        folder.resolve("edited.sql"),
        SCRIPT.replace("(:n, 0)", "(:n, 1)") + "--@ index\nCREATE INDEX edited_x ON edited (x);\n");
    Cli more =
        ibench(
            "run",
            folder.resolve("edited.properties"),
            "-d",
            folder.resolve("database.properties"),
            "-o",
            folder.resolve("more"),
            "-s",
            "steps=request",
            "--no-page");
    assertThat(more.code()).isEqualTo(ExitCode.USAGE);
    assertThat(more.err())
        .contains("script.data: section load of edited.sql has changed since the data was loaded")
        .contains("script.data: section index of edited.sql is new since the data was loaded")
        .doesNotContain("section schema")
        .doesNotContainPattern("[0-9a-f]{64}");
  }

  @Test
  void runsOfAnEditedTransactionAreNotTheSameWork() throws Exception {
    Path first = run("first", SCRIPT);
    Path commented = run("commented", SCRIPT.replace("SELECT", "-- a read\n  SELECT"));
    Path edited = run("edited", SCRIPT.replace("x + 1", "x + 2"));

    Cli same = ibench("compare", first, commented);
    assertThat(same.code()).as(same.err()).isZero();
    Cli other = ibench("compare", first, edited);
    assertThat(other.code()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err())
        .contains("not the same work: settings script.transaction.change: ")
        .doesNotContain("script.transaction.look");
    Cli unlike = ibench("compare", first, edited, "--unlike");
    assertThat(unlike.code()).as(unlike.err()).isZero();
    assertThat(unlike.out()).contains("script.transaction.change");
  }
}
