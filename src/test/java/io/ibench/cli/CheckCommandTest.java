package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.run.RunCommand;
import io.ibench.cli.setup.Setup;
import io.ibench.testing.Slow;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CheckCommandTest {

  @TempDir private Path temporary;

  /** Needs a file that is not a part of ibench. */
  private static final Path UPSTREAM = Path.of("linkbench-upstream.properties");

  /** A folder as somebody may have downloaded it: settings, and a server beside them. */
  @StartsProcess
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void programsThatCameWithTheFileRunOnlyWhenTheyAreTrusted(boolean suite) throws IOException {
    Path programs = Files.createDirectories(temporary.resolve("came/bin"));
    Path ran = temporary.resolve("ran");
    for (String name : List.of("mariadbd", "mariadb-install-db", "evil")) {
      Path program = programs.resolve(name);
      Files.writeString(program, "#!/bin/sh\necho 'Ver 10.11.9-MariaDB'\n: >" + ran + "\n");
      assertThat(program.toFile().setExecutable(true)).isTrue();
    }
    String home = programs.getParent().toString();
    String relative = Path.of("").toAbsolutePath().relativize(programs.getParent()).toString();
    Path link = Files.createSymbolicLink(temporary.resolve("came/link"), programs.getParent());

    for (String each : List.of(home, relative, link.toString())) {
      Path file = settings(suite, "server.home = " + each + "\n");
      Cli check = ibench("check", file);
      assertThat(check.code()).as(check.err()).isZero();
      assertThat(check.out().replaceAll("\\s+", " "))
          .contains("not asked for its version and options: server.home = " + each)
          .contains("--trust runs its programs");
      assertThat(ran).doesNotExist();

      Cli trusted = ibench("check", file, "--trust");
      assertThat(trusted.err()).contains("ibench: runs the programs of server.home = " + each);
      assertThat(trusted.out()).doesNotContain("not asked");
      assertThat(ran).exists();
      Files.delete(ran);
    }
    Path file = settings(suite, "");
    Cli named = ibench("check", file, "-s", "server.home=" + home);
    assertThat(named.out()).doesNotContain("not asked");
    assertThat(ran).exists();
    Files.delete(ran);

    // A server that prints its options loads its plug-ins.
    Cli library = ibench("check", settings(suite, "conf.plugin_dir = " + programs + "\n"));
    assertThat(library.out().replaceAll("\\s+", " "))
        .contains("not asked for its version and options: conf.plugin_dir = " + programs);
    assertThat(ran).doesNotExist();
    // The server takes the beginning of a name for the name.
    for (String each : List.of("plugin_di", "loose_plugin_d", "base")) {
      Cli begun = ibench("check", settings(suite, "conf." + each + " = plug\n"));
      assertThat(begun.out().replaceAll("\\s+", " "))
          .contains("not asked for its version and options: conf." + each + " = plug");
    }
    // A folder that did not come with the file.
    assertThat(ibench("check", settings(suite, "server.home = /opt/none\n")).out())
        .doesNotContain("not asked");
  }

  @Test
  void theSecretOfAServersOptionIsMaskedAndRefusedWhereOthersCanSeeIt() throws IOException {
    Files.createDirectories(temporary.resolve("came"));
    String options =
        "server.home = ./none\nconf.report_password = hidden\nconf.old_passwords = 0\n";
    Path file = settings(false, options);
    Cli check = ibench("check", file);
    Cli given = ibench("check", file, "-s", "conf.report_password=hidden");
    Cli suite = ibench("check", settings(true, options));

    assertThat(check.out()).containsPattern("conf.report_password += \\*\\*\\* ");
    assertThat(check.out()).containsPattern("conf.old_passwords += 0 ");
    assertThat(given.code()).isEqualTo(ExitCode.USAGE);
    assertThat(suite.out()).contains("conf.report_password = ***");
    assertThat(check.out() + given.err() + suite.out() + suite.err()).doesNotContain("hidden");
  }

  /** The server would give the url. */
  @Test
  void whyAServerIsNotAskedIsSaidAlsoWhenSettingsAreMissing() throws IOException {
    Path file =
        Files.writeString(
            temporary.resolve("x.properties"),
            "database = mariadb\nserver = true\nserver.home = ./here\n");
    Cli check = ibench("check", Cli.LINKBENCH, "-d", file);

    assertThat(check.code()).isEqualTo(ExitCode.USAGE);
    assertThat(check.err())
        .contains(
            "ibench: server: not asked for its version and options: server.home = ./here may have"
                + " come with the file; --trust runs its programs")
        .contains("url: is required");
  }

  private Path settings(boolean suite, String more) throws IOException {
    String workload = Cli.LINKBENCH.toAbsolutePath().toString();
    return Files.writeString(
        temporary.resolve("came/settings.properties"),
        (suite
                ? "workload = "
                    + workload
                    + "\nserver.product = mariadb\nvary.set.linkbench.maxid1 = 1001, 2001\n"
                : "include = "
                    + workload
                    + "\ndatabase = mariadb\nserver = true\nurl = jdbc:mariadb://127.0.0.1/x\nuser = x\n")
            + more);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  /** Without what other tests have here for a moment: servers' folders, and a bundle. */
  private static List<Path> checkout() throws IOException {
    return list(Path.of("")).stream()
        .filter(file -> !file.toString().matches("ibench-server-\\d+.*|host\\.invalid:.*"))
        .toList();
  }

  static List<Arguments> shippedCombinations() throws IOException {
    List<Arguments> combinations = new ArrayList<>();
    for (Path workload : list(Path.of("workloads"))) {
      for (Path database : list(Path.of("conf")).stream().filter(Files::isRegularFile).toList()) {
        if (workload.toString().endsWith(".properties") && isOfItsLanguage(workload, database)) {
          combinations.add(Arguments.of(workload, database));
        }
      }
    }
    return combinations;
  }

  /**
   * io works on files alone. A script is in SQL or consists of MongoDB's commands, or is still to
   * be named.
   */
  private static boolean isOfItsLanguage(Path workload, Path database) throws IOException {
    boolean io = workload.getFileName().toString().matches("io(-.*)?\\.properties");
    if (io || database.endsWith("files.properties")) {
      return io && database.endsWith("files.properties");
    }
    if (!Files.readString(workload).matches("(?s).*workload\\s*= script\\b.*")) {
      return true;
    }
    Set<String> documents = Set.of("mongodb.properties");
    String name = database.getFileName().toString();
    return !workload.endsWith("script.properties")
        && !name.equals("memory.properties")
        && !name.startsWith("rocksdb")
        && documents.contains(name) == workload.endsWith("ledger.properties");
  }

  @Test
  void aMistakeInAScriptHasItsLineAndNoDatabaseIsTouched() throws IOException {
    Path script = Files.writeString(temporary.resolve("my.sql"), "SELECT 1;\nSELECT :x;\nCOMMIT;");
    Cli check =
        ibench(
            "run",
            "workloads/script.properties",
            "-d",
            "conf/postgres.properties",
            "-s",
            "url=jdbc:postgresql://192.0.2.1:1/x",
            "-s",
            "script.files=" + script);
    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err())
        .contains("my.sql:2: :x is never set", "my.sql:3: ends a transaction")
        .doesNotContain("192.0.2.1");
  }

  @ParameterizedTest
  @MethodSource("shippedCombinations")
  @ResourceLock("current folder")
  @Slow
  void everyShippedWorkloadIsRightOnEveryShippedDatabaseAndTouchesNothing(
      Path workload, Path database) throws IOException {
    List<Path> before = checkout();

    Cli check =
        workload.endsWith(UPSTREAM)
            ? ibench("check", workload, "-d", database, "-s", "linkbench.degrees=2011")
            : ibench("check", workload, "-d", database);

    assertThat(check.err()).isEmpty();
    assertThat(check.code()).isZero();
    assertThat(check.out()).contains("steps\n").contains("no mistakes found");
    assertThat(checkout()).isEqualTo(before);
  }

  @Test
  void theAncestorsSettingSaysWhichFileItNeeds() {
    Cli check = ibench("check", Path.of("workloads").resolve(UPSTREAM), "-d", "noop");

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err())
        .contains("linkbench.degrees", "Distribution.dat", "linkbench-upstream.properties");
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert-2014 more", "insert-2017 q1000"})
  void theStepsOfAPublishedFileCanBeRunOneByOne(String names) {
    String file = "workloads/" + names.split(" ")[0] + ".properties";
    String other = names.split(" ")[1];

    Cli load = ibench("check", file, "-s", "steps=l.i0,verify");
    Cli rest = ibench("check", file, "-s", "steps=" + other + ",verify");

    assertThat(load.err()).isEmpty();
    assertThat(load.code()).isZero();
    assertThat(load.out())
        .containsPattern(
            "\n\nnot used: their steps are not among those of steps, or a profile replaces them\n(  .*\n)*  "
                + other
                + ".like\n");
    assertThat(rest.err()).isEmpty();
    assertThat(rest.out()).doesNotContain("  " + other + ".like\n");
  }

  @Test
  void everyOptionOfRunIsOneOfCheck() {
    assertThat(options(new CheckCommand())).containsAll(options(new RunCommand()));
  }

  private static Set<String> options(Object command) {
    return new CommandLine(command).getCommandSpec().optionsMap().keySet();
  }

  @Test
  void itCanBePutInPlaceOfRunAndMakesNoFolder() throws IOException {
    Path result = temporary.resolve("result");
    Path upstream = temporary.resolve("upstream");

    Cli check =
        ibench(
            "check",
            "workloads/linkbench.properties",
            "-o",
            result,
            "--upstream-output",
            upstream,
            "--as-is",
            "--drop-foreign",
            "--strict",
            "--no-page");

    assertThat(check.err()).isEmpty();
    assertThat(check.code()).isZero();
    assertThat(check.out()).contains("no mistakes found");
    assertThat(list(temporary)).isEmpty();
  }

  @Test
  void aFolderThatARunWouldRefuseIsAMistake() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));

    for (String option : List.of("-o", "--upstream-output")) {
      for (Object folder : List.of(temporary, file, "")) {
        Cli check = ibench("check", "workloads/linkbench.properties", option, folder);
        Cli run = ibench("run", "workloads/linkbench.properties", option, folder);

        assertThat(check.code()).isEqualTo(2);
        assertThat(check.out()).isEmpty();
        assertThat(check.err()).startsWith("ibench: " + option).isEqualTo(run.err());
      }
    }
    assertThat(list(temporary)).containsExactly(file);
  }

  @Test
  void theSettingsStandInColumnsAndTimesBelowASecondAreShown() {
    Cli check = ibench("check", "workloads/linkbench.properties", "-s", "request.until=500ms");

    assertThat(check.out()).contains("3 x 0.5 s\n").contains("1 x 12 s\n");
    assertThat(check.out().lines().filter(line -> line.contains(" # default")))
        .extracting(line -> line.indexOf(" = "))
        .containsOnly(2 + "linkbench.link_add_datagen_motif_length".length());
  }

  @Test
  void aPasswordThatAHookSetsIsNotShown() throws IOException {
    Path hooks = temporary.resolve("hooks.properties");
    Files.writeString(
        hooks,
        """
        include = %s
        hook.before_step = PGPASSWORD=geheim psql -c CHECKPOINT
        hook.after_step = mysql --password=geheim -e 'FLUSH STATUS'
        """
            .formatted(Path.of("workloads/linkbench.properties").toAbsolutePath()));

    for (Cli check : List.of(ibench("check", hooks), ibench("check", hooks, "--json"))) {
      assertThat(check.err()).isEmpty();
      assertThat(check.out()).contains("PGPASSWORD=***", "--password=***", "-c CHECKPOINT");
      assertThat(check.out()).doesNotContain("geheim");
    }
  }

  private static JsonNode json(Object... arguments) throws IOException {
    Cli check = ibench(arguments);
    assertThat(check.err()).isEmpty();
    assertThat(check.code()).isZero();
    return new ObjectMapper()
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .readTree(check.out());
  }

  private static JsonNode named(JsonNode list, String name) {
    for (JsonNode node : list) {
      if (node.get("name").asText().equals(name)) {
        return node;
      }
    }
    throw new AssertionError("no " + name + " in " + list);
  }

  @Test
  void jsonIsAllThatStandsOnStdout() throws IOException {
    JsonNode plan = json("check", "--json", Cli.LINKBENCH, "-d", Cli.NOOP);

    assertThat(plan.get("workload").asText()).isEqualTo("linkbench");
    assertThat(plan.get("database").asText()).isEqualTo("noop");
  }

  @Test
  void jsonHasTheStepsWithTheirGroupsOfThreads() throws IOException {
    JsonNode plan =
        json(
            "check",
            "--json",
            Cli.LINKBENCH,
            "-s",
            "steps=load,request,paced,steady",
            "-s",
            "paced.like=request",
            "-s",
            "paced.rate=1500/s",
            "-s",
            "paced.operations=7k",
            "-s",
            "paced.repeat=1",
            "-s",
            "steady.like=request",
            "-s",
            "steady.repeat=1",
            "-s",
            "steady.until=steady or 20m");

    assertThat(plan.get("steps")).hasSize(4);
    JsonNode request = named(plan.get("steps"), "request");
    assertThat(request.get("repeat").asInt()).isEqualTo(3);
    assertThat(request.get("until_seconds").asDouble()).isEqualTo(20);
    assertThat(request.get("operations").isNull()).isTrue();
    assertThat(request.get("groups").toString())
        .isEqualTo(
            "[{\"name\":\"\",\"clients\":1,\"threads\":4,\"rate\":\"unlimited\","
                + "\"rate_per_thread\":null,\"pacing\":null,\"rows_per_operation\":1,"
                + "\"follows\":null,\"lag\":null,\"background\":false}]");
    assertThat(request.get("until_rate").isNull()).isTrue();
    JsonNode paced = named(plan.get("steps"), "paced");
    JsonNode steady = named(plan.get("steps"), "steady");
    assertThat(steady.get("until_rate").asText()).isEqualTo("steady");
    assertThat(steady.get("until_seconds").asDouble()).isEqualTo(1_200);
    assertThat(paced.get("kind").asText()).isEqualTo("request");
    assertThat(paced.get("like").asText()).isEqualTo("request");
    assertThat(paced.get("operations").asLong()).isEqualTo(7_000);
    assertThat(paced.at("/groups/0/rate").asText()).isEqualTo("1500/s");
    assertThat(paced.at("/groups/0/rate_per_thread").isNumber()).isTrue();
    assertThat(paced.at("/groups/0/rate_per_thread").asDouble()).isEqualTo(375);
    assertThat(paced.at("/groups/0/pacing").asText()).isEqualTo("even");
    assertThat(named(plan.get("steps"), "load").get("rows").asLong())
        .isEqualTo(rows(plan, "linktable") + rows(plan, "counttable") + rows(plan, "nodetable"));
  }

  @Test
  void aTimeThatOperationsMayCutShortIsAtMostThat() throws IOException {
    Path workload =
        Files.writeString(
            temporary.resolve("w.properties"),
            """
            workload = linkbench
            steps    = request
            request.until = 1h
            request.operations = 7k
            request.threads = 4
            request.repeat = 1
            """);

    Cli check = ibench("check", workload, "-d", Cli.NOOP);

    assertThat(check.out().lines().map(String::strip))
        .contains("request       4 threads, unlimited, at most 1 x 3600 s, 7,000 operations")
        .contains("time   what request (at most 1 h) takes");
  }

  @Test
  void aRateIsShownForTheGroupAndForEachThreadWithItsPacing() throws IOException {
    Path workload =
        Files.writeString(
            temporary.resolve("w.properties"),
            """
            workload = linkbench
            steps    = load, request, even, poisson, one
            linkbench.maxid1 = 101
            load.rate = 1000/s
            load.threads = 3
            request.until = 5s
            request.threads = 8
            even.like = request
            even.rate = 1000/s
            poisson.like = even
            poisson.pacing = poisson
            one.like = poisson
            one.threads = 1
            """);

    Cli check = ibench("check", workload, "-d", Cli.NOOP);

    assertThat(check.err()).isEmpty();
    assertThat(check.out().lines().map(String::strip))
        .anyMatch(line -> line.contains("  3 threads, 1000/s even (about 333.333/s each), "))
        .contains("request       8 threads, unlimited, 1 x 5 s")
        .contains("even          8 threads, 1000/s even (125/s each), 1 x 5 s (like request)")
        .contains("poisson       8 threads, 1000/s poisson (125/s each), 1 x 5 s (like even)")
        .contains("one           1 thread, 1000/s poisson (1000/s each), 1 x 5 s (like poisson)");
    JsonNode steps = json("check", "--json", workload, "-d", Cli.NOOP).get("steps");
    assertThat(named(steps, "load").at("/groups/0/rate_per_thread").asDouble())
        .isEqualTo(1000 / 3.0);
    assertThat(named(steps, "poisson").at("/groups/0/pacing").asText()).isEqualTo("poisson");
  }

  private static long rows(JsonNode plan, String table) {
    return named(plan.get("tables"), table).get("rows").asLong();
  }

  @Test
  void jsonHasEverySettingInForceWithItsOrigin() throws IOException {
    JsonNode settings =
        json("check", "--json", Cli.LINKBENCH, "-s", "request.threads=9").get("settings");

    assertThat(named(settings, "request.threads").toString())
        .isEqualTo("{\"name\":\"request.threads\",\"value\":\"9\",\"origin\":\"-s\"}");
    assertThat(named(settings, "retry").get("origin").asText()).isEqualTo("default");
    assertThat(named(settings, "workload").get("origin").asText())
        .matches(".*linkbench\\.properties:\\d+");
    assertThat(settings.findValuesAsText("name")).doesNotHaveDuplicates();
  }

  @Test
  void ofManyTablesTheFirstAndTheSumAreShown() throws IOException {
    Cli check = ibench("check", "workloads/insert-2017.properties");

    assertThat(check.out())
        .contains(
            "  pi4                 31,250,000 rows\n  ...\n  all 16             500,000,000 rows\n")
        .doesNotContain("pi5");
  }

  @Test
  void rowsOfABillionIdsAreExactAndNotCut() throws IOException {
    JsonNode plan = json("check", "--json", Path.of("workloads", "linkbench-7days.properties"));

    assertThat(rows(plan, "nodetable")).isEqualTo(1_000_000_000);
    assertThat(rows(plan, "linktable")).isGreaterThan(1L << 31);
    assertThat(named(plan.get("steps"), "request").get("repeat").asInt()).isEqualTo(168);
  }

  @Test
  void settingsInOtherAlphabetsStayValidJsonInAnyEncoding() throws IOException {
    Cli check = ibench("check", "--json", Cli.LINKBENCH, "-s", "label=größe");

    assertThat(check.out()).matches("\\p{ASCII}*");
    assertThat(
            named(new ObjectMapper().readTree(check.out()).get("settings"), "label")
                .get("value")
                .asText())
        .isEqualTo("größe");
  }

  @Test
  void allMistakesAreShownAtOnceWithTheirPlace() throws IOException {
    Path workload =
        Files.writeString(
            temporary.resolve("w.properties"),
            """
            workload = linkbench
            steps    = request
            request.threads = none
            request.untill = 5s
            request.until = 5s
            linkbench.maxid1 = many
            """);

    Cli check = ibench("check", workload, "-s", "interval=5", "-s", "retry=-1");

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.out()).isEmpty();
    assertThat(check.err().lines())
        .hasSize(5)
        .allMatch(line -> line.startsWith("ibench: "))
        .anyMatch(line -> line.contains(workload + ":3: request.threads = none: "))
        .anyMatch(
            line ->
                line.contains(workload + ":4: request.untill") && line.contains("request.until?"))
        .anyMatch(line -> line.contains(workload + ":6: linkbench.maxid1 = many: "))
        .anyMatch(line -> line.contains("-s: interval = 5: "))
        .anyMatch(line -> line.contains("-s: retry = -1: "));
  }

  @Test
  void defaultsOfAnEraSayThatTheyAre() throws IOException {
    JsonNode plan = json("check", "--json", Path.of("workloads", "linkbench-2017.properties"));

    assertThat(named(plan.get("settings"), "linkbench.getnode").toString())
        .isEqualTo(
            "{\"name\":\"linkbench.getnode\",\"value\":\"43.9869\","
                + "\"origin\":\"linkbench.era = 2017\"}");
    assertThat(ibench("list").out())
        .contains("linkbench.getnode")
        .contains("= 12.9326683 (2011), 43.9869 (2017)");
  }

  @Test
  void aWarningIsNoMistake() throws IOException {
    Cli check =
        ibench(
            "check",
            "--json",
            Cli.LINKBENCH,
            "-s",
            "linkbench.compat=fork",
            "-s",
            "linkbench.degrees=2017");

    assertThat(check.code()).isZero();
    assertThat(check.err().lines())
        .singleElement()
        .asString()
        .startsWith("ibench: warning: linkbench.degrees = 2017 looks like the data of 2017");
    assertThat(new ObjectMapper().readTree(check.out()).get("workload").asText())
        .isEqualTo("linkbench");
  }

  static List<Arguments> mistakesOfLinkBench() {
    return List.of(
        Arguments.of("linkbench.getnode=50", "add up to 137.067332; allowed: together 100"),
        Arguments.of("linkbench.maxid1=2 linkbench.startid1=2", "allowed: 3 or more"),
        Arguments.of("linkbench.era=2012", "linkbench.era = 2012: is not known; allowed: 2011"),
        Arguments.of("linkbench.degrees=pom.xml", "linkbench.degrees = pom.xml: pom.xml:"));
  }

  @ParameterizedTest
  @MethodSource("mistakesOfLinkBench")
  void aMistakeOfLinkBenchIsOneLine(String settings, String line) {
    List<Object> arguments = new ArrayList<>(List.of("check", Cli.LINKBENCH));
    for (String setting : settings.split(" ")) {
      arguments.addAll(List.of("-s", setting));
    }

    Cli check = ibench(arguments.toArray());

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.out()).isEmpty();
    assertThat(check.err().lines())
        .singleElement()
        .asString()
        .startsWith("ibench: -s: linkbench.")
        .contains(line);
  }

  @Test
  void anUnknownWorkloadListsTheKnownOnes() throws IOException {
    Path workload = Files.writeString(temporary.resolve("w.properties"), "workload = linkbnech\n");

    Cli check = ibench("check", workload);

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err())
        .contains(workload + ":1: workload = linkbnech")
        .contains("known: " + String.join(", ", Setup.workloads().keySet()));
  }

  @Test
  void anUnknownDatabaseListsTheKnownOnes() {
    Cli check = ibench("check", Cli.LINKBENCH, "-s", "database=oracle");

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err())
        .contains("database = oracle")
        .contains("known: " + String.join(", ", Setup.adapters().keySet()))
        .contains("sqlite");
  }

  @Test
  void aKeyOfAnotherDatabaseIsUnknown() {
    Cli check = ibench("check", Cli.LINKBENCH, "-d", Cli.NOOP, "-s", "cache=1MB");

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err()).contains("-s: cache: unknown key");
  }

  @Test
  void aMissingFileIsAMistake() {
    Cli check = ibench("check", temporary.resolve("none.properties"));

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err()).contains("there is no file");
  }

  @Test
  void aPasswordOnTheCommandLineIsRefusedAndNotRepeated() {
    Cli check = ibench("check", Cli.LINKBENCH, "-d", Cli.MARIADB, "-s", "password=hunter2");

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err()).contains("password").doesNotContain("hunter2");
  }

  @Test
  void aSecretIsNeverShown() {
    Map<String, String> environment = Map.of("IBENCH_PASSWORD", "hunter2");
    for (String json : List.of("--json", "-s=seed=1")) {
      Cli check = ibench(environment, "check", Cli.LINKBENCH, "-d", Cli.MARIADB, json);

      assertThat(check.code()).isZero();
      assertThat(check.out()).contains("***").doesNotContain("hunter2");
    }
  }

  @Test
  void variablesComeFromTheEnvironmentThatIsHandedIn() {
    Cli check =
        ibench(Map.of("IBENCH_HOST", "db7.example"), "check", Cli.LINKBENCH, "-d", Cli.MARIADB);

    assertThat(check.out()).contains("jdbc:mariadb://db7.example:3306/ibench");
  }
}
