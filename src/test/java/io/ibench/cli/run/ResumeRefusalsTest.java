package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.cli.Cli;
import io.ibench.cli.RunningIbench;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.setup.Setup;
import io.ibench.config.Setting;
import io.ibench.engine.KilledRun;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.StoppedRun;
import io.ibench.status.RunStatus;
import io.ibench.status.StatusText;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code resume} refuses, each in a line, with exit code 2 and without a touch. */
@StartsProcess
class ResumeRefusalsTest {

  private static final String COMMAND = "API_TOKEN=abc; echo $API_TOKEN";
  private static final String HOOK = "hook.before_step = " + COMMAND + "\n";

  @TempDir private static Path folder;
  @TempDir private static Path kept;

  private static RunningIbench killed;
  private static Path database;

  @BeforeAll
  static void kill() throws Exception {
    database =
        Files.writeString(
            folder.resolve("db.properties"),
            "database = sqlite\nsync = normal\nfile = " + folder.resolve("a.db") + "\n" + HOOK);
    killed = new RunningIbench(folder, database, System.getenv(), "--no-page", "--label=***");
    killed.awaitIntervals(2);
    killed.killAfter(0);
    copy(folder, kept);
  }

  private static void copy(Path from, Path to) throws IOException {
    KilledRun.copy(from, to);
    String results = killed.output().getFileName().toString();
    KilledRun.copy(from.resolve(results), Files.createDirectory(to.resolve(results)));
  }

  /** Each test finds all as the killed run has left it. */
  @BeforeEach
  void restore() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.skip(1).sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    copy(kept, folder);
  }

  @AfterAll
  static void close() {
    if (killed != null) {
      killed.close();
    }
  }

  private void assertRefused(Path resumed, String... words) throws IOException {
    byte[] before = Files.readAllBytes(killed.output().resolve("intervals.csv"));
    Cli cli = ibench(System.getenv(), "resume", resumed);
    assertThat(cli.code()).as(cli.err()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains(words).doesNotContain("Exception");
    assertThat(Files.readAllBytes(killed.output().resolve("intervals.csv"))).isEqualTo(before);
  }

  private void another(String steps) {
    Cli run =
        ibench(
            System.getenv(),
            "run",
            Cli.LINKBENCH,
            "-d",
            database,
            "-o",
            folder.resolve("another"),
            "-slinkbench.maxid1=201",
            "-ssteps=" + steps,
            "--no-page",
            "--lenient");
    assertThat(run.code()).as(run.err()).isZero();
  }

  private static Setup again(Optional<Path> further) throws Exception {
    RunFile run = StoppedRun.read(killed.output()).settings();
    return StoredSettings.read(killed.output(), run, further, System.getenv());
  }

  private static String value(Setup setup, String key) {
    return setup.config().given().stream()
        .filter(setting -> setting.name().equals(key))
        .map(Setting::value)
        .findAny()
        .orElseThrow();
  }

  @Test
  void aMaskedPartOfAHookComesAgainFromItsFile() throws Exception {
    String stored = Files.readString(killed.output().resolve("run.json"));

    assertThat(stored).contains("API_TOKEN=***; echo").doesNotContain("abc");
    assertThat(value(again(Optional.empty()), "hook.before_step")).isEqualTo(COMMAND);
  }

  @Test
  void aLabelOfAsterisksIsNoSecret() throws Exception {
    assertThat(value(again(Optional.empty()), "label")).isEqualTo("***");
  }

  @Test
  void aHookWhoseSecretIsGoneIsNamedAndNeverRunsMasked() throws Exception {
    Files.writeString(database, Files.readString(database).replace(HOOK, ""));
    String refusal =
        "cannot resume without the secret in hook.before_step, which was API_TOKEN=***; echo"
            + " $API_TOKEN by "
            + database
            + ":4: results contain none; write hook.before_step into a file and name it by -d";
    assertRefused(killed.output(), refusal);
    Path further = Files.writeString(folder.resolve("further.properties"), HOOK);
    assertThat(value(again(Optional.of(further)), "hook.before_step")).isEqualTo(COMMAND);

    Files.writeString(further, HOOK.replace("abc", "***"));
    Cli cli = ibench(System.getenv(), "resume", "-d", further, killed.output());
    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("cannot resume without the secret in hook.before_step");
  }

  @Test
  void aFileOfSecretsThatIsGoneIsNamedWithItsKeys() throws Exception {
    Path moved = Files.move(database, folder.resolve("moved.properties"));
    assertRefused(
        killed.output(),
        "cannot resume without the secrets in hook.before_step: "
            + database
            + ", which gave them, cannot be read; name a file that has them by -d");

    assertThat(value(again(Optional.of(moved)), "hook.before_step")).isEqualTo(COMMAND);
  }

  @Test
  void anotherRunHasLoadedTheTablesSince() throws IOException {
    another("drop,create,load,index");

    assertRefused(killed.output(), "nodetable was loaded by run another meanwhile");
  }

  @Test
  void theTablesAreGone() throws IOException {
    another("drop");

    assertRefused(killed.output(), "request needs ", "nodetable", "load first");
  }

  @Test
  void theVariablesThatGaveItsSecretsAreNotSet() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    Path file = killed.output().resolve("run.json");
    ObjectNode run = (ObjectNode) mapper.readTree(file.toFile());
    run.remove("checksum");
    ObjectNode secret = (ObjectNode) run.withArray("settings").get(0);
    secret.putArray("variables").add("SOME_PASSWORD").add("ANOTHER");
    Files.write(file, mapper.writeValueAsBytes(run));

    assertRefused(
        killed.output(),
        "not set in the environment, but secrets of the run came from there: SOME_PASSWORD,"
            + " ANOTHER; set the same");
    assertThat(RunStatus.read(killed.output(), Instant.now()).secretVariables())
        .containsExactly("SOME_PASSWORD", "ANOTHER");
    assertThat(StatusText.resume(Path.of("r"), List.of("SOME_PASSWORD", "ANOTHER")))
        .isEqualTo(
            "bin/ibench resume r goes on (it needs the environment variables SOME_PASSWORD,"
                + " ANOTHER)");
  }

  /** Makes it a setting of the killed run. */
  private void store(String name, String value) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Path file = killed.output().resolve("run.json");
    ObjectNode run = (ObjectNode) mapper.readTree(file.toFile());
    run.remove("checksum");
    run.path("settings")
        .forEach(
            setting -> {
              if (setting.path("name").asText().equals(name)) {
                ((ObjectNode) setting).put("value", value);
              }
            });
    Files.write(file, mapper.writeValueAsBytes(run));
  }

  /** As after an update of ibench, which masks more than before. */
  @Test
  void aRunWhoseRecordShowsWhatIsMaskedTodayGoesOn() throws Exception {
    store("hook.before_step", COMMAND);
    Path file = killed.output().resolve("run.json");
    String unmarked = Files.readString(file).replace("\"masked\":true,", "");
    Files.writeString(file, unmarked);

    assertThat(value(again(Optional.empty()), "hook.before_step")).isEqualTo(COMMAND);
  }

  /** As after an update of ibench with another default. */
  @Test
  void aSettingIsNotAsItWas() throws IOException {
    store("outage.max", "7m");

    assertRefused(
        killed.output(), "cannot resume with other settings: outage.max is 10m, but was 7m");
  }

  @Test
  void aFolderOfSeveralRunsNamesTheOneThatGoesOn() throws IOException {
    Path series = Files.createDirectory(folder.resolve("series"));
    Path run = Files.createDirectory(series.resolve("run-1"));
    try (Stream<Path> files = Files.list(killed.output())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, run.resolve(file.getFileName()));
      }
    }

    assertRefused(
        series, "it has several runs, one of which goes on with bin/ibench resume " + run);
  }

  @Test
  void theServerOfTheRunHasEndedWithIt() throws IOException {
    store("server", "true");

    assertRefused(killed.output(), "its run made its own server (--server), which ended with it");
  }

  @Test
  void aSearchBeginsAnew() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Path file = killed.output().resolve("run.json");
    ObjectNode run = (ObjectNode) mapper.readTree(file.toFile());
    run.remove("checksum");
    ObjectNode like = run.path("settings").get(0).deepCopy();
    ((ArrayNode) run.path("settings")).add(like.put("name", "request.trial_01.like"));
    Files.write(file, mapper.writeValueAsBytes(run));

    assertRefused(killed.output(), "ibench max begins its search anew; run it again");
  }
}
