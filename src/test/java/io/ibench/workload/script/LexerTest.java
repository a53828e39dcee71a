package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.db.NativeLanguage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LexerTest {

  private static final NativeLanguage POSTGRES =
      new NativeLanguage(false, false, false, false, true, true, "??", true);
  private static final NativeLanguage MARIADB =
      new NativeLanguage(false, true, true, true, false, false, "", false);

  private final Config config = Config.of(Map.of());

  private List<Section> sections(NativeLanguage language, String text) {
    return new Lexer("a.sql", text, language, "demo", new Mistakes(config)).read("a");
  }

  private List<String> statements(NativeLanguage language, String text) {
    return sections(language, text).get(0).statements().stream()
        .map(Item.Statement::plain)
        .toList();
  }

  private List<String> mistakes(String text) {
    sections(NativeLanguage.SQL, text);
    return config.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void statementsEndAtSemicolonsOutsideOfTextsAndParentheses() {
    assertThat(
            statements(
                NativeLanguage.SQL,
                "\uFEFFSELECT ';' ; CREATE RULE r (a; b); SELECT \"x;\", `y;`;; SELECT 1"))
        .containsExactly("SELECT ';'", "CREATE RULE r (a; b)", "SELECT \"x;\", `y;`", "SELECT 1");
  }

  @Test
  void valuesNamesAndChoicesAreTold() {
    assertThat(
            statements(
                NativeLanguage.SQL, "SELECT :a, b::int, :9, {c}, 'x :d {e} y''s', '12:30', :f_1"))
        .containsExactly("SELECT ?, b::int, :9, {c}, 'x :d {e} y''s', '12:30', ?");
  }

  @Test
  void commentsAreThoseOfTheLanguage() {
    assertThat(statements(NativeLanguage.SQL, "SELECT 1 --x\n+ 2 /* ; /* */ + 3; # SELECT 4"))
        .containsExactly("SELECT 1 \n+ 2 /* ; /* */ + 3", "# SELECT 4");
    assertThat(statements(MARIADB, "# one\nSELECT 5--1 # two\n; SELECT 1 -- three"))
        .containsExactly("SELECT 5--1", "SELECT 1");
    assertThat(statements(POSTGRES, "SELECT /* a /* ; */ ; */ 1; SELECT 2"))
        .containsExactly("SELECT /* a /* ; */ ; */ 1", "SELECT 2");
  }

  @Test
  void escapesAreThoseOfTheLanguage() {
    assertThat(statements(MARIADB, "SELECT 'it\\';s'; SELECT 2"))
        .containsExactly("SELECT 'it\\';s'", "SELECT 2");
    assertThat(statements(POSTGRES, "SELECT E'a\\';b'; SELECT $t$ ; $$ $t$, a$b; SELECT 1 ? 2"))
        .containsExactly("SELECT E'a\\';b'", "SELECT $t$ ; $$ $t$, a$b", "SELECT 1 ?? 2");
    assertThat(statements(POSTGRES, "SELECT namE'a\\'; SELECT 2"))
        .containsExactly("SELECT namE'a\\'", "SELECT 2");
  }

  @Test
  void aCommandGoesOnBehindAnEscapedLineEnd() {
    List<Item> items =
        sections(NativeLanguage.SQL, "\\SET a \\\n 1 + \\\r\n 2\n\\;\nSELECT 1;").get(0).items();

    assertThat(items.get(0)).isEqualTo(new Item.Meta(new Place("a.sql", 1), "set", "a   1 +   2"));
    assertThat(items.get(1)).isEqualTo(new Item.Meta(new Place("a.sql", 4), ";", ""));
    assertThat(items.get(2).place()).isEqualTo(new Place("a.sql", 5));
  }

  @Test
  void sectionsHaveTheirKeysAndThoseOfOtherProductsAreLeftOut() {
    List<Section> sections =
        sections(
            NativeLanguage.SQL,
            """
            --@ schema on=other , demo
            CREATE TABLE t (a INT);
            --@ load once
            INSERT INTO t VALUES (1);
            --@ transaction pay weight = 3 role=query
            SELECT 1;
            --@ index on=other
            { "not": 'SQL }
            """);

    assertThat(sections)
        .extracting(Section::title)
        .containsExactly("schema", "load", "transaction pay", "index");
    assertThat(sections.get(0).products()).isEqualTo(Set.of("other", "demo"));
    assertThat(sections.get(1).attributes()).isEqualTo(Map.of("once", ""));
    assertThat(sections.get(2).attributes()).isEqualTo(Map.of("weight", "3", "role", "query"));
    assertThat(sections.get(2).place()).isEqualTo(new Place("a.sql", 5));
    assertThat(sections.get(3).items()).isEmpty();
    assertThat(config.problems()).isEmpty();
  }

  @Test
  void mistakesInDirectivesSayWhatIsAllowed() {
    assertThat(
            mistakes(
                """
                --@ index weigth=2
                --@ transaction pay weight= role=a role=b wieght=1
                --@ transaction
                --@ transaction two names
                --@ verify 9x
                """))
        .anyMatch(line -> line.endsWith("weigth is no key of a section index; allowed: on"))
        .anyMatch(line -> line.endsWith("weight has no value; allowed: weight=VALUE"))
        .anyMatch(line -> line.endsWith("role is given twice; allowed: once"))
        .anyMatch(
            line ->
                line.endsWith(
                    "wieght is no key of a section transaction; did you mean weight? allowed:"
                        + " retry, role, weight, on"))
        .anyMatch(
            line -> line.endsWith("the transaction has no name; allowed: --@ transaction NAME"))
        .anyMatch(line -> line.endsWith("has several names: two, names; allowed: one"))
        .anyMatch(
            line -> line.endsWith("9x is no name; allowed: a letter, then letters, digits and _"));
  }

  @Test
  void whatDoesNotEndIsNamedWithItsBegin() {
    assertThat(mistakes("SELECT 'a"))
        .singleElement()
        .asString()
        .contains("a.sql:1")
        .endsWith("the quote ' that begins here does not end");
  }

  @Test
  void aDocumentIsAStatement() {
    assertThat(
            statements(
                NativeLanguage.DOCUMENTS,
                "{\"find\": \":t\", \"a\": \"x\\\";:y\"}; -- c\n{\"b\": 1}"))
        .containsExactly("{\"find\": ?, \"a\": \"x\\\";:y\"}", "{\"b\": 1}");
  }
}
