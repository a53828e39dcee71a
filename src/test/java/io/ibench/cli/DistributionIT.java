package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.setup.PlugInJar;
import io.ibench.testing.AlsoAsRoot;
import io.ibench.testing.Distribution;
import io.ibench.testing.Distribution.Result;
import io.ibench.testing.Javas;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The tar file that {@code mvn package} makes, as users have it. */
@StartsProcess
@AlsoAsRoot
class DistributionIT {

  private static final Path RUNNING = Path.of(System.getProperty("java.home"));
  private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");

  private static Distribution distribution;

  /** Unpacks it, adds the plug-ins as the guide says, and makes everything read-only. */
  @BeforeAll
  static void install() throws IOException, InterruptedException {
    distribution = Distribution.unpack(Path.of(System.getProperty("ibench.distribution")));
    Path driver = codeSource(org.h2.Driver.class);
    Files.copy(driver, distribution.home().resolve(driver.getFileName()));
    for (String command : commands()) {
      if (!command.startsWith("bin/ibench ")) {
        Result result = distribution.shell(RUNNING, command);
        assertThat(result.code()).as(command + result.err()).isZero();
      }
    }
    distribution.seal();
  }

  @AfterAll
  static void remove() throws IOException {
    if (distribution != null) {
      distribution.close();
    }
  }

  private static Path codeSource(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The shell commands of the guide. */
  private static List<String> commands() throws IOException {
    String guide = Files.readString(distribution.home().resolve("docs/plugins.md"));
    List<String> commands = new ArrayList<>();
    for (Matcher block = COMMANDS.matcher(guide); block.find(); ) {
      block.group(1).lines().forEach(commands::add);
    }
    assertThat(commands).hasSize(7);
    return commands;
  }

  static IntStream javas() {
    return IntStream.of(17, 25, Runtime.version().feature()).distinct();
  }

  @ParameterizedTest(name = "Java {0}")
  @MethodSource("javas")
  void runsFromAnyFolderByAnyUserAndWritesOnlyToTheCurrentFolder(int version) throws Exception {
    Path java = Javas.home(version).orElse(null);
    Assumptions.assumeTrue(
        java != null, "no Java " + version + " beside " + RUNNING + ", none in " + Javas.VARIABLE);
    Path current = distribution.currentFolder("current folder " + version);
    Set<String> before = contents();

    Result list = distribution.ibench(java, current, "list");
    assertThat(list.code()).as(list.err()).isZero();
    assertThat(list.err()).isEmpty();
    assertThat(list.out()).contains("workload linkbench: ", "database sqlite: ", "counter.jar)");

    Result check = distribution.ibench(java, current, "check", "workloads/linkbench.properties");
    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.err()).isEmpty();

    Result run =
        distribution.ibench(
            java,
            current,
            "run",
            "workloads/linkbench.properties",
            "-s",
            "linkbench.maxid1=201",
            "-s",
            "warmup.until=100ms",
            "-s",
            "request.until=300ms",
            "-s",
            "request.repeat=1");
    assertThat(run.code()).as(run.err() + run.out()).isZero();
    assertThat(run.err().lines()).noneMatch(line -> line.contains("WARNING"));
    assertResults(current, version);
    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void theFirstRunMakesTheArchiveOfClassesThatLaterOnesUse() throws Exception {
    Path current = distribution.currentFolder("archive");
    Path log = current.resolve("classes.log");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            RUNNING.toString(),
            "HOME",
            current.toString(),
            "IBENCH_JAVA_OPTS",
            "-Xlog:class+load:file=classes.log");
    Path script = distribution.home().resolve("bin/ibench");
    Path folder = current.resolve(".cache/ibench");

    assertThat(distribution.run(script, current, environment, "list").code()).isZero();
    assertThat(folder).doesNotExist();
    for (int run = 1; run <= 2; run++) {
      Result ran =
          distribution.run(
              script,
              current,
              environment,
              "run",
              "linkbench",
              "-d",
              "noop",
              "-s",
              "steps=request",
              "-s",
              "request.operations=1",
              "-s",
              "request.repeat=1");
      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(ran.err()).doesNotContain("archive").doesNotContain("[cds");
      try (Stream<Path> archives = Files.list(folder)) {
        Path archive = assertThat(archives).singleElement().actual();
        assertThat(archive.toString()).endsWith(".jsa");
        assertThat(Files.size(archive)).as("it could be made").isPositive();
      }
      // Java 17 archives no class of a jar with a blank in its path, as here, but those of the JDK.
      assertThat(Files.readString(log)).contains("source: shared objects file (top)");
    }
  }

  private static void assertResults(Path current, int version) throws IOException {
    try (Stream<Path> written = Files.walk(current)) {
      for (Path path : written.toList()) {
        assertThat(Files.getAttribute(path, "unix:uid"))
            .as(path.toString())
            .isEqualTo(distribution.user());
      }
    }
    assertThat(current.resolve("ibench.db")).isNotEmptyFile();
    try (Stream<Path> results = Files.list(current.resolve("results"))) {
      Path result = results.findFirst().orElseThrow();
      assertThat(Files.readString(result.resolve("summary.json"))).contains("\"done\"");
      assertThat(Files.readString(result.resolve("run.json")))
          .containsPattern("\"jvm\" : \"[^\"]* " + version + "[.+]");
    }
  }

  /** Every file with its size and time. */
  private static Set<String> contents() throws IOException {
    try (Stream<Path> files = Files.walk(distribution.home())) {
      Set<String> contents = new TreeSet<>();
      for (Path file : files.toList()) {
        contents.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
      return contents;
    }
  }

  @Test
  void theRunsOfTheGuideWork() throws Exception {
    Path current = distribution.currentFolder("guide");
    int runs = 0;
    for (String command : commands()) {
      if (command.startsWith("bin/ibench ")) {
        runs++;
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.remove(0);
        words.addAll(List.of("-s", "request.until=300ms"));

        Result run = distribution.ibench(RUNNING, current, words.toArray(String[]::new));

        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("sum of counters.value: ");
      }
    }
    assertThat(runs).isEqualTo(2);
  }

  /** Maven finds everything that these builds need in the repository of ibench's own build. */
  @ParameterizedTest
  @CsvSource({"workload, my_shop", "database, mydb"})
  void theFolderOfANewPlugInBuildsTestsAndRuns(String kind, String name) throws Exception {
    Path folder = Files.createTempDirectory("new plug-in ");
    String make = "cd '" + folder + "' && \"$IBENCH\"/bin/ibench new " + kind + " " + name;
    String build = " && cd " + name + " && mvn -o -q -B package";
    Result built = distribution.shell(RUNNING, "IBENCH=$PWD; " + make + build);

    assertThat(built.code()).as(built.out() + built.err()).isZero();
    String readme = Files.readString(folder.resolve(name).resolve("README.md"));
    String command = readme.lines().filter(line -> line.startsWith("IBENCH_")).findFirst().get();
    Result ran =
        distribution.shell(
            RUNNING,
            "cd '"
                + folder.resolve(name)
                + "' && "
                + command
                + " -s request.until=300ms"
                + (kind.equals("database") ? " -s linkbench.maxid1=101 -s warmup.until=1s" : ""));
    assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.out()).contains("run done");
    deleteAll(folder);
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void testsAnAdapter() throws Exception {
    Path current = distribution.currentFolder("test adapter");
    Result result =
        distribution.ibench(RUNNING, current, "test-adapter", "-d", "conf/sqlite.properties");
    assertThat(result.code()).as(result.out() + result.err()).isZero();
    assertThat(result.out()).endsWith("; this adapter fits\n");
  }

  /** The JVMs of its benchmarks find the classes of lib. */
  @Test
  void measuresWhatItCostsAndLeavesOnlyTheResult() throws Exception {
    Path current = distribution.currentFolder("overhead");
    Result result =
        distribution.ibench(
            RUNNING, current, "overhead", "--quick", "-d", "sqlite", "-o", "result");

    assertThat(result.code()).as(result.out() + result.err()).isZero();
    assertThat(result.out())
        .startsWith("this client can send ")
        .containsPattern("\n  LinkBench +- ")
        .containsPattern("\n  PostgreSQL driver +~?[0-9.]+ [um]s ")
        .containsPattern("\n  LinkBench transaction ");
    assertThat(result.out().replaceAll("\\s+", " "))
        .containsPattern("per CPU; on this SQLite .* of its CPU is ibench ");
    assertThat(result.out().lines()).allMatch(line -> line.length() <= 80);
    try (Stream<Path> left = Files.walk(current)) {
      assertThat(left.map(current::relativize).map(Path::toString))
          .contains("result/overhead.json")
          .noneMatch(name -> name.contains("ibench.db"));
    }
    Result compared = distribution.ibench(RUNNING, current, "compare", "result", "result");
    assertThat(compared.code()).as(compared.err()).isZero();
    assertThat(compared.out()).startsWith("the client costs the same: none of 18 rows");
  }

  @Test
  void isFoundThroughLinksAndTakesHeapAndOptions() throws Exception {
    Path current = distribution.currentFolder("links");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            RUNNING.toString(),
            "IBENCH_HEAP",
            "100m",
            "IBENCH_JAVA_OPTS",
            "-XX:+PrintFlagsFinal -XX:-UseG1GC -XX:+UseSerialGC");

    Result version = distribution.run(distribution.link(), current, environment, "--version");

    assertThat(version.code()).as(version.err()).isZero();
    assertThat(version.err()).isEmpty();
    assertThat(version.out())
        .containsPattern("\nibench \\d+\\.")
        .containsPattern("MaxHeapSize += 104857600 ")
        .containsPattern("UseSerialGC += true ");
  }

  @Test
  void aCurrentFolderThatCannotBeWrittenToIsOneLine() throws Exception {
    Result run =
        distribution.ibench(RUNNING, distribution.home(), "run", "workloads/linkbench.properties");

    Assumptions.assumeTrue(distribution.user() != 0, "root may write everywhere");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("ibench: ")
        .contains("results");
  }

  /** man looks for pages in share/man beside a folder of PATH. */
  @Test
  void hasTheManualPageOfItsVersion() throws Exception {
    Path page = distribution.home().resolve("share/man/man1/ibench.1");
    Path current = distribution.currentFolder("manual");

    Result man = distribution.ibench(RUNNING, current, "man");

    assertThat(man.code()).as(man.err()).isZero();
    assertThat(page).hasContent(man.out());
  }

  @Test
  void everyLinkInTheDocumentsLeadsSomewhere() throws IOException {
    int links = 0;
    for (Path document : documents()) {
      for (Matcher link = LINK.matcher(Files.readString(document)); link.find(); ) {
        links++;
        assertThat(document.resolveSibling(link.group(1)))
            .as(document + ": " + link.group())
            .exists();
      }
    }
    assertThat(links).isGreaterThan(10);
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.walk(distribution.home())) {
      return files.filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  @Test
  void everyLibraryHasItsLicenceNamed() throws IOException {
    Path home = distribution.home();
    Set<String> named = new TreeSet<>();
    Files.readString(home.resolve("THIRD-PARTY.md"))
        .lines()
        .filter(line -> line.startsWith("| ") && line.contains("http"))
        .forEach(line -> named.add(line.split(" ")[1]));

    Set<String> libraries = new TreeSet<>();
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      for (Path jar : jars.toList()) {
        libraries.add(jar.getFileName().toString().replaceFirst("-\\d.*", ""));
      }
    }
    assertThat(libraries.remove("ibench")).isTrue();
    assertThat(libraries).isEqualTo(named).contains("mysql-connector-j");
    assertThat(home.resolve("LICENSE")).isNotEmptyFile();
    assertThat(home.resolve("licenses/LGPL-2.1.txt")).isNotEmptyFile();
  }

  /** BillOfMaterialsTest compares the list with pom.xml; this is what came of it. */
  @Test
  void theListOfAReleaseHasEveryJarAndAllThatIsInIbenchsOwn() throws IOException {
    String list = Files.readString(Path.of("src/distribution/sbom.json"));
    List<Path> own = new ArrayList<>();
    try (Stream<Path> jars = Files.list(distribution.home().resolve("lib"))) {
      for (Path jar : jars.toList()) {
        if (jar.getFileName().toString().matches("ibench-\\d.*")) {
          own.add(jar);
        } else {
          String sha256 = new PlugInJar(jar, Optional.empty()).sha256();
          assertThat(list).as(jar.toString()).contains(sha256);
        }
      }
    }
    assertThat(own).hasSize(1);
    try (JarFile jar = new JarFile(own.get(0).toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .filteredOn(name -> !name.matches(".*/|io/ibench/.*\\.class|META-INF/maven/.*"))
          .filteredOn(name -> !Files.exists(Path.of("src/main/resources").resolve(name)))
          .containsExactlyInAnyOrder(
              "META-INF/MANIFEST.MF",
              // Of JMH's generator.
              "META-INF/BenchmarkList",
              "META-INF/CompilerHints",
              // The list has these under the name echarts.
              "META-INF/licenses/echarts/LICENSE",
              "META-INF/licenses/echarts/NOTICE",
              "META-INF/licenses/echarts/licenses/LICENSE-d3",
              "io/ibench/page/echarts.common.min.js");
    }
  }

  @Test
  void theDocumentationOfTheApiHasNoOtherScriptsThanTheListSays() throws IOException {
    try (Stream<Path> files = Files.walk(distribution.home().resolve("docs/api"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.matches(".*\\.(js|css|woff2?|ttf|otf)"))
          .containsExactlyInAnyOrder("script.js", "stylesheet.css");
    }
  }
}
