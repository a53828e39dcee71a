package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.ground.ProcessEnvironment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Result folders that cannot be created, fill up or disappear; and what a refused run leaves
 * behind.
 */
@Timeout(300)
class WrongFolderTest {

  @TempDir private Path folder;

  private List<String> arguments(String steps, Path output) {
    return arguments(steps, output, "1h");
  }

  private List<String> arguments(String steps, Path output, String until) {
    List<String> arguments = new ArrayList<>(List.of("run", Cli.LINKBENCH.toString()));
    arguments.addAll(List.of("-d", Cli.SQLITE.toString(), "-o", output.toString()));
    for (String setting :
        List.of(
            "steps=" + steps,
            "file=" + folder.resolve("test.db"),
            "sync=normal",
            "interval=50ms",
            "linkbench.maxid1=101",
            "request.until=" + until,
            "request.repeat=1")) {
      arguments.addAll(List.of("-s", setting));
    }
    return arguments;
  }

  private void assertRefused(Path output, String line) {
    Cli run = ibench(arguments("drop,create", output).toArray());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEqualTo("ibench: " + line + "\n");
    assertThat(folder.resolve("test.db")).doesNotExist();
  }

  @Test
  void aFolderThatCannotBeMadeIsRefusedInOneLine() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "precious");
    String exists = " exists already; results are never overwritten: name a new folder";
    String cannot = "cannot create the result folder ";
    assertRefused(file, "-o " + file + exists);
    assertRefused(folder, "-o " + folder + exists);
    assertRefused(Path.of(""), "-o is empty; allowed: the name of a new folder");
    assertRefused(
        file.resolve("a"),
        cannot + file.resolve("a") + ": " + file + " is not a folder; -o names another one");
    Path tooLong = folder.resolve("new/" + "x".repeat(300));
    assertRefused(tooLong, cannot + tooLong + ": File name too long; -o names another one");
    assertThat(file).hasContent("precious");
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatMayNotBeWrittenToIsRefusedInOneLine() {
    // No user can create a file in /proc, not even root.
    Cli run = ibench(arguments("drop,create", Path.of("/proc/results")).toArray());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("ibench: cannot create the result folder /proc/results: ")
        .endsWith("; -o names another one\n")
        .hasLineCount(1);
  }

  @Test
  void aRefusedRunLeavesNeitherFoldersNorADatabaseFile() {
    Cli run = ibench(arguments("request", folder.resolve("a/b/c")).toArray());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "ibench: request needs linktable, counttable, nodetable, but there is no linktable,"
                + " counttable, nodetable; load first with steps = create, load, index, ...\n");
    assertThat(folder).isEmptyDirectory();
  }

  /** What happens to the folder of a run when its load is over. */
  private interface Accident {
    void happen(Path output) throws IOException;
  }

  /** Runs with an accident, on the thread that writes the results. */
  private Cli run(Path output, String until, Accident accident) {
    StringWriter out = new StringWriter();
    StringWriter err =
        new StringWriter() {
          private boolean happened;

          @Override
          public void write(String text, int from, int length) {
            super.write(text, from, length);
            if (!happened && toString().contains("  load ")) {
              happened = true;
              try {
                accident.happen(output);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          }
        };
    int code =
        Main.execute(
            new ProcessEnvironment(Map.of(), false),
            new PrintWriter(out),
            new PrintWriter(err),
            arguments("drop,create,load,index,request,verify", output, until)
                .toArray(String[]::new));
    return new Cli(code, out.toString(), err.toString());
  }

  /** In one step: a check between two files that go one by one would name the first of them. */
  private static void remove(Path folder) throws IOException {
    Files.move(folder, folder.resolveSibling("elsewhere"));
  }

  @Test
  void aFolderThatGoesAwayEndsTheRunAndTheReportIsPrinted() throws Exception {
    Path output = folder.resolve("out");

    Cli run = run(output, "1h", WrongFolderTest::remove);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("  load ", "run failed").contains("FAILED: cannot write");
    assertThat(run.err().lines().filter(line -> line.startsWith("ibench: cannot")))
        .singleElement()
        .asString()
        .contains("cannot write", output.toString(), "is not there; the run was ended");
    assertThat(run.err()).doesNotContain("\tat ");
    assertThat(output).doesNotExist();
    assertNothingLost();
  }

  /** The run writes at the same time: its own file of that name comes and goes. */
  private static void fill(Path folder) throws IOException {
    boolean full = false;
    while (!full) {
      try {
        Files.createSymbolicLink(folder.resolve("summary.json.new"), Path.of("/dev/full"));
        full = true;
      } catch (FileAlreadyExistsException e) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskEndsTheRunAndTheReportIsPrinted() throws Exception {
    Path output = folder.resolve("out");

    Cli run = run(output, "2s", WrongFolderTest::fill);

    assertThat(run.code()).isEqualTo(1);
    // Where a line breaks depends on the length of the folder's name.
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(" load ", "run failed")
        .contains("FAILED: cannot write")
        .contains("No space left on device");
    assertThat(run.err())
        .contains("ibench: cannot write " + output.resolve("summary.json") + ": No space left");
    JsonNode summary = new ObjectMapper().readTree(output.resolve("summary.json").toFile());
    assertThat(summary.at("/run/state").asText()).isEqualTo("failed");
    assertNothingLost();
  }

  /** The tables are as ibench_tables describes them. */
  private void assertNothingLost() {
    Cli verify =
        ibench(
            "verify",
            Cli.LINKBENCH,
            "-d",
            Cli.SQLITE,
            "-s",
            "file=" + folder.resolve("test.db"),
            "-s",
            "linkbench.maxid1=101");
    assertThat(verify.code()).as(verify.out() + verify.err()).isZero();
  }
}
