package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Problem;
import io.ibench.workload.PlanContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of a script, and their sections for one product. */
class ScriptReaderTest {

  private static final PlanContext POSTGRES =
      new PlanContext("postgres", List.of("mariadb", "postgres", "sqlite"), Optional.empty());

  @TempDir Path folder;

  private ScriptReader reader;

  private void write(String name, String text) throws Exception {
    Files.createDirectories(folder.resolve(name).getParent());
    Files.writeString(folder.resolve(name), text);
  }

  /** Settings that name the files. */
  private Config settings(String files) throws Exception {
    write("w.properties", "\nscript.files = " + files + "\n");
    return new ConfigLoader(Map.of())
        .load(folder.resolve("w.properties"), Optional.empty(), List.of());
  }

  private List<Section> read(Config config, PlanContext context) {
    reader = new ScriptReader(config, context, new Mistakes(config));
    return reader.read();
  }

  private List<Section> sections(String files) throws Exception {
    Config config = settings(files);
    List<Section> sections = read(config, POSTGRES);
    assertThat(config.problems()).isEmpty();
    return sections;
  }

  private List<String> problems(Config config) {
    read(config, POSTGRES);
    return config.problems().stream()
        .map(Problem::toString)
        .map(line -> line.replace(folder + "/", ""))
        .toList();
  }

  private static List<String> names(List<Section> sections) {
    return sections.stream().map(Section::name).toList();
  }

  @Test
  void theFilesAreReadInTheirOrder() throws Exception {
    write("b.sql", "--@ transaction three\nSELECT 3;\n--@ transaction four\nSELECT 4;");
    write("a.sql", "SELECT 1;");

    assertThat(names(sections("b.sql , a.sql"))).containsExactly("three", "four", "a");
    assertThat(reader.texts().keySet()).containsExactly("b.sql", "a.sql");
    assertThat(reader.texts()).containsEntry("a.sql", "SELECT 1;");
  }

  @Test
  void aFileIsBesideTheSettingsThatNameIt() throws Exception {
    write("pom.xml", "SELECT 1;");
    write("deep/c.sql", "SELECT 2;");
    List<Section> sections = sections("pom.xml, deep/c.sql");

    assertThat(sections)
        .extracting(section -> section.statements().get(0).place())
        .containsExactly(
            new Place(folder.resolve("pom.xml").toString(), 1),
            new Place(folder.resolve("deep/c.sql").toString(), 1));
    assertThat(reader.texts().keySet()).containsExactly("pom.xml", "c.sql");
  }

  @Test
  void anotherFileIsInTheCurrentFolder() throws Exception {
    assertThat(sections("workloads/shop.sql"))
        .first()
        .extracting(section -> section.place().file())
        .isEqualTo("workloads/shop.sql");

    write("workloads/shop.sql", "SELECT 1;");
    assertThat(names(sections("workloads/shop.sql"))).containsExactly("shop");
    Config typed =
        new ConfigLoader(Map.of())
            .load(
                folder.resolve("w.properties"),
                Optional.empty(),
                List.of("script.files=workloads/shop.sql"));
    assertThat(read(typed, POSTGRES))
        .first()
        .extracting(Section::kind)
        .isEqualTo(Section.Kind.SCHEMA);
  }

  /** The files may have changed since the run began. */
  @Test
  void aRunThatIsResumedReadsItsOwnCopies() throws Exception {
    write("a.sql", "SELECT 'new';");
    write("results/scripts/a.sql", "SELECT 'old';");
    Config stored = stored(folder + "/a.sql@3");
    List<Section> sections = read(stored, POSTGRES);

    assertThat(stored.problems()).isEmpty();
    assertThat(reader.texts()).containsExactly(Map.entry("a.sql", "SELECT 'old';"));
    assertThat(sections.get(0).attributes()).containsEntry("weight", "3");
    assertThat(problems(stored("/")))
        .containsExactly("results/run.json: script.files = /: there is no file /");
  }

  private Config stored(String files) {
    return new ConfigLoader(Map.of())
        .again(
            Map.of("script.files", files),
            folder.resolve("results/run.json").toString(),
            Map.of(),
            Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.sql@9", "a.sql @ 9", "a.sql@ 9"})
  void aFileMayHaveAWeight(String file) throws Exception {
    write("a.sql", "SELECT 1;");
    write("b.sql", "SELECT 2;");
    List<Section> sections = sections(file + ", b.sql");

    assertThat(names(sections)).containsExactly("a", "b");
    assertThat(sections.get(0).attributes()).isEqualTo(Map.of("weight", "9"));
    assertThat(sections.get(0).statements()).hasSize(1);
    assertThat(sections.get(1).attributes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--@ transaction x weight=2\nSELECT 1;",
        "--@ transaction x\nSELECT 1;\n--@ transaction y\nSELECT 2;"
      })
  void aFileWithSectionsHasItsWeightsInThem(String script) throws Exception {
    write("a.sql", script);

    assertThat(problems(settings("a.sql@9")))
        .containsExactly(
            "w.properties:2: script.files = a.sql@9: gives a.sql a weight, but the file has"
                + " sections; allowed: weight= in its sections");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b.sql|there is no file b.sql",
        "deep|there is no file deep",
        "a.sql, b@x.sql|there is no file b@x.sql",
        "a.sql,|has an empty name; allowed: files with commas between",
        ", a.sql|has an empty name; allowed: files with commas between"
      })
  void aFileMustBeThere(String files, String problem) throws Exception {
    write("a.sql", "SELECT 1;");
    write("deep/c.sql", "SELECT 1;");

    assertThat(problems(settings(files)))
        .containsExactly("w.properties:2: script.files = " + files + ": " + problem);
  }

  /** A run that is resumed would read one of them for both. */
  @Test
  void twoFilesHaveDifferentNames() throws Exception {
    write("x/load.sql", "--@ schema\nCREATE TABLE x (a int);");
    write("y/load.sql", "--@ schema\nCREATE TABLE y (a int);");

    assertThat(problems(settings("x/load.sql, y/load.sql")))
        .containsExactly(
            "w.properties:2: script.files = x/load.sql, y/load.sql: names two files load.sql, and"
                + " results keep one of each name; allowed: different names");
  }

  @Test
  void theFilesMustBeGiven() {
    Config config = Config.of(Map.of());

    assertThat(read(config, POSTGRES)).isEmpty();
    assertThat(config.problems())
        .extracting(Problem::toString)
        .containsExactly("script.files: is required but not set; allowed: text");
  }

  @Test
  void aFileHasAtMostAThousandStatements() throws Exception {
    write("a.sql", "SELECT 1;\n".repeat(1000));
    assertThat(sections("a.sql").get(0).statements()).hasSize(1000);

    write(
        "a.sql", "--@ transaction x\nSELECT 1;\n--@ transaction y\n" + "SELECT 1;\n".repeat(1000));
    assertThat(problems(settings("a.sql")))
        .containsExactly("a.sql:1: has 1001 statements; allowed: 1000");
  }

  @Test
  void aFileHasAtMostAMegabyteOfUtf8() throws Exception {
    String script = "SELECT 1;";
    write("a.sql", " ".repeat((1 << 20) - script.length()) + script);
    assertThat(sections("a.sql").get(0).statements()).hasSize(1);

    write("a.sql", " ".repeat((1 << 20) - script.length() + 1) + script);
    assertThat(problems(settings("a.sql")))
        .containsExactly("a.sql:1: the file is too large; allowed: 1 MB");

    Files.write(folder.resolve("a.sql"), "SELECT '\u00e4';".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(problems(settings("a.sql")))
        .containsExactly("a.sql:1: the file is not in UTF-8; allowed: UTF-8");
    assertThat(reader.texts()).isEmpty();
  }

  @Test
  void aSectionForTheProductReplacesTheOneForAll() throws Exception {
    write(
        "a.sql",
        """
        --@ transaction x
        SELECT 'all';
        --@ transaction x on=mariadb
        SELECT 'mariadb';
        --@ transaction x on=postgres, sqlite
        SELECT 'some';
        --@ transaction y
        SELECT 'all';
        --@ index on=postgres
        CREATE INDEX i ON t (a);
        --@ cleanup on=sqlite
        DROP TABLE t;
        """);

    assertThat(sections("a.sql"))
        .extracting(section -> section.title() + " " + section.place().line())
        .containsExactly("transaction x 5", "transaction y 7", "index 9");
    assertThat(read(settings("a.sql"), PlanContext.UNKNOWN)).hasSize(6);
  }

  @Test
  void anUnknownProductIsAMistake() throws Exception {
    write("a.sql", "--@ transaction x on=postgers,sqlite,oracle\nSELECT 1;");
    String allowed = "allowed: mariadb, postgres, sqlite";

    assertThat(problems(settings("a.sql")))
        .containsExactly(
            "a.sql:1: on=postgers names no database; did you mean postgres? " + allowed,
            "a.sql:1: on=oracle names no database; " + allowed);
    Config unknown = settings("a.sql");
    read(unknown, PlanContext.UNKNOWN);
    assertThat(unknown.problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"a.b.sql, a_b", "9.sql, t9", "_x.sql, t_x", "a-b, a_b", ".sql, t", "\u00e4.sql, t_"})
  void aTransactionIsNamedAfterItsFile(String file, String name) {
    assertThat(ScriptReader.transactionName(file)).isEqualTo(name);
  }
}
