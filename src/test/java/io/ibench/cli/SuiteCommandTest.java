package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ExitCode;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Suites of small cells on SQLite, each cell a process of its own. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
class SuiteCommandTest {

  private static final String SMALL =
      """
      workload              = linkbench
      server.product        = sqlite
      vary.set.sync         = full, normal
      set.linkbench.maxid1  = 1001
      set.warmup.until      = 1s
      set.request.until     = 1s
      set.request.repeat    = 1
      expect.impossible     = normal / full : load:rows_in_tables > 2
      idle                  = 0s
      canary                = false
      """;

  @TempDir private Path temporary;

  private Path file(String text) throws IOException {
    return Files.writeString(temporary.resolve("small.properties"), text);
  }

  private Cli ibench(Object... arguments) {
    return Cli.ibench(Map.of("XDG_RUNTIME_DIR", temporary.toString()), arguments);
  }

  @Test
  void eachVariantRunsInACellAndAllCommandsUnderstandTheFolder() throws Exception {
    Path folder = temporary.resolve("results");

    Cli suite = ibench("suite", file(SMALL), "-o", folder);

    assertThat(suite.err()).contains("full-r1: done").contains("normal-r1: done");
    assertThat(suite.code()).isZero();
    assertThat(suite.out())
        .contains("2 variants, 2 of 2 cells done")
        .contains("request, relative to full")
        .contains("expect impossible: normal / full, load:rows_in_tables > 2: NO");
    assertThat(folder.resolve("data")).isEmptyDirectory();
    assertThat(folder.resolve("normal/run-1/summary.json")).isRegularFile();
    assertThat(folder.resolve("report.html")).isRegularFile();
    assertThat(ibench("report", folder).out())
        .isEqualTo(suite.out().replaceAll("results in.*\n", ""));
    assertThat(ibench("compare", folder).out()).contains("1: full, the base").contains("2: normal");

    Cli again = ibench("suite", folder, "--expect", "--repeat", "2", "--only", "full");
    assertThat(again.err()).contains("full-r2: done").doesNotContain("normal-r2");
    assertThat(again.code()).isEqualTo(ExitCode.CONDITION);
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("<a href=\"normal/run-1/report.html\">");
    Cli check = ibench("check", temporary.resolve("small.properties"), "--like", folder);
    assertThat(check.out()).contains("from 3 cells of another suite");
    Cli trend = ibench("trend", folder, "--by", "sync");
    assertThat(trend.out()).contains(": 3 runs by sync, ").contains("relative to full");
    bundles(folder);
  }

  private void bundles(Path folder) throws Exception {
    Path file = temporary.resolve("b.tar.gz");
    Cli bundle = ibench("suite", folder, "--bundle", file, "--anonymous");
    assertThat(bundle.code()).as(bundle.err()).isZero();
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    run(elsewhere, "tar", "-xzf", file.toString());
    Path suite = elsewhere.resolve("suite");
    run(suite, "sha256sum", "--quiet", "-c", "SHA256SUMS");
    assertThat(folder.resolve(".trend.index")).exists();
    assertThat(suite.resolve(".trend.index")).doesNotExist();
    assertThat(ibench("check", suite.resolve("suite.properties")).code()).isZero();
    assertThat(ibench("report", suite).out()).contains("2 variants, 3 of 4 cells done");
    String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    try (Stream<Path> files = Files.walk(suite)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(each, StandardCharsets.ISO_8859_1);
        assertThat(text)
            .as(each.toString())
            .doesNotContain(folder.toString())
            .doesNotContain(System.getProperty("java.home"))
            .doesNotContainPattern("(?<![\\w.-])" + Pattern.quote(host) + "(?![\\w-])");
      }
    }
  }

  @Test
  void onlyTheAskedVariantsAreReportedAndTheBundleRepeatsThem() throws Exception {
    Path folder = temporary.resolve("some");

    Cli suite = ibench("suite", file(SMALL), "-o", folder, "--only", "full");
    Cli again = ibench("suite", folder);

    assertThat(suite.code()).as(suite.err()).isZero();
    assertThat(suite.out())
        .contains("1 of 2 variants, 1 of 1 cells done")
        .doesNotContain("expect", "normal");
    assertThat(again.err())
        .contains("of --only full as before; --only LEVELS adds others")
        .doesNotContain("normal");
    Path file = temporary.resolve("c.tar.gz");
    assertThat(ibench("suite", folder, "--bundle", file).code()).isZero();
    assertThat(folder.resolve("README.txt"))
        .content()
        .contains("repeat it     ibench suite suite.properties -o again --only full\n");
  }

  /** A folder that came from another machine, with records of three former places. */
  @Test
  void bundlesFollowNoLinkAndAnonymousOnesNameNoMachineUserOrFolder() throws Exception {
    Path first = temporary.resolve("former place");
    assertThat(ibench("suite", file(SMALL), "-o", first, "--only", "full").code()).isZero();
    Path folder = Files.move(first, temporary.resolve("moved"));
    Path secret = Files.writeString(temporary.resolve("secret"), "private words");
    Files.createSymbolicLink(folder.resolve("full/run-1/notes.txt"), secret);
    Files.createSymbolicLink(folder.resolve("README.txt"), secret);
    Files.createSymbolicLink(folder.resolve("outside"), temporary);
    byte[] archive = {0x1f, (byte) 0x8b, 8, 0, 0};
    Files.write(folder.resolve("earlier.tar.gz"), archive);
    replace(folder.resolve("suite.json"), first.toString(), "/home/alice/big tests/res");
    Path record = folder.resolve("full/run-1/run.json");
    String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    replace(record, "\"hostname\" : \"" + host + "\"", "\"hostname\" : \"oldhost7\"");
    Files.writeString(
        folder.resolve("servers/full-r1/run.log"),
        "oldhost7 /home/alice/big tests/res/x.conf /Users/bob/my.cnf '/srv/team-blue/x y'\n"
            + "jdbc:mariadb://alice@db.example.com:3306,[fd00::17]:3306/ibench?x=y\n"
            + "slow_query_log_file\toldhost7-slow.log, oldhost7-bin.000001, oldhost7.err\n"
            + "/proc/meminfo 12 rows/s /usr/bin/tar\n",
        StandardOpenOption.APPEND);
    Files.writeString(folder.resolve("full/run-1/summary.json.log"), "chart of oldhost7, bob");
    Files.writeString(folder.resolve("chart.svg"), "<a href='file:///home/alice/big%20tests/res'>");

    Path named = temporary.resolve("named.tar.gz");
    Path anonymous = temporary.resolve("anonymous.tar.gz");
    Cli plain = ibench("suite", folder, "--bundle", named);
    Cli other = ibench("suite", folder, "--bundle", anonymous, "--anonymous");

    assertThat(plain.err())
        .contains("left out: full/run-1/notes.txt is a link", "left out: outside is a link")
        .doesNotContain("earlier.tar.gz", "README");
    assertThat(other.err()).contains("left out: earlier.tar.gz is no text");
    assertThat(secret).hasContent("private words");
    Path names = unpack(named);
    assertThat(names.resolve("moved/full/run-1/notes.txt")).doesNotExist();
    assertThat(names.resolve("moved/earlier.tar.gz")).hasBinaryContent(archive);
    run(names.resolve("moved"), "sha256sum", "--quiet", "-c", "SHA256SUMS");
    Path none = unpack(anonymous).resolve("suite");
    run(none, "sha256sum", "--quiet", "-c", "SHA256SUMS");
    List<String> hidden = new ArrayList<>(List.of("alice", "bob", "oldhost7", "db.example.com"));
    hidden.addAll(List.of("fd00::17", "team-blue", "big tests", "big%20tests", "former place"));
    hidden.addAll(List.of(temporary.toString(), System.getProperty("user.dir")));
    hidden.addAll(List.of("private words", System.getProperty("user.home") + "/"));
    try (Stream<Path> files = Files.walk(none)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(each, StandardCharsets.ISO_8859_1);
        assertThat(text).as(each.toString()).doesNotContain(hidden);
        assertThat(text)
            .as(each.toString())
            .doesNotContainPattern("(?<![\\w.-])" + Pattern.quote(host) + "(?![\\w-])");
      }
    }
    assertThat(none.resolve("servers/full-r1/run.log"))
        .content()
        .contains("host /suite/x.conf /path")
        .contains("/proc/meminfo 12 rows/s /usr/bin/tar");
    String list = output("tar", "-tvzf", anonymous.toString());
    assertThat(list.lines()).isNotEmpty().allMatch(line -> line.contains(" 0/0 "));
    assertThat(ibench("report", none).out()).contains("1 of 2 variants, 1 of 1 cells done");
  }

  /** tar would take the beginning of the name for a host. */
  @Test
  void aBundleWithAColonInItsNameIsAFileHere() throws Exception {
    Path folder = temporary.resolve("a");
    assertThat(ibench("suite", file(SMALL), "-o", folder, "--only", "full").code()).isZero();
    Path file = Path.of("host.invalid:" + System.nanoTime() + ".tar.gz");
    try {
      Cli bundle = ibench("suite", folder, "--bundle", file);

      assertThat(bundle.code()).as(bundle.err()).isZero();
      assertThat(file).isNotEmptyFile();
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void replace(Path file, String text, String by) throws IOException {
    String before = Files.readString(file);
    assertThat(before).contains(text);
    // Without a checksum, as in a bundle that was anonymous before.
    Files.writeString(
        file,
        before.replace(text, by).replaceFirst(",\n  \"checksum\" : \"[0-9a-f]+\"\n}\n$", "\n}\n"));
  }

  private Path unpack(Path archive) throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("from-" + archive.getFileName()));
    run(folder, "tar", "-xzf", archive.toString());
    return folder;
  }

  private static String output(String... words) throws IOException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void run(Path folder, String... words) throws Exception {
    Process process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  @Test
  void mistakesOfFileWorkloadServerAndDatabaseAreToldAtOnceAndNothingIsMade() throws IOException {
    Path folder = temporary.resolve("results");
    Path file =
        file(
            SMALL
                + """
                set.requst.threads    = 3
                full.set.sync         = sometimes
                normal.server.hoem    = /opt
                limit.memory          = much
                repeat                = 0
                insert.clients        = 3
                l.i0.threads          = 3
                """);

    Cli suite = ibench("suite", file, "-o", folder);
    Cli check = ibench("check", file);

    assertThat(suite.code()).isEqualTo(ExitCode.USAGE);
    assertThat(suite.err())
        .contains(":11: set.requst.threads: unknown key; did you mean request.threads?")
        .contains("server.hoem: unknown key; did you mean server.home? (normal)")
        .contains("limit.memory = much: ")
        .contains(":15: repeat = 0: is out of range")
        .contains(":16: insert.clients: unknown key; write set.insert.clients: it is a setting of")
        .contains(":17: l.i0.threads: unknown key; write set.l.i0.threads: it is a setting of");
    assertThat(check.err()).isEqualTo(suite.err());
    assertThat(folder).doesNotExist();
  }

  private static final String DUETS =
      """
      workload       = oltp
      server.product = sqlite
      vary.set.sync  = full, normal
      set.oltp.rows  = 1000
      set.steps      = drop, create, load, point_select
      order          = duet
      duet           = --most 1s --within 50 --fail-if time>0.1
      """;

  @Test
  void eachCellOfDuetsComparesAVariantWithItsBase() throws Exception {
    Path folder = temporary.resolve("results");

    Cli suite = ibench("suite", file(DUETS), "-o", folder);

    assertThat(suite.code()).as(suite.err() + suite.out()).isEqualTo(ExitCode.CONDITION);
    assertThat(suite.out())
        .contains("2 variants, 1 of 1 cells done")
        .containsPattern("normal-r1: normal is [\\d.]+ % (slower|faster) than full \\(95 %")
        .containsPattern("(?m)^ +sync +full +normal +normal$")
        .doesNotContain("server.data");
    assertThat(folder.resolve("data")).isEmptyDirectory();
    assertThat(folder.resolve("normal/run-1/duet.json")).isNotEmptyFile();
    assertThat(folder.resolve("figures.csv")).content().contains("\nnormal,full,1,point_select,");
    assertThat(folder.resolve("report.html")).content().contains("normal/run-1/report.html");
    assertThat(ibench("report", folder).out())
        .isEqualTo(suite.out().replaceAll("results in.*\n", ""));
  }

  @Test
  void duetsThatCannotBeAreRefusedWithoutTouchingAnything() throws IOException {
    Path folder = temporary.resolve("results");
    String text =
        DUETS
                .replace("set.oltp.rows  = 1000\n", "")
                .replace("vary.set.sync  = full, normal", "vary.set.oltp.rows = 1000, 2000")
            + "limit.client_cpus = 0\n";

    Cli suite = ibench("suite", file(text), "-o", folder);

    assertThat(suite.code()).isEqualTo(ExitCode.USAGE);
    assertThat(suite.err())
        .contains("A and B do different work: they differ in oltp.rows")
        .contains("limit.client_cpus is no setting of a duet");
    Cli options = ibench("check", file(DUETS.replace("--most 1s", "--output x --most soon")));
    assertThat(options.code()).isEqualTo(ExitCode.USAGE);
    assertThat(options.err()).contains("duet = --output x --most soon").contains("allowed: --cpus");
    assertThat(folder).doesNotExist();
  }
}
