package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every class of wrong setting, as the command reports it: one line each, exit code 2, nothing
 * created.
 */
class WrongSettingsTest {

  @TempDir private Path folder;

  /** The output of a run that must be refused for its settings alone. */
  private List<String> refused(Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("run"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("-o", folder.resolve("out")));
    Cli run = ibench(all.toArray());
    assertThat(run.code()).as(run.err()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(run.err().lines()).allMatch(line -> line.startsWith("ibench: "));
    return run.err().lines().map(line -> line.substring("ibench: ".length())).toList();
  }

  private Path file(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  @Test
  void filesAndTablesDoNotGoTogether() throws IOException {
    Path files = file("f.properties", "database = files", "dir = " + folder.resolve("pages"));
    Path tables = file("t.properties", "database = memory");
    assertThat(refused("workloads/io.properties", "-d", tables))
        .singleElement(STRING)
        .contains("database = memory: has tables, but workload io works on plain files");
    assertThat(refused("workloads/kv.properties", "-d", files))
        .singleElement(STRING)
        .contains("database = files: keeps no tables, which workload kv needs");
    assertThat(folder.resolve("pages")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "request.threads=0          | is out of range; allowed: 1 .. 10000",
        "request.threads=10000000000000 | is out of range; allowed: 1 .. 10000",
        "request.threads=100000000000 | is out of range; allowed: 1 .. 10000",
        "request.threads=1.5        | is not a whole number; allowed: 1 .. 10000",
        "request.threads=four       | is not a count; allowed: 1 .. 10000",
        "request.until=20           | has no unit; allowed: a number with ms, s, m, h or d",
        "request.until=36501d       | is out of range; allowed: more than 0ms, at most 36500d",
        "interval=0.000001ms        | is out of range; allowed: 10ms .. 1d",
        "report.every=1ms           | is out of range; allowed: 10ms .. 36500d",
        "retry.backoff=106751d      | is out of range; allowed: 1ms .. 1m",
        "request.rate=2B/s          | is out of range; allowed: more than 0/s, at most 1B/s",
        "request.rate=0/s           | is out of range; allowed: more than 0/s, at most 1B/s",
        "request.rate=100           | has no unit; allowed: a number, also with k, M or B, per s",
        "request.operations=9e99    | is not a count; allowed: 1 or more",
        "load.rows_per_commit=1M    | is out of range; allowed: 1 .. 100000",
        "cache=64                   | has no unit; allowed: a number with B, KB, MB, GB or TB",
        "cache=2TB                  | is out of range; allowed: at most 1TB",
        "sync=maybe                 | is not known; allowed: full, normal",
        "database=oracle            | is not known; known: files, jdbc, mariadb, memory, mongodb, mysql, noop, postgres, rocksdb, sqlite",
        "workload=tpcc              | is not known; known: custom, insert, io, kv, linkbench, oltp, script",
        "linkbench.maxid1=2305843009213693952 | makes more links than can be counted",
        "linkbench.degrees=/        | is neither 2011 nor 2017, nor a text file that can be read; docs/workloads.md says where to",
        "host.device=sda,,sdb       | has an empty name; allowed: disks with commas between",
        "host.command=ssh 'db1      | has a quote ' that is not closed",
        "host.url=db1:9100          | is not a URL with http or https and a host; allowed: such as",
        "steps=drop,creat           | names an unknown step creat; known: drop, create, load",
        "steps=load,load            | lists load twice",
        "request.like=request       | goes round in a circle: request -> request",
      })
  void aWrongValueIsNamedWithWhatIsAllowed(String setting, String message) {
    assertThat(refused(Cli.LINKBENCH, "-s", setting))
        .singleElement()
        .asString()
        .startsWith("-s: " + setting.replaceFirst("=", " = ") + ": " + message);
  }

  @Test
  void severalAgentsCannotEndAStepByItsRate() {
    assertThat(
            refused(
                Cli.LINKBENCH,
                "-s",
                "request.repeat=1",
                "-s",
                "warmup.until=steady",
                "--until",
                "1 % or 5m",
                "--together=x",
                "--rank=0",
                "--of=2"))
        .containsExactly(
            "--together: the rate ends warmup, request (until), and each agent would end it at"
                + " another time; give a duration, such as 60s");
  }

  @Test
  void aRateCannotEndOneOfSeveralRepeats() {
    assertThat(refused(Cli.LINKBENCH, "--until", "steady"))
        .singleElement(STRING)
        .contains("request.repeat = 3: above 1 needs a duration in request.until");
  }

  @Test
  void allMistakesAreToldAtOnceWithFileAndLine() throws IOException {
    Path workload =
        file(
            "w.properties",
            "workload = linkbench",
            "steps = load, request",
            "request.thread = 4",
            "load.threads = many",
            "seed = 1",
            "seed = 2",
            "no value",
            "load.rate = ${NOT_SET}");
    Path database = file("d.properties", "database = sqlite", "sync = never", "cach = 1MB");
    assertThat(refused(workload, "-d", database, "-s", "retry=-1"))
        .containsExactly(
            workload + ":3: request.thread: unknown key; did you mean request.threads?",
            workload
                + ":4: load.threads = many: is not a count; allowed: 1 .. 10000, in digits, also"
                + " with k, M or B",
            workload + ":6: seed: is set twice in this file, first in line 5; allowed: once",
            workload + ":7: has no =; allowed: key = value, or # before a comment",
            workload
                + ":8: load.rate: the environment variable NOT_SET is not set; set it, or write"
                + " ${NOT_SET:default}",
            database + ":2: sync = never: is not known; allowed: full, normal",
            database + ":3: cach: unknown key; did you mean cache?",
            "-s: retry = -1: is out of range; allowed: 0 .. 1M",
            "request.until: has no end; give request.until (such as 20s) or request.operations");
  }

  @Test
  void includesThatGoRoundOrLeadNowhereAreNamed() throws IOException {
    Path one = file("one.properties", "include = two.properties");
    Path two = file("two.properties", "include = one.properties");
    assertThat(refused(one))
        .containsExactly(
            two
                + ":1: include = one.properties: includes itself: "
                + String.join(" -> ", one + "", two + "", one + "")
                + "; allowed: no loops");
    Path lost = file("lost.properties", "include = none.properties", "workload = linkbench");
    assertThat(refused(lost))
        .containsExactly(
            lost
                + ":1: include = none.properties: there is no file "
                + folder.resolve("none.properties"));
  }

  @Test
  void filesThatAreNoSettingsAreNamedByWhatTheyAre() throws IOException {
    Path none = folder.resolve("none.properties");
    assertThat(refused(none))
        .singleElement(STRING)
        .startsWith("there is no file " + none + "; there are: ");
    assertThat(refused(folder)).containsExactly(folder + ": is a directory; allowed: a file");
    Path empty = file("empty.properties", "# nothing");
    assertThat(refused(empty))
        .containsExactly(empty + ": holds no settings; allowed: lines of key = value");
    assertThat(refused(Cli.LINKBENCH, "-d", empty))
        .contains(empty + ": holds no settings; allowed: lines of key = value");
    Path large = file("large.properties", "#".repeat(1 << 20));
    assertThat(refused(large)).containsExactly(large + ": is too large; allowed: at most 1 MB");
  }

  @Test
  void otherEncodingsAreNamed() throws IOException {
    String text = "workload = linkbench\nsteps = load\nlinkbench.degrees = ü\n";
    for (var charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE)) {
      Path utf16 = file("utf16.properties", text.getBytes(charset));
      assertThat(refused(utf16))
          .containsExactly(utf16 + ": is in UTF-16; allowed: a file in UTF-8");
    }
    Path latin = file("latin.properties", text.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(refused(latin))
        .containsExactly(latin + ":3: linkbench.degrees: is not UTF-8; allowed: a file in UTF-8");
    Path zero = file("zero.properties", "workload = link\0bench", "steps = load");
    assertThat(refused(zero))
        .containsExactly(
            zero + ":1: workload: has the control character U+0000; allowed: text in one line");
  }

  @Test
  void aByteOrderMarkAndCarriageReturnsAreNoMistake() throws IOException {
    Path windows =
        file(
            "windows.properties",
            "\ufeffworkload = linkbench\r\nsteps = drop\r\n".getBytes(StandardCharsets.UTF_8));
    assertThat(ibench("check", windows, "-d", Cli.NOOP).code()).isZero();
  }

  @Test
  void whatIsMissingIsNamedWithTheFilesThatWereRead() throws IOException {
    Path workload = file("w.properties", "workload = linkbench");
    Path database = file("d.properties", "database = mariadb", "user = me");
    assertThat(refused(workload, "-d", database))
        .containsExactlyInAnyOrder(
            "steps: is required but not set in " + workload + ", " + database + "; allowed: names",
            "url: is required but not set in " + workload + ", " + database + "; allowed: text");
  }

  @Test
  void aKeyOfAnotherDatabaseIsSaidToBeOne() {
    Cli cli = ibench("check", Cli.LINKBENCH, "-s", "partitions=3");
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err())
        .isEqualTo(
            "ibench: -s: partitions: unknown key; it is a key of database mariadb, mysql, and this"
                + " run is on sqlite\n");
  }

  @Test
  void aDatabaseFileThatNamesNoDatabaseIsNotSqlite() {
    Cli cli = ibench("check", Cli.LINKBENCH, "-d", Cli.LINKBENCH);
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err())
        .contains("database = sqlite: is only the default; the file of -d names no database");
  }

  @Test
  void settingsOfStepsThatAreNotRunAreCheckedAsWell() {
    Cli cli = ibench("check", Cli.LINKBENCH, "-s", "steps=create,load", "-s", "request.until=20");
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains("request.until = 20: ");
  }

  @Test
  void anotherHostIsLookedAtInOneWay() {
    List<String> mistakes =
        refused(
            Cli.LINKBENCH,
            "-s",
            "host.command=ssh a cat",
            "-s",
            "host.url=http://a",
            "-s",
            "sync=x");

    assertThat(mistakes).hasSize(2);
    assertThat(mistakes.get(1))
        .isEqualTo("-s: host.url = http://a: is set beside host.command; allowed: one of the two");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anotherHostThatCannotBeLookedAtIsRefusedBeforeTheRun() {
    assertThat(refused(Cli.LINKBENCH, "-s", "host.command=false", "-s", "database=noop"))
        .singleElement()
        .asString()
        .contains("host.command: it wrote nothing (exit status 1)");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aDatabaseInsideTheClientHasNoOtherHost() {
    assertThat(refused(Cli.LINKBENCH, "-s", "host.command=cat", "-s", "database=noop"))
        .singleElement()
        .asString()
        .contains("this database runs inside the client");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aDiskThatIsNotThereIsRefusedBeforeTheRun() {
    assertThat(refused(Cli.LINKBENCH, "-s", "host.device=nonsense", "-s", "database=noop"))
        .singleElement()
        .asString()
        .startsWith("host.device = nonsense: there is no disk nonsense;");
  }

  @Test
  void aDatabaseWithoutSnapshotsIsNamedForEachStepThatHoldsThem() {
    Path insert = Path.of("workloads", "insert.properties");
    assertThat(refused(insert, "-d", Cli.NOOP, "-s", "l.i1.snapshot=1m", "-s", "qr100.snapshot=2m"))
        .containsExactly(
            "-s: l.i1.snapshot = 1m: cannot be here: ibench holds no snapshots on this database",
            "-s: qr100.snapshot = 2m: cannot be here: ibench holds no snapshots on this database");
    assertThat(
            refused(insert, "-d", Cli.MARIADB, "-s", "session=operation", "-s", "l.i1.snapshot=1m"))
        .singleElement()
        .asString()
        .endsWith("; give session = worker");
  }

  @Test
  void aWrongCommandLineIsOneLineThatSaysWhereToRead() {
    Object[][] wrong = {
      {
        "say what to do, as in ibench run linkbench: run, suite, max, duet, bisect, resume, status, report, merge, compare, trend, learn, verify, check, explain,"
            + " list, new, fetch, test-adapter, machine, overhead, completion, man; see ibench -h"
      },
      {"there is no such command; did you mean run?; see ibench -h", "runn"},
      {"there is no such command; see ibench -h", "elephants"},
      {"there is no such command; see ibench -h", "elephants", "--help"},
      {"there is no such command; did you mean run?; see ibench -h", "runn", "-h"},
      {
        "say what to do with " + Cli.LINKBENCH + ": run, verify, check; see ibench -h",
        Cli.LINKBENCH
      },
      {"WORKLOAD is missing; see ibench run -h", "run"},
      {
        "there is no option --clients; a setting is given as -s key=value; see ibench run -h",
        "run",
        Cli.LINKBENCH,
        "--clients=8"
      },
      {
        "there is no option --fromat; did you mean --format?; see ibench report -h",
        "report",
        "x",
        "--fromat=csv"
      },
      {"there is no option --colour; see ibench report -h", "report", "x", "--colour=red"},
      {
        "one argument too many: " + Cli.NOOP + "; see ibench check -h",
        "check",
        Cli.LINKBENCH,
        Cli.NOOP
      },
      {
        "one argument too many; a value with blanks needs quotes; see ibench check -h",
        "check",
        Cli.LINKBENCH,
        "half"
      },
      {"--database needs a value: DATABASE; see ibench run -h", "run", Cli.LINKBENCH, "-d"},
      {"--set needs a value: key=value; see ibench run -h", "run", Cli.LINKBENCH, "-s"},
      {
        "Invalid value for option '--output': not the name of a file on this system; see ibench run -h",
        "run",
        Cli.LINKBENCH,
        "-o",
        "a\0b"
      },
    };
    for (Object[] line : wrong) {
      Cli cli = ibench(Arrays.copyOfRange(line, 1, line.length));
      assertThat(cli.code()).isEqualTo(2);
      assertThat(cli.out()).isEmpty();
      assertThat(cli.err()).isEqualTo("ibench: " + line[0] + "\n");
    }
  }
}
