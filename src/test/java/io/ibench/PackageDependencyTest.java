package io.ibench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which package may use which: implementations depend on interfaces, and no package depends on
 * them.
 */
@Slow
class PackageDependencyTest {

  private static final String ROOT = "io.ibench.";

  /** All products' adapters share one row, and so do all experiments. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("config", List.of()),
          Map.entry("random", List.of()),
          Map.entry("measure", List.of()),
          Map.entry("db", List.of("config")),
          Map.entry("contract", List.of("db")),
          Map.entry("db.internal", List.of("db")),
          Map.entry("db.*", List.of("db", "config")),
          Map.entry("db.mysql", List.of("db.jdbc", "db.internal", "db", "config")),
          Map.entry("db.postgres", List.of("db.jdbc", "db.internal", "db", "config")),
          Map.entry("db.rocksdb.engine", List.of("db.rocksdb", "db", "config")),
          Map.entry("db.sqlite", List.of("db.jdbc", "db", "config")),
          Map.entry("db.files", List.of("db.memory", "db.internal", "db", "config")),
          Map.entry("db.generic", List.of("db.jdbc", "db", "config")),
          Map.entry("workload", List.of("db", "measure", "config", "random")),
          Map.entry("db.mongo", List.of("db.internal", "db", "config")),
          Map.entry(
              "workload.internal",
              List.of("workload", "db.internal", "db", "measure", "config", "random")),
          Map.entry(
              "workload.table",
              List.of(
                  "workload",
                  "workload.internal",
                  "db.internal",
                  "db",
                  "measure",
                  "config",
                  "random")),
          Map.entry(
              "workload.*",
              List.of(
                  "workload",
                  "workload.simple",
                  "workload.table",
                  "workload.internal",
                  "db",
                  "measure",
                  "config",
                  "random")),
          Map.entry("host", List.of("config", "db", "measure")),
          Map.entry("host.machine", List.of("host", "statistics")),
          Map.entry("host.remote", List.of("host", "config", "db", "measure")),
          Map.entry(
              "engine", List.of("workload", "db", "measure", "random", "statistics", "config")),
          Map.entry("fleet", List.of("engine", "workload", "db.internal", "db", "measure")),
          Map.entry("verdict", List.of("measure", "host", "statistics")),
          Map.entry("report.figures", List.of("measure", "host", "verdict")),
          Map.entry(
              "report.store",
              List.of("report.figures", "measure", "host", "verdict", "series", "statistics")),
          Map.entry("report.document", List.of("report.figures")),
          Map.entry(
              "report.text",
              List.of(
                  "report.document",
                  "report.store",
                  "report.figures",
                  "statistics",
                  "measure",
                  "host",
                  "verdict")),
          Map.entry(
              "report.console",
              List.of(
                  "report.text",
                  "report.document",
                  "report.figures",
                  "measure",
                  "host",
                  "verdict")),
          Map.entry("series", List.of()),
          Map.entry("max", List.of("measure")),
          Map.entry(
              "duet",
              List.of("workload", "workload.internal", "db", "measure", "random", "statistics")),
          Map.entry("statistics", List.of()),
          Map.entry("sampling", List.of("db", "measure")),
          Map.entry(
              "compare",
              List.of("report.*", "sampling", "series", "statistics", "measure", "verdict")),
          Map.entry(
              "merge",
              List.of("report.store", "report.figures", "series", "measure", "host", "verdict")),
          Map.entry(
              "page", List.of("report.*", "sampling", "series", "measure", "host", "verdict")),
          Map.entry(
              "page.compare",
              List.of("page", "compare", "report.*", "series", "measure", "host", "verdict")),
          Map.entry(
              "trend", List.of("compare", "suite", "report.*", "statistics", "measure", "verdict")),
          Map.entry("page.trend", List.of("page", "trend", "compare", "report.*")),
          Map.entry("learn.log", List.of()),
          Map.entry("learn.sql", List.of()),
          Map.entry("learn.law", List.of("learn.sql", "random")),
          Map.entry("learn.model", List.of("learn.log", "learn.sql", "learn.law", "random")),
          Map.entry("learn.data", List.of("learn.sql", "learn.law")),
          Map.entry(
              "learn.write",
              List.of(
                  "learn.log",
                  "learn.sql",
                  "learn.law",
                  "learn.model",
                  "learn.data",
                  "report.document")),
          Map.entry("learn.compare", List.of("report.document", "report.store")),
          Map.entry("page.*", List.of("page", "report.document")),
          Map.entry(
              "overhead",
              List.of(
                  "overhead.loopback",
                  "engine",
                  "workload.*",
                  "workload",
                  "db.jdbc",
                  "db.noop",
                  "db",
                  "measure",
                  "config",
                  "random",
                  "statistics",
                  "report.document",
                  "report.figures")),
          Map.entry("overhead.*", List.of()),
          Map.entry("server", List.of("config", "host")),
          Map.entry("monitor", List.of("config", "report.figures", "host", "measure")),
          Map.entry(
              "status",
              List.of(
                  "report.console",
                  "report.store",
                  "report.figures",
                  "host",
                  "measure",
                  "verdict")),
          Map.entry(
              "suite",
              List.of(
                  "config",
                  "server",
                  "compare",
                  "page.compare",
                  "page",
                  "report.*",
                  "host",
                  "host.machine",
                  "measure",
                  "statistics",
                  "verdict")),
          Map.entry("bisect", List.of("report.store", "report.document", "report.text")),
          Map.entry("cli", List.of("**")),
          Map.entry(
              "cli.ground",
              List.of(
                  "config",
                  "db",
                  "engine",
                  "host",
                  "report.console",
                  "report.figures",
                  "report.store",
                  "report.text",
                  "verdict",
                  "workload.internal")),
          Map.entry(
              "cli.setup",
              List.of(
                  "cli.ground",
                  "config",
                  "db",
                  "engine",
                  "host",
                  "host.machine",
                  "host.remote",
                  "measure",
                  "monitor",
                  "report.document",
                  "report.figures",
                  "report.store",
                  "server",
                  "workload",
                  "workload.internal")),
          Map.entry(
              "cli.run",
              List.of(
                  "cli.setup",
                  "cli.ground",
                  "compare",
                  "config",
                  "db",
                  "db.internal",
                  "duet",
                  "fleet",
                  "engine",
                  "host",
                  "host.machine",
                  "host.remote",
                  "max",
                  "measure",
                  "monitor",
                  "page",
                  "random",
                  "report.*",
                  "sampling",
                  "server",
                  "statistics",
                  "status",
                  "verdict",
                  "workload",
                  "workload.internal")),
          Map.entry(
              "cli.list",
              List.of(
                  "cli.setup",
                  "cli.ground",
                  "config",
                  "db",
                  "engine",
                  "report.document",
                  "report.figures",
                  "report.text",
                  "workload")),
          Map.entry(
              "cli.suite",
              List.of(
                  "cli.run",
                  "cli.setup",
                  "cli.ground",
                  "config",
                  "host",
                  "report.document",
                  "report.figures",
                  "report.store",
                  "server",
                  "suite",
                  "trend",
                  "workload")),
          Map.entry(
              "cli.learn",
              List.of(
                  "learn.compare",
                  "learn.data",
                  "learn.log",
                  "learn.model",
                  "learn.write",
                  "cli.setup",
                  "cli.ground",
                  "config",
                  "db",
                  "report.document",
                  "report.store")),
          Map.entry(
              "cli.bisect",
              List.of(
                  "bisect",
                  "cli.run",
                  "cli.setup",
                  "cli.ground",
                  "compare",
                  "config",
                  "host",
                  "report.document",
                  "report.figures",
                  "report.store",
                  "suite")));

  /** The API of plug-ins; pom.xml makes its Javadoc. */
  private static final Set<String> API_PACKAGES =
      Set.of("config", "db", "db.jdbc", "random", "workload", "workload.simple");

  private static final Set<String> API_TYPES =
      Set.of("measure.RateGoal", "measure.Role", "measure.WorkloadCounter");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .withImportOption(location -> !location.contains("/jmh_generated/"))
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
          .importPackages("io.ibench");

  static Set<String> packages() {
    return CLASSES.stream()
        .map(type -> type.getPackageName().substring(ROOT.length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String row(String name) {
    if (MAY_USE.containsKey(name)) {
      return name;
    }
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot) + ".*";
  }

  @ParameterizedTest
  @MethodSource("packages")
  void aPackageUsesOnlyWhatItMay(String name) {
    assertThat(MAY_USE).as("packages of the table").containsKey(row(name));
    List<String> allowed = new ArrayList<>(List.of(ROOT + name));
    for (String other : MAY_USE.get(row(name))) {
      allowed.add(other.equals("**") ? "io.ibench.." : ROOT + other);
    }
    noClasses()
        .that()
        .resideInAPackage(ROOT + name)
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.ibench..")
                .and(resideOutsideOfPackages(allowed.toArray(String[]::new))))
        .check(CLASSES);
  }

  @Test
  void everyRowOfTheTableHasAPackage() {
    assertThat(packages().stream().map(PackageDependencyTest::row).collect(Collectors.toSet()))
        .isEqualTo(MAY_USE.keySet());
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.ibench.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  private static void only(List<String> users, String... packages) {
    String[] names = users.stream().map(user -> ROOT + user).toArray(String[]::new);
    noClasses()
        .that(resideOutsideOfPackages(names))
        .should()
        .dependOnClassesThat(resideInAnyPackage(packages))
        .check(CLASSES);
    assertThat(CLASSES.stream().anyMatch(type -> uses(type, packages)))
        .as("somebody uses %s", List.of(packages))
        .isTrue();
  }

  private static boolean uses(JavaClass type, String... packages) {
    return type.getDirectDependenciesFromSelf().stream()
        .anyMatch(use -> resideInAnyPackage(packages).test(use.getTargetClass()));
  }

  @Test
  void onlyMeasureSearchAndReportKnowHistograms() {
    only(
        List.of(
            "measure", "max", "report.store", "report.text", "report.console", "series", "merge"),
        "org.HdrHistogram..");
  }

  @Test
  void onlyTheJdbcAdaptersKnowJdbc() {
    only(
        List.of(
            "db.jdbc", "db.mysql", "db.postgres", "db.sqlite", "db.generic", "overhead", "server"),
        "java.sql..");
  }

  /** Its classes come from another jar, which may be missing. */
  @Test
  void onlyItsEngineKnowsRocksdb() {
    only(List.of("db.rocksdb.engine"), "org.rocksdb..");
  }

  @Test
  void onlyReportAndCommandsKnowJson() {
    only(
        List.of(
            "report.store",
            "report.figures",
            "compare",
            "page",
            "page.compare",
            "overhead",
            "trend",
            "learn.compare",
            "cli..",
            "db.files"),
        "com.fasterxml.jackson..");
  }

  /** Without http nothing of it is loaded. */
  @Test
  void onlyTheMonitorKnowsPrometheusAndHttpServers() {
    only(List.of("monitor"), "io.prometheus..", "com.sun.net.httpserver..");
  }

  @Test
  void onlyCommandsKnowTheCommandLine() {
    only(List.of("cli.."), "picocli..");
  }

  @Test
  void onlyCommandsEndTheProgram() {
    noClasses()
        .that(resideOutsideOfPackages("io.ibench.cli.."))
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(CLASSES);
  }

  /** What a plug-in sees is documented with it: docs/api of the distribution. */
  @Test
  void theApiOfPlugInsShowsNoInternalType() {
    Set<String> shown =
        CLASSES.stream()
            .filter(PackageDependencyTest::isApi)
            .flatMap(type -> Stream.concat(ancestors(type), signatures(type)))
            .filter(type -> type.getName().startsWith(ROOT) && !isApi(type))
            .map(JavaClass::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(shown).isEmpty();
  }

  private static boolean isApi(JavaClass type) {
    return (API_PACKAGES.contains(type.getPackageName().replace(ROOT, ""))
            || API_TYPES.contains(type.getName().replace(ROOT, "")))
        && isVisible(type.getModifiers())
        && type.getEnclosingClass().map(PackageDependencyTest::isApi).orElse(true);
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaClass> ancestors(JavaClass type) {
    return Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
  }

  /** The types of the members that a plug-in can use. */
  private static Stream<JavaClass> signatures(JavaClass type) {
    return type.getMembers().stream()
        .filter(member -> isVisible(member.getModifiers()))
        .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC))
        .flatMap(member -> member.getAllInvolvedRawTypes().stream())
        .map(JavaClass::getBaseComponentType);
  }

  /** A constructor of more leaves one out, or swaps two, without a word. */
  @Test
  void recordsHaveAtMostTwelveComponents() {
    List<String> larger =
        CLASSES.stream()
            .filter(type -> type.isRecord() && components(type) > 12)
            .map(JavaClass::getSimpleName)
            .sorted()
            .toList();
    assertThat(larger).isEmpty();
  }

  private static long components(JavaClass type) {
    return type.getFields().stream()
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .count();
  }

  /** A package is one room: who enters it must be able to see all of it. */
  @Test
  void packagesHaveAtMostSixtyFiles() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      Map<Path, Long> sizes =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
      sizes.values().removeIf(size -> size <= 60);
      assertThat(sizes).isEmpty();
    }
  }

  @Test
  void nothingStaticChanges() {
    noFields().that().areStatic().should().notBeFinal().check(CLASSES);
  }
}
