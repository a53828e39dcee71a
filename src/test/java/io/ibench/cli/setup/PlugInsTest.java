package io.ibench.cli.setup;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.cli.PlugInMaker;
import io.ibench.cli.ground.ExitCode;
import io.ibench.db.Adapter;
import io.ibench.testing.StartsProcess;
import io.ibench.workload.Workload;
import io.ibench.workload.custom.CustomWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@StartsProcess
class PlugInsTest {

  private static final String WORKLOAD_SERVICE = "io.ibench.workload.Workload";
  private static final String ADAPTER_SERVICE = "io.ibench.db.Adapter";

  @TempDir private Path temporary;
  private Path plugIns;
  private Path classes;

  @BeforeEach
  void makeFolders() throws IOException {
    plugIns = Files.createDirectory(temporary.resolve("plug ins"));
    classes = Files.createDirectory(temporary.resolve("classes"));
  }

  /** A workload that is found and listed; {@code plan} and the rest are left to the test. */
  private static String workload(String name, String key, String plan, String more) {
    return """
        package other;

        import io.ibench.config.Config;
        import io.ibench.config.Key;
        import io.ibench.workload.Plan;
        import io.ibench.workload.Workload;
        import java.util.List;

        public final class Other implements Workload {
          @Override public String name() { return "%s"; }
          @Override public String description() { return "somebody's"; }
          @Override public List<Key<?>> keys() { return List.of(Key.flag("%s", "a key")); }
          @Override public Plan plan(Config config) { %s }
          %s
        }
        """
        .formatted(name, key, plan, more);
  }

  private static String workload(String name) {
    return workload(name, name + ".key", "throw new IllegalStateException();", "");
  }

  private Path source(String name, String text) throws IOException {
    return Files.writeString(temporary.resolve(name + ".java"), text);
  }

  private void service(String service, String line) throws IOException {
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve(service), line + "\n");
  }

  private void compile(String text) throws IOException {
    PlugInMaker.compile(classes, List.of(source("Other", text)));
    service(WORKLOAD_SERVICE, "other.Other");
  }

  private Path pack() throws IOException {
    return PlugInMaker.pack(plugIns.resolve("other.jar"), classes);
  }

  private Cli call(Object... arguments) {
    return ibench(Map.of("IBENCH_PLUGINS", plugIns.toString()), arguments);
  }

  /** The line breaks of the output do not matter. */
  private static String inOneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  /** For every command: one line that names the jar, and the exit code of a mistake. */
  private void assertRefused(Path jar, String... words) {
    for (Object[] arguments : new Object[][] {{"list"}, {"check", Cli.LINKBENCH}}) {
      Cli refused = call(arguments);

      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err().lines())
          .singleElement()
          .asString()
          .startsWith("ibench: " + jar + ": ")
          .contains(words);
    }
  }

  @Test
  void aWorkloadWithoutTheSeedInItsDataSettingsIsRefusedInOneLine() throws IOException {
    String plan =
        """
        return new io.ibench.workload.internal.ForwardingPlan(
            new io.ibench.workload.linkbench.LinkBenchWorkload().plan(config)) {
          @Override public java.util.Map<String, String> dataSettings() {
            return java.util.Map.of("other.key", "1");
          }
        };
        """;
    compile(workload("other", "other.key", plan, ""));
    pack();
    Path file = temporary.resolve("other.properties");
    Files.writeString(file, "workload = other\nsteps = create, load\n");

    Cli run = call("run", file, "-s", "database=memory", "-o", temporary.resolve("result"));

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains("workload = other: has data settings without the seed; its author must put seed");
  }

  @Test
  void aDatabaseOfAPlugInThatDoesNotOpenPointsAtItsSettings() throws IOException {
    PlugInMaker.compile(
        classes,
        List.of(
            source(
                "Closed",
                """
                package other;

                import io.ibench.config.Config;
                import io.ibench.config.Key;
                import io.ibench.db.Adapter;
                import io.ibench.db.DatabaseException;
                import io.ibench.db.FailureKind;
                import java.util.List;

                public final class Closed implements Adapter {
                  private static final Key<String> DOOR = Key.text("door", "a key").optional();
                  @Override public String name() { return "closed"; }
                  @Override public String description() { return "somebody's"; }
                  @Override public List<Key<?>> keys() { return List.of(DOOR); }
                  @Override public Target bind(Config config) {
                    config.find(DOOR);
                    return () -> { throw new DatabaseException(FailureKind.DENIED, "no entry"); };
                  }
                }
                """)));
    service(ADAPTER_SERVICE, "other.Closed");
    pack();
    Path settings = Files.writeString(temporary.resolve("c.properties"), "database = closed\n");
    Cli cli =
        call(
            "run",
            "workloads/linkbench.properties",
            "-d",
            settings,
            "-s",
            "door=back",
            "-o",
            temporary.resolve("result"));
    assertThat(cli.err())
        .isEqualTo("ibench: denied: cannot open closed: no entry; look at door in -s\n");
    assertThat(cli.code()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void anUnexpectedErrorOfAPlugInNamesItsJarAndClass() throws IOException {
    String plan = "throw new IllegalStateException(\"unforeseen\");";
    compile(workload("other", "other.key", plan, ""));
    pack();
    Path settings = Files.writeString(temporary.resolve("o.properties"), "workload = other\n");

    Cli cli = call("check", settings);

    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.err().lines())
        .singleElement()
        .asString()
        .startsWith("ibench: error in the plug-in other.jar (class other.Other): java.lang.Illegal")
        .contains("; tell the plug-in's author; its stack trace is in ")
        .doesNotContain("internal error");
  }

  @Test
  void aWorkloadOfAJarIsListedWithItsKeysAndTheJar() throws IOException {
    compile(workload("other"));
    Path jar = pack();

    Cli list = call("list");

    assertThat(list.code()).as(list.err()).isZero();
    assertThat(inOneLine(list.out()))
        .contains("workload linkbench: ")
        .contains("workload other: somebody's (plug-in " + jar + ")")
        .contains(" other.key ");
  }

  @Test
  void theInstallationsFolderAndThoseOfTheUserCountOnceEach() throws IOException {
    compile(workload("other"));
    Path home = Files.createDirectory(temporary.resolve("home"));
    Path own = Files.createDirectory(home.resolve("plugins"));
    Path jar = Files.move(pack(), own.resolve("other.jar"));

    assertThat(inOneLine(ibench(Map.of("IBENCH_HOME", home.toString()), "list").out()))
        .contains("(plug-in " + jar + ")");

    Files.createSymbolicLink(plugIns.resolve("the-same.jar"), jar);
    Cli both =
        ibench(
            Map.of("IBENCH_HOME", home.toString(), "IBENCH_PLUGINS", plugIns + ":" + own), "list");
    assertThat(both.code()).as(both.err()).isZero();
    assertThat(both.out()).containsOnlyOnce("workload other: ");
  }

  @Test
  void otherFilesAndLibrariesAreNoPlugIns() throws IOException {
    Files.writeString(plugIns.resolve("README.md"), "no jar");
    Files.writeString(classes.resolve("a.txt"), "no class");
    PlugInMaker.pack(plugIns.resolve("library.jar"), classes);

    Cli list = call("list");

    assertThat(list.code()).as(list.err()).isZero();
    assertThat(list.out()).isEqualTo(ibench("list").out());
  }

  @Test
  void aFolderThatIsNotThereIsAMistake() {
    Path absent = temporary.resolve("absent");
    Cli list = ibench(Map.of("IBENCH_PLUGINS", absent.toString()), "list");

    assertThat(list.code()).isEqualTo(2);
    assertThat(list.err())
        .isEqualTo(
            "ibench: "
                + absent
                + ": is not a folder of plug-ins that can be read: there is no such folder;"
                + " IBENCH_PLUGINS names it\n");

    Cli relative = ibench(Map.of("IBENCH_PLUGINS", "no/plugins"), "list");
    assertThat(relative.err())
        .startsWith("ibench: " + Path.of("no/plugins").toAbsolutePath() + ": is not a folder");
  }

  @Test
  void aWorkloadThatIsNotKnownSaysWherePlugInsAreLookedFor() throws IOException {
    Path settings = Files.writeString(temporary.resolve("o.properties"), "workload = absent\n");
    Path home = temporary.resolve("home");

    assertThat(ibench(Map.of(), "check", settings).err())
        .contains("; plug-ins are looked for in the folders of IBENCH_PLUGINS, which is not set\n");
    assertThat(ibench(Map.of("IBENCH_HOME", home.toString()), "check", settings).err())
        .contains(
            "; plug-ins are looked for in "
                + home
                + "/plugins and the folders of IBENCH_PLUGINS, which is not set\n");
    assertThat(
            ibench(
                    Map.of("IBENCH_HOME", home.toString(), "IBENCH_PLUGINS", plugIns.toString()),
                    "check",
                    settings)
                .err())
        .contains(
            "; plug-ins are looked for in %s/plugins, %s and no other folder\n"
                .formatted(home, plugIns));
  }

  @Test
  void helpNeedsNoPlugIn() throws IOException {
    Files.writeString(plugIns.resolve("other.jar"), "no zip file");

    assertThat(call("--help").code()).isZero();
    assertThat(call("--version").code()).isZero();
  }

  @Test
  void aFileThatIsNoJarIsNamed() throws IOException {
    Path jar = Files.writeString(plugIns.resolve("other.jar"), "no zip file");

    assertRefused(jar, "is not a jar that can be read");
  }

  @Test
  void aJarThatEndsTooEarlyIsNamed() throws IOException {
    compile(workload("other"));
    Path jar = pack();
    byte[] whole = Files.readAllBytes(jar);
    Files.write(jar, Arrays.copyOf(whole, whole.length / 2));

    assertRefused(jar, "is not a jar that can be read");
  }

  @Test
  void aServiceLineThatNamesNoClassIsNamed() throws IOException {
    service(WORKLOAD_SERVICE, "other.Absent");

    assertRefused(pack(), "other.Absent not found");
  }

  @Test
  void aServiceLineThatIsNoNameIsNamed() throws IOException {
    service(ADAPTER_SERVICE, "no class name");

    assertRefused(pack(), ADAPTER_SERVICE, "Illegal");
  }

  @Test
  void aClassOfAnotherKindIsNamed() throws IOException {
    compile(workload("other"));
    service(ADAPTER_SERVICE, "other.Other");

    assertRefused(pack(), "other.Other", "not a subtype");
  }

  @Test
  void aClassForANewerJavaIsNamed() throws IOException {
    compile(workload("other"));
    Path file = classes.resolve("other/Other.class");
    byte[] bytes = Files.readAllBytes(file);
    bytes[7] = 120; // The class file's major version: of Java 76.
    Files.write(file, bytes);

    assertRefused(
        pack(),
        "was compiled for a newer Java than this one, which is Java "
            + Runtime.version().feature());
  }

  @Test
  void aClassThatIsDamagedIsNamed() throws IOException {
    compile(workload("other"));
    Files.writeString(classes.resolve("other/Other.class"), "no class at all");

    assertRefused(pack(), "ClassFormatError");
  }

  @Test
  void aClassThatCannotBeMadeIsNamed() throws IOException {
    compile(
        workload(
            "other",
            "other.key",
            "return null;",
            "public Other() { throw new IllegalStateException(\"no\\nlicence\"); }"));

    assertRefused(pack(), "could not be instantiated", "IllegalStateException: no", "licence");
  }

  @Test
  void aLibraryMayBeAJarOfItsOwnAndIsMissedWhenItIsNotThere() throws IOException {
    Path library = Files.createDirectory(temporary.resolve("library"));
    Path helper = source("Helper", "package helper; public class Helper {}");
    PlugInMaker.compile(library, List.of(helper));
    String field = "private final Object helper = new helper.Helper();";
    Path other = source("Other", workload("other", "other.key", "return null;", field + uses()));
    PlugInMaker.compile(classes, List.of(other), library);
    service(WORKLOAD_SERVICE, "other.Other");
    Path jar = pack();

    assertRefused(jar, "needs a class that is not there: helper.Helper", "folder of plug-ins");

    PlugInMaker.pack(plugIns.resolve("helper.jar"), library);
    assertThat(call("list").out()).contains("workload other: ");
  }

  private static String uses() {
    return " @Override public String toString() { return helper.toString(); }";
  }

  @Test
  void aLibraryThatIsMissedOnlyWhenARunIsPlannedIsNoStackTrace() throws IOException {
    Path library = Files.createDirectory(temporary.resolve("library"));
    PlugInMaker.compile(
        library, List.of(source("Helper", "package helper; public class Helper {}")));
    String plan = "throw new IllegalStateException(new helper.Helper().toString());";
    Path other = source("Other", workload("other", "other.key", plan, ""));
    PlugInMaker.compile(classes, List.of(other), library);
    service(WORKLOAD_SERVICE, "other.Other");
    pack();
    Path file = Files.writeString(temporary.resolve("other.properties"), "workload = other\n");

    Cli check = call("check", file);

    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err().lines())
        .singleElement()
        .asString()
        .contains("needs a class that is not there: helper.Helper");
  }

  @Test
  void aNameThatIbenchHasIsTaken() throws IOException {
    compile(workload("linkbench"));

    assertRefused(pack(), "workload linkbench", "taken already, by ibench itself");
  }

  @Test
  void aNameThatAnotherJarHasIsTaken() throws IOException {
    compile(workload("other"));
    Path first = pack();
    Path second = Files.copy(first, plugIns.resolve("other-2.jar"));

    // In the order of the names.
    assertRefused(first, "taken already, by " + second);
  }

  @Test
  void aJarOfTheUserReplacesTheInstalledOneOfItsFileName() throws IOException {
    Path home = Files.createDirectory(temporary.resolve("home"));
    Path installed = Files.createDirectory(home.resolve("plugins")).resolve("other.jar");
    compile(workload("other"));
    Path built = pack();
    Files.copy(built, installed);
    Map<String, String> both =
        Map.of("IBENCH_HOME", home.toString(), "IBENCH_PLUGINS", plugIns.toString());

    Cli list = ibench(both, "list");
    assertThat(list.code()).as(list.err()).isZero();
    assertThat(inOneLine(list.out())).contains("(plug-in " + built + ")");
    assertThat(inOneLine(ibench(Map.of("IBENCH_HOME", home.toString()), "list").out()))
        .contains("(plug-in " + installed + ")");

    Path renamed = Files.move(installed, installed.resolveSibling("other-1.0.jar"));
    assertThat(ibench(both, "list").err())
        .isEqualTo(
            "ibench: %s: workload other: the name is taken already, by %s\n"
                .formatted(built, renamed));
  }

  /** A simple workload with these lines in {@code define}, and what {@code check} says of it. */
  private String mistakeOf(String lines) throws IOException {
    compile(
        """
        package other;

        import io.ibench.config.Config;
        import io.ibench.db.Table;
        import io.ibench.workload.simple.Binder;
        import io.ibench.workload.simple.Definition;
        import io.ibench.workload.simple.SimpleWorkload;

        public final class Other extends SimpleWorkload {
          public Other() { super("other", "somebody's"); }
          @Override protected void define(Definition define, Config config) {
            Table jobs = Table.named("jobs").key("id").number("state").bytes("payload", 9);
            define.table(jobs, 5, (row, id, values) -> {
              row.setLong(1, 1);
              values.letters(row, 2, 9);
            });
            define.operation("GET", 1, jobs.select().where("id"), Binder.any(jobs));
            %s
          }
        }
        """
            .formatted(lines));
    pack();
    Path file = Files.writeString(temporary.resolve("o.properties"), "workload = other\n");
    Cli check = call("check", file, "-s", "steps=create", "-s", "database=memory");
    assertThat(check.code()).isEqualTo(check.err().isEmpty() ? 0 : 2);
    assertThat(check.err().lines().count()).as(check.err()).isLessThan(2);
    return check.err().replaceFirst("^ibench: (?:\\S+: )?workload = other: ", "").strip();
  }

  @Test
  void aCountNeedsNoColumnAndASumOfSeveralNamesItsLineAndCommand() throws IOException {
    assertThat(
            mistakeOf(
                "define.operation(\"COUNT\", 1, jobs.select().where(\"state\").count(),"
                    + " (c, values) -> c.setLong(0, 1));"))
        .isEmpty();
    assertThat(
            mistakeOf(
                "define.operation(\"SUM\", 1, jobs.select(\"id\", \"state\").sum(), (c, v) -> {});"))
        .isEqualTo(
            "Other.java:18, after operation GET: jobs.select(id, state).sum(): the sum of one"
                + " column of whole numbers, no order, no limit");
  }

  /** What {@code check} says of a transaction that reads a job and changes it. */
  private String mistakeOfClaim(String all, String before) throws IOException {
    return mistakeOf(
        """
        define.transaction("CLAIM", 1, (commands, values) -> { %s },
            jobs.select("id", "payload").where("state").ordered("id"),
            jobs.update().set("state", 2).where("id"))
            %s;
        """
            .formatted(all, before));
  }

  @Test
  void aMistakeOfABinderNamesOperationCommandAndWhatIsRight() throws IOException {
    String binds = "commands[0].setLong(0, 1);";
    String before = ".before(1, (commands, values) -> commands[1].setLong(0, %s))";
    String right = before.formatted("commands[0].getLong(0, 0)");

    assertThat(mistakeOfClaim(binds, right)).isEmpty();
    assertThat(mistakeOfClaim(binds, before.formatted("commands[0].getLong(0, 5)")))
        .isEqualTo(
            "operation CLAIM cannot be bound: command 0, select of jobs: reads no column 5; its"
                + " columns: 0 id, 1 payload (Other.java:21)");
    assertThat(mistakeOfClaim(binds, before.formatted("commands[1].getLong(0, 0)")))
        .isEqualTo(
            "operation CLAIM cannot be bound: command 1, update of jobs: reads no rows"
                + " (Other.java:21)");
    assertThat(mistakeOfClaim(binds, before.formatted("commands[2].getLong(0, 0)")))
        .isEqualTo(
            "operation CLAIM cannot be bound: Index 2 out of bounds for length 2; it has 2"
                + " commands, from 0 (Other.java:21)");
    assertThat(mistakeOfClaim(binds + "commands[1].setLong(0, commands[0].getLong(0, 0));", ""))
        .isEqualTo(
            "operation CLAIM cannot be bound: command 0, select of jobs: its result is used"
                + " before it is executed; Operation.before binds later (Other.java:18)");
    assertThat(mistakeOfClaim("commands[0].setLong(1, 1);", right))
        .isEqualTo(
            "operation CLAIM cannot be bound: command 0, select of jobs: has no parameter 1; its"
                + " parameters: 0 state (Other.java:18)");
    assertThat(mistakeOfClaim("", right))
        .isEqualTo("operation CLAIM does not bind state of command 0");
    assertThat(mistakeOfClaim(binds, right.replace("1, (", "0, (")))
        .isEqualTo(
            "Other.java:21: operation CLAIM: before(0, ...) is not for a command that follows"
                + " another one; allowed: 1 .. 1");
    assertThat(mistakeOfClaim(binds, right + ".orRollback(2)"))
        .isEqualTo(
            "Other.java:21: operation CLAIM: orRollback(2) is for no command of it; allowed:"
                + " 0 .. 1");
  }

  @Test
  void namesAndKeysAreHeldToTheRules() throws IOException {
    compile(workload("Other Thing", "other.key", "return null;", ""));
    assertRefused(pack(), "workload Other Thing", "not a name");

    compile(workload("other", "another.key", "return null;", ""));
    assertRefused(pack(), "its key another.key must begin with other.");
  }

  @Test
  void ibenchKeepsToTheSameRules() {
    for (Workload own : Setup.workloads().values()) {
      if (own instanceof CustomWorkload) {
        continue; // Its keys are the user's own words, such as tables.orders.
      }
      assertThat(PlugInRules.ofWorkload(own.name(), own.description(), own.keys())).isEmpty();
    }
    for (Adapter own : Setup.adapters().values()) {
      assertThat(PlugInRules.ofAdapter(own.name(), own.description(), own.keys())).isEmpty();
    }
  }

  @Test
  void anAdaptersKeysAreNotThoseOfEveryRun() {
    assertThat(PlugInRules.ofAdapter("mine", "line", List.of(Setup.HOST_DEVICE)).orElseThrow())
        .contains("every run has a key host.device already");
    assertThat(
            PlugInRules.ofAdapter(
                    "mine", "line", List.of(Setup.DATABASE.under("x"), Setup.DATABASE.under("x")))
                .orElseThrow())
        .contains("has the key x.database twice");
    assertThat(PlugInRules.ofAdapter("mine", "two\nlines", List.of()).orElseThrow())
        .contains("not one line");
  }
}
