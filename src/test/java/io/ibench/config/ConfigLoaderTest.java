package io.ibench.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {

  private static final Key<String> A = Key.text("a", "a text").optional();
  private static final Key<String> B = Key.text("b", "a text").optional();
  private static final Key<String> C = Key.text("c", "a text").optional();
  private static final Key<Long> THREADS =
      Key.count("request.threads", 1, 10_000, "threads").optional();
  private static final Key<String> PASSWORD = Key.secret("password", "the password").optional();

  @TempDir private Path folder;
  private Path workload;

  @BeforeEach
  void nameTheWorkloadFile() {
    workload = folder.resolve("w.properties");
  }

  private Path write(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, String.join("\n", lines));
  }

  private Config load(String... overrides) {
    return load(Map.of(), Optional.empty(), overrides);
  }

  /** Loads and reads all keys of this test, as binding would. */
  private Config load(Map<String, String> environment, Optional<Path> database, String... given) {
    Config config = new ConfigLoader(environment).load(workload, database, Arrays.asList(given));
    List.of(A, B, C, THREADS, PASSWORD).forEach(config::find);
    return config;
  }

  private List<String> lines(Config config) {
    String prefix = folder + "/";
    return config.problems().stream().map(p -> p.toString().replace(prefix, "")).toList();
  }

  private static String origin(Config config, Key<?> key) {
    return config.effective().stream()
        .filter(setting -> setting.name().equals(key.name()))
        .map(setting -> setting.origin().description())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void readsTheSyntax() throws IOException {
    write(
        "w.properties",
        "\uFEFF# a comment = x \\",
        "  ! another",
        "",
        "a=  one # not a comment = two  \t\r",
        "  b  = x, \\",
        "\t  y, \\\r",
        "  z",
        "c = C:\\temp\\n");
    Config config = load();
    assertThat(lines(config)).isEmpty();
    assertThat(config.find(A)).contains("one # not a comment = two");
    assertThat(config.find(B)).contains("x, y, z");
    assertThat(config.find(C)).contains("C:\\temp\\n");
    assertThat(origin(config, B)).isEqualTo(workload + ":5");
    assertThat(origin(config, C)).isEqualTo(workload + ":8");
  }

  @Test
  void everyMistakeOfAFileIsNamedWithItsLine() throws IOException {
    write(
        "w.properties",
        "a 1",
        "= 2",
        "my-key = 3",
        "two words = 4",
        "b = 5",
        "request.threads = abc",
        "b = 6",
        "c = x\u0007y",
        "k" + "k".repeat(200) + " = 7",
        "last = \\ ",
        "end \\");
    assertThat(lines(load()))
        .containsExactly(
            "w.properties:1: has no =; allowed: key = value, or # before a comment",
            "w.properties:2: has no key before the =; allowed: key = value",
            "w.properties:3: my: the key has '-' in it; allowed: letters, digits, _ and .",
            "w.properties:4: two: the key has a blank in it; allowed: letters, digits, _ and .",
            "w.properties:6: request.threads = abc: is not a count; allowed: 1 .. 10000, in digits,"
                + " also with k, M or B",
            "w.properties:7: b: is set twice in this file, first in line 5; allowed: once",
            "w.properties:8: c: has the control character U+0007; allowed: text in one line",
            "w.properties:9: "
                + "k".repeat(120)
                + "...: the key is too long; allowed: at most 200"
                + " characters",
            "w.properties:10: last: has blanks after the \\ at its end; allowed: \\ as the last"
                + " character",
            "w.properties:11: continues after the end of the file; allowed: \\ before another"
                + " line");
  }

  @Test
  void badBytesAreNamedWithTheirLine() throws IOException {
    Files.write(
        workload,
        "a = x\n# \u00ff\nb = \\\n \u00fc\nc = y\rz\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(lines(load()))
        .containsExactly(
            "w.properties:2: is not UTF-8; allowed: a file in UTF-8",
            "w.properties:4: b: is not UTF-8; allowed: a file in UTF-8",
            "w.properties:5: c: has a carriage return inside; allowed: lines that end with LF or"
                + " CRLF");
  }

  @Test
  void utf8IsRead() throws IOException {
    write("w.properties", "a = größe 表 😀");
    assertThat(load().find(A)).contains("größe 表 😀");
  }

  @Test
  void aBinaryFileGivesFewProblems() throws IOException {
    Files.write(workload, "\u00ff\n".repeat(1000).getBytes(StandardCharsets.ISO_8859_1));
    List<String> lines = lines(load());
    assertThat(lines).hasSize(51);
    assertThat(lines.get(50))
        .isEqualTo("w.properties:51: too many problems; the file is not read from here on");
  }

  @Test
  void laterSourcesOverrideEarlierOnes() throws IOException {
    write("base.properties", "a = base", "b = base", "c = base", "request.threads = 1");
    write("w.properties", "include = base.properties", "a = w", "b = w", "c = w");
    Path database = write("conf/d.properties", "b = d", "c = d");
    Config config = load(Map.of(), Optional.of(database), " c = s ");
    assertThat(lines(config)).isEmpty();
    assertThat(config.find(THREADS)).contains(1L);
    assertThat(config.find(A)).contains("w");
    assertThat(config.find(B)).contains("d");
    assertThat(config.find(C)).contains("s");
    assertThat(origin(config, THREADS)).isEqualTo(folder.resolve("base.properties") + ":4");
    assertThat(origin(config, B)).isEqualTo(database + ":1");
    assertThat(origin(config, C)).isEqualTo("-s");
  }

  @Test
  void anIncludeComesJustBeforeItsFileWhereverItStands() throws IOException {
    write("x/one.properties", "a = one", "b = one", "c = one", "include = deep/two.properties");
    write("x/deep/two.properties", "request.threads = 2", "c = two");
    write("three.properties", "b = three");
    write("w.properties", "a = w", "include = x/one.properties , three.properties");
    write("d0.properties", "a = d0");
    Path database = write("d.properties", "include = d0.properties");
    Config config = load(Map.of(), Optional.of(database));
    assertThat(lines(config)).isEmpty();
    assertThat(config.find(A)).as("an include of the later file").contains("d0");
    assertThat(config.find(B)).as("the later include").contains("three");
    assertThat(config.find(C)).as("the including file").contains("one");
    assertThat(config.find(THREADS)).contains(2L);
  }

  @Test
  void loopsOfIncludesShowTheirChain() throws IOException {
    write("w.properties", "a = 1", "include = x/b.properties");
    write("x/b.properties", "include = ../w.properties");
    assertThat(lines(load()))
        .containsExactly(
            "x/b.properties:1: include = ../w.properties: includes itself: w.properties ->"
                + " x/b.properties -> x/../w.properties; allowed: no loops");
  }

  @Test
  void theSameFileMayBeIncludedTwice() throws IOException {
    write("base.properties", "a = base", "unknown = 1");
    write("one.properties", "include = base.properties");
    write("two.properties", "include = base.properties");
    write("w.properties", "include = one.properties, two.properties");
    assertThat(lines(load())).as("and its problems are told once").hasSize(1);
  }

  @Test
  void includesThatMultiplyAreStopped() throws IOException {
    for (int i = 0; i < 30; i++) {
      String next = "f" + (i + 1) + ".properties";
      write("f" + i + ".properties", "include = " + next + ", " + next);
    }
    write("f30.properties", "a = 1");
    workload = folder.resolve("f0.properties");
    assertThat(lines(load())).isNotEmpty().allMatch(line -> line.contains("too many files"));
  }

  @Test
  void filesThatCannotBeReadAreProblemsWithoutFollowUps() throws IOException {
    Config config = load();
    config.get(Key.text("required", "x"));
    config.problem("needs b", A, B);
    assertThat(lines(config)).containsExactly("w.properties: there is no file w.properties");

    write("big.properties", "#".repeat(1 << 20), "a = 1");
    Files.createDirectory(folder.resolve("dir"));
    write(
        "w.properties",
        "unknown = 1",
        "include = big.properties, dir, gone.properties, , ${NOT}${SET}");
    assertThat(lines(load()))
        .containsExactly(
            "w.properties:2: include: the environment variable NOT is not set; set it, or write"
                + " ${NOT:default}",
            "w.properties:2: include: the environment variable SET is not set; set it, or write"
                + " ${SET:default}");
    write("w.properties", "unknown = 1", "include = big.properties, dir, gone.properties,");
    assertThat(lines(load()))
        .containsExactly(
            "w.properties:2: include = big.properties: is too large; allowed: at most 1 MB",
            "w.properties:2: include = dir: is a directory; allowed: a file",
            "w.properties:2: include = gone.properties: there is no file gone.properties",
            "w.properties:2: include: has an empty name; allowed: files with commas between");
  }

  @Test
  void variablesComeFromTheEnvironmentGiven() throws IOException {
    Map<String, String> environment = Map.of("HOST", "db1", "EMPTY", "", "TRICK", "${HOST}");
    write(
        "w.properties",
        "a = <${HOST}:${PORT:3306}|${EMPTY}|${EMPTY:x}|${GONE:}|$${HOST}|$5|${TRICK}>",
        "b = ${UNSET} ${ALSO}",
        "c = ${UNCLOSED",
        "request.threads = ${A-B}");
    Config config = load(environment, Optional.empty(), "other=${X:${Y}}");
    assertThat(config.find(A)).contains("<db1:3306||||${HOST}|$5|${HOST}>");
    String allowed = "; allowed: ${NAME}, ${NAME:default}, $${ for a plain ${";
    assertThat(lines(config))
        .containsExactly(
            "w.properties:2: b: the environment variable UNSET is not set; set it, or write"
                + " ${UNSET:default}",
            "w.properties:2: b: the environment variable ALSO is not set; set it, or write"
                + " ${ALSO:default}",
            "w.properties:3: c: has ${ without }" + allowed,
            "w.properties:4: request.threads: has a variable whose name is not of letters, digits"
                + " and _"
                + allowed,
            "-s: other: has a variable inside the default of X" + allowed);
  }

  @Test
  void variablesCannotGrowAValueForEver() throws IOException {
    write("w.properties", "a = " + "${X}".repeat(200_000));
    Config config = load(Map.of("X", "x".repeat(100_000)), Optional.empty());
    assertThat(lines(config))
        .containsExactly(
            "w.properties:1: a: is longer than 1 MB with its variables replaced;"
                + " allowed: at most 1 MB");
  }

  @Test
  void secretsNeverShow() throws IOException {
    write(
        "w.properties",
        "password = ${PW}",
        "pasword = geheim",
        "password: geheim=1",
        "password geheim",
        "password=geheim\u0001");
    Config config = load(Map.of("PW", "geheim\n"), Optional.empty(), "password geheim");
    config.problem("is too short", PASSWORD);
    assertThat(lines(config)).hasSize(6).noneMatch(line -> line.contains("geheim"));
    assertThat(config.effective().toString()).doesNotContain("geheim");

    write("w.properties", "password = ${PW}");
    Config right = load(Map.of("PW", " geheim "), Optional.empty());
    assertThat(right.find(PASSWORD)).as("a variable is not trimmed").contains(" geheim ");
    assertThat(right.effective()).extracting(Setting::value).containsExactly("***");
  }

  @Test
  void secretsAreRefusedOnTheCommandLine() throws IOException {
    write("w.properties", "a = 1");
    assertThat(lines(load("password=geheim")))
        .containsExactly(
            "-s: password = ***: a secret cannot be given by -s, where other users of the machine"
                + " can see it; allowed: ${NAME} in a file");
  }

  @Test
  void mistakesOfOverridesAreNamed() throws IOException {
    write("w.properties", "a = 1");
    assertThat(
            lines(load("b=1", "c", "=3", "include=x", "b=2", "x-y=1", "a b=1", "reqest.threads=4")))
        .containsExactlyInAnyOrder(
            "-s: number 2 has no =; allowed: key=value",
            "-s: number 3 has no key before the =; allowed: key=value",
            "-s: include: cannot be given here; allowed: include in a file",
            "-s: b: is given twice; allowed: once",
            "-s: x: the key has '-' in it; allowed: letters, digits, _ and .",
            "-s: a: the key has a blank in it; allowed: letters, digits, _ and .",
            "-s: reqest.threads: unknown key; did you mean request.threads?");
  }

  @Test
  void problemsAreSortedByFileInTheOrderReadThenByLine() throws IOException {
    write("z.properties", "unknown.z = 1", "include = y.properties");
    write("y.properties", "unknown.y = 1");
    workload = folder.resolve("z.properties");
    StringBuilder many = new StringBuilder("request.threads = abc\n");
    for (int i = 2; i <= 12; i++) {
      many.append("unknown").append(i).append(" = 1\n");
    }
    Path database = write("a.properties", many.toString());
    Config config = load(Map.of(), Optional.of(database), "unknown.s=1");
    config.get(Key.text("required", "x"));
    assertThat(config.problems())
        .extracting(Problem::key)
        .containsExactly(
            "unknown.z",
            "unknown.y",
            "request.threads",
            "unknown2",
            "unknown3",
            "unknown4",
            "unknown5",
            "unknown6",
            "unknown7",
            "unknown8",
            "unknown9",
            "unknown10",
            "unknown11",
            "unknown12",
            "required",
            "unknown.s");
  }

  @Test
  void unknownKeysAreReportedAlsoWhereTheyAreOverridden() throws IOException {
    write("base.properties", "unknown = 1");
    write("w.properties", "include = base.properties", "unknown = 2");
    assertThat(config("unknown=3")).containsExactly("w.properties:2", "base.properties:1", "-s");
  }

  private List<String> config(String override) {
    return load(override).problems().stream()
        .map(problem -> problem.where().replace(folder + "/", ""))
        .toList();
  }

  @Test
  void ofAnEarlierRunOnlySecretsNeedTheirVariables() throws IOException {
    Path database = write("db.properties", "a = ${NOT_SET}", "password = ${SECRET}");
    Config config =
        new ConfigLoader(Map.of("SECRET", "s3cret"))
            .again(
                Map.of("a", "as it was"),
                "run.json",
                Map.of(database, Set.of("password")),
                Optional.empty());

    assertThat(config.find(A)).contains("as it was");
    assertThat(config.find(PASSWORD)).contains("s3cret");
    assertThat(lines(config)).isEmpty();
  }

  @Test
  void ofAnEarlierRunEachSecretComesFromTheFileThatGaveIt() throws IOException {
    Path workload = write("w.properties", "a = token=1", "password = of the workload");
    Path database = write("db.properties", "a = token=2", "password = of the database");
    Map<Path, Set<String>> files = new LinkedHashMap<>();
    files.put(database, Set.of("password"));
    files.put(workload, Set.of("a"));
    ConfigLoader loader = new ConfigLoader(Map.of());
    Path further = write("further.properties", "password = of another");

    Config config = loader.again(Map.of(), "run.json", files, Optional.empty());
    Config other = loader.again(Map.of(), "run.json", files, Optional.of(further));

    assertThat(config.find(A)).contains("token=1");
    assertThat(config.find(PASSWORD)).contains("of the database");
    assertThat(other.find(PASSWORD)).contains("of another");
  }

  @Test
  void furtherOptionsWinInACopyThatReadsNoFileAgain() throws IOException {
    write("w.properties", "a = 1", "b = ${MISSING}", "request.threads = 4");
    Config loaded = load("c=3");
    Files.delete(workload);

    Config more =
        loaded.with(
            List.of(
                new OptionSetting("--threads", "request.threads", "8"),
                new OptionSetting("--c", "c", "${MISSING}")));

    assertThat(more.effective()).as("nothing is read yet").isEmpty();
    assertThat(more.find(A)).contains("1");
    assertThat(more.find(THREADS)).contains(8L);
    assertThat(origin(more, THREADS)).isEqualTo("--threads");
    List.of(B, C).forEach(more::find);
    assertThat(lines(more))
        .hasSize(2)
        .anyMatch(line -> line.startsWith("w.properties:2: b"))
        .anyMatch(line -> line.startsWith("--c: c"));
    assertThat(loaded.find(THREADS)).contains(4L);
    assertThat(loaded.find(C)).contains("3");
    assertThat(lines(loaded)).hasSize(1);
  }
}
