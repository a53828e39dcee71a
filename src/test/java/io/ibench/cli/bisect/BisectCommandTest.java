package io.ibench.cli.bisect;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.bisect.Candidate;
import io.ibench.bisect.StoredBisect;
import io.ibench.bisect.StoredBisect.Plan;
import io.ibench.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused before anything runs. */
class BisectCommandTest {

  private static final Path OLTP = Path.of("workloads", "oltp.properties");

  @TempDir private Path folder;

  private Path versions(String... lines) throws IOException {
    return Files.write(folder.resolve("versions.txt"), List.of(lines));
  }

  private Cli bisect(Object... more) {
    List<Object> words = new ArrayList<>(List.of("bisect", OLTP, "-d", Cli.NOOP));
    words.addAll(List.of("-o", folder.resolve("out")));
    words.addAll(List.of(more));
    return ibench(words.toArray());
  }

  private void refuses(String lines, Object... more) {
    Cli refused = bisect(more);
    assertThat(refused.err()).isEqualTo(lines);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void allMistakesInOptionsAreNamedAtOnce() throws IOException {
    Path file = versions("a rounds=1", "b rounds=2");
    Cli refused =
        bisect(
            "--versions",
            file,
            "--git",
            folder,
            "--within",
            "0",
            "--most",
            "x",
            "--figure",
            "qps",
            "-s",
            "seed");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains("--within 0: allowed: 0.05 to 50, in percent")
        .contains("--most x is not a duration")
        .contains("--figure qps: allowed: time, cpu")
        .contains("--versions and --git contradict each other; name one of them")
        .contains("--git needs --good REV, --bad REV and --build COMMAND")
        .contains("-s seed has no key=; allowed: key=value");
    Cli none = ibench("bisect", OLTP);
    assertThat(none.err()).contains("-d is missing").contains("which versions? --versions FILE");
    refuses(
        "ibench: --build, --versus and --cache are for --git; leave them out\n",
        "--versions",
        file,
        "--versus",
        "a=b");
    refuses(
        "ibench: --skip c: there is no such version\n"
            + "ibench: --skip a: is the good or the bad version; name another one\n",
        "--versions",
        file,
        "--skip",
        "c",
        "--skip",
        "a");
  }

  @Test
  void eachWrongSettingIsNamedWithItsLine() throws IOException {
    Path file = versions("a rounds=1", "b rounds=x", "c rounds=3", "d rouns=4", "e oltp.rows=77");
    Cli refused = bisect("--step", "point_select", "--versions", file);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err().lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("ibench: " + file + ":2: b: rounds = x: "))
        .anyMatch(line -> line.startsWith("ibench: " + file + ":4: d: conf.rouns = 4: "))
        .contains(
            "ibench: "
                + file
                + ":5: e: A and B do different work: they differ in oltp.rows; a duet needs equal"
                + " operations on equal tables");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void ofTwoVersionsTheLineIsNamedToo() throws IOException {
    Path file = versions("a rounds=1", "b rounds=x");
    Cli refused = bisect("--step", "point_select", "--versions", file);
    assertThat(refused.err()).startsWith("ibench: " + file + ":2: b: rounds = x: ");
    file = versions("a rounds=y", "b rounds=1", "c rounds=2");
    refused = bisect("--step", "point_select", "--versions", file);
    assertThat(refused.err()).startsWith("ibench: " + file + ":1: a: ");
    assertThat(refused.err().lines()).hasSize(1);
  }

  @Test
  void whatIsWrongWithAllVersionsIsNamedOnce() throws IOException {
    Path file = versions("a rounds=1", "b rounds=2", "c rounds=3");
    Cli refused = bisect("--step", "point", "--versions", file);
    assertThat(refused.err())
        .startsWith("ibench: --step point is no step of requests; those are: ");
    assertThat(refused.err().lines()).hasSize(1);
  }

  private static StoredBisect stored(List<String> settings) {
    StoredBisect.Plan plan =
        new StoredBisect.Plan(
            "oltp",
            Cli.NOOP.toString(),
            settings,
            List.of(),
            1,
            Optional.empty(),
            false,
            List.of(),
            Optional.empty());
    return StoredBisect.begin(plan, List.of());
  }

  @Test
  void aFolderGoesOnAsItBegan() {
    stored(List.of()).write(folder);
    Cli refused = ibench("bisect", folder, "--within", "2", "-o", folder.resolve("out"));
    assertThat(refused.err())
        .isEqualTo("ibench: a bisection goes on as it began: leave out --within, --output\n");
    assertThat(refused.code()).isEqualTo(2);
  }

  @Test
  void aSecretIsNotKeptAndNotGuessed() throws IOException {
    assertThat(Sides.masked("password=abc")).isEqualTo("password=***");
    assertThat(Sides.masked("password=${PW}")).isEqualTo("password=${PW}");
    assertThat(Sides.masked("rounds=5")).isEqualTo("rounds=5");
    stored(List.of("password=***")).write(folder);
    Cli refused = ibench("bisect", folder);
    assertThat(refused.err())
        .isEqualTo(
            "ibench: "
                + folder.resolve("bisect.json")
                + ": password had a secret, which results do not contain; begin anew with ${NAME} of"
                + " the environment in its place\n");
    assertThat(refused.code()).isEqualTo(2);
  }

  @Test
  void aSecretOfAVersionMayBeAVariable() throws Exception {
    Plan plan =
        new Plan(
            OLTP.toString(),
            Path.of("conf", "mariadb.properties").toString(),
            List.of(),
            List.of(),
            1,
            Optional.empty(),
            false,
            List.of(),
            Optional.empty());
    Path file =
        versions(
            "a url=jdbc:mariadb://a.example/x password=${PW}",
            "b url=jdbc:mariadb://b.example/x password=${PW}");
    List<Candidate> candidates = Versions.read(file, Optional.empty(), Optional.empty());
    new Mistakes(new Sides(plan, List.of()), Map.of("PW", "abc")).refuse(candidates);
    Mistakes unset = new Mistakes(new Sides(plan, List.of()), Map.of());
    assertThatThrownBy(() -> unset.refuse(candidates)).hasMessageContaining("PW");
  }

  @Test
  void aSecretOfAVersionIsRefusedAsResultsKeepVersions() throws IOException {
    Path file = versions("a rounds=1 password=abc", "b rounds=2 password=${PW}");
    refuses(
        "ibench: "
            + file
            + ":1: a: password has a secret, which results do not contain; allowed: ${NAME} of the"
            + " environment\n",
        "--versions",
        file);
  }

  @Test
  void aProfileOfADatabaseInsideOfIbenchIsRefusedAtTheStart() throws IOException {
    String refusal =
        "ibench: --why: database = noop works inside of ibench, and a duet samples servers only;"
            + " leave --why out\n";
    Path file = versions("a rounds=1", "b rounds=2");
    refuses(refusal, "--versions", file, "--step", "point_select", "--why");
    Candidate any = new Candidate("a", List.of(), Optional.empty(), Optional.empty());
    StoredBisect.Plan plan = stored(List.of()).plan();
    StoredBisect.begin(plan, List.of(any, any)).write(folder);
    assertThat(ibench("bisect", folder, "--why").err()).isEqualTo(refusal);
  }

  @Test
  void aSecretOfACommitIsRefusedBeforeTheFirstBuild() {
    refuses(
        "ibench: --versus password has a secret, which results do not contain; allowed: ${NAME} of"
            + " the environment\n"
            + "ibench: -s user_password has a secret, which results do not contain; allowed: ${NAME}"
            + " of the environment\n",
        "--git",
        folder,
        "--good",
        "HEAD^",
        "--bad",
        "HEAD",
        "--build",
        "touch " + folder.resolve("built"),
        "--versus",
        "password=abc",
        "-s",
        "user_password=def");
    assertThat(folder.resolve("built")).doesNotExist();
  }

  @Test
  void reportShowsItAndJsonHasAllOfIt() throws IOException {
    StoredBisect.begin(
            stored(List.of()).plan(),
            List.of(new Candidate("a", List.of(), Optional.empty(), Optional.empty())))
        .write(folder);
    assertThat(ibench("report", folder).out())
        .startsWith("bisect: 1 versions, a to a\n  not at its end");
    JsonNode json = new ObjectMapper().readTree(ibench("report", folder, "--format", "json").out());
    assertThat(json.at("/plan/workload").asText()).isEqualTo("oltp");
    assertThat(ibench("report", folder, "--html", folder.resolve("x.html")).err())
        .isEqualTo(
            "ibench: "
                + folder
                + " is a bisection, which has no page; report --html makes one of a duet in its"
                + " folder duets\n");
    assertThat(ibench("report", folder, "--format", "csv").err())
        .isEqualTo(
            "ibench: "
                + folder
                + " is a bisection; report shows it alone, as text, markdown or json\n");
    assertThat(ibench("compare", folder, folder).err())
        .isEqualTo(
            "ibench: "
                + folder
                + " is a bisection, which compares versions itself: ibench report shows it\n");
  }
}
