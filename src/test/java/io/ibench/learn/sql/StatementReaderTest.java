package io.ibench.learn.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.learn.sql.Form.Verb;
import io.ibench.learn.sql.Slot.Use;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementReaderTest {

  private final StatementReader mysql = new StatementReader(Dialect.MYSQL);
  private final StatementReader postgres = new StatementReader(Dialect.POSTGRES);

  private static int read(StatementReader reader, String sql) {
    return read(reader, sql, "");
  }

  private static int read(StatementReader reader, String sql, String values) {
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    byte[] parameters = values.getBytes(StandardCharsets.UTF_8);
    return reader.read(text, 0, text.length, parameters, 0, parameters.length);
  }

  private static Form form(StatementReader reader, String sql) {
    return reader.forms().get(read(reader, sql));
  }

  private static List<String> columns(Form form) {
    List<String> columns = new ArrayList<>();
    for (Slot slot : form.slots()) {
      columns.add(slot.use() + " " + slot.table() + "." + slot.column());
    }
    return columns;
  }

  private static List<Long> bits(StatementReader reader) {
    List<Long> bits = new ArrayList<>();
    for (int i = 0; i < reader.values().count(); i++) {
      bits.add(reader.values().bits(i));
    }
    return bits;
  }

  @Test
  void valuesBlanksCommentsAndCapitalsDoNotMakeAnotherForm() {
    int first = read(mysql, "SELECT c FROM t WHERE id = 5 AND d = 'x'");
    assertThat(read(mysql, "select c\n from t /* by me */ where id=-70 and d = 'it''s \\' y' -- z"))
        .isEqualTo(first);
    assertThat(read(mysql, "SELECT c FROM t WHERE id = 5 AND e = 'x'")).isNotEqualTo(first);
    assertThat(bits(mysql).get(0)).isEqualTo(5);
  }

  @Test
  void tablesOfAFamilyShareAForm() {
    int first = read(mysql, "SELECT c FROM sbtest1 WHERE id = 5");
    assertThat(read(mysql, "SELECT c FROM sbtest27 WHERE id = 8")).isEqualTo(first);
    assertThat(bits(mysql)).containsExactly(27L, 8L);
    assertThat(mysql.forms().get(first).slots().get(0).use()).isEqualTo(Use.NAME);
    assertThat(mysql.forms().get(first).slots().get(0).stem()).isEqualTo("sbtest");
    assertThat(read(mysql, "INSERT INTO sbtest1 (id) VALUES (1)"))
        .isEqualTo(read(mysql, "INSERT INTO sbtest2 (id) VALUES (1)"));
  }

  @Test
  void functionsTypesAndNumbersWithZerosAreNoFamily() {
    assertThat(form(mysql, "SELECT sha1(a), log10(b) FROM t").slots()).isEmpty();
    assertThat(form(postgres, "SELECT a::int4 FROM t").slots()).isEmpty();
    assertThat(form(mysql, "SELECT a FROM part01").slots()).isEmpty();
  }

  @Test
  void namesOfResultsDoNotMakeAnotherForm() {
    int first = read(mysql, "SELECT price AS price1 FROM item WHERE id = 1");
    assertThat(read(mysql, "SELECT price AS price FROM item WHERE id = 1")).isEqualTo(first);
    assertThat(read(mysql, "SELECT price AS other FROM item WHERE id = 1")).isEqualTo(first);
  }

  @Test
  void aListIsOnePlaceWhateverItsLength() {
    int first = read(mysql, "SELECT a FROM t WHERE id IN (1, -2, 3) AND b NOT IN ('x')");
    assertThat(bits(mysql).subList(0, 3)).containsExactly(1L, -2L, 3L);
    assertThat(mysql.values().slot(2)).isZero();
    assertThat(read(mysql, "SELECT a FROM t WHERE id IN (1) AND b NOT IN ('x', NULL, 'z')"))
        .isEqualTo(first);
    assertThat(columns(mysql.forms().get(first))).containsExactly("IN t.id", "IN t.b");
    assertThat(mysql.forms().get(first).fingerprint())
        .isEqualTo("SELECT a FROM t WHERE id IN (?+) AND b NOT IN (?+)");
    assertThat(read(mysql, "SELECT a FROM t WHERE id IN (SELECT 1) AND b NOT IN ('x')"))
        .isNotEqualTo(first);
  }

  @Test
  void rowsOfAnInsertAreOneRow() {
    int first = read(mysql, "INSERT INTO t (a, b) VALUES (1, 'x')");
    assertThat(read(mysql, "INSERT INTO t (a, b) VALUES (1, 'x'), (2, NULL), (3, 'z')"))
        .isEqualTo(first);
    assertThat(mysql.values().count()).isEqualTo(6);
    assertThat(mysql.values().slot(4)).isZero();
    assertThat(columns(mysql.forms().get(first))).containsExactly("STORE t.a", "STORE t.b");
    int other = read(mysql, "INSERT INTO t (a, b) VALUES (1, 'x'), (2, now())");
    assertThat(other).isNotEqualTo(first);
  }

  @Test
  void theRowOfOnDuplicateKeyIsNoRow() {
    Form form =
        form(mysql, "INSERT INTO t (a, b) VALUES (1, 2) ON DUPLICATE KEY UPDATE b = VALUES(b) + 7");
    assertThat(form.slots()).hasSize(3);
    assertThat(form.slots().get(2).inRows()).isFalse();
    assertThat(form.fingerprint()).endsWith("UPDATE b = VALUES(b) + ?");
  }

  @Test
  void eachValueHasItsColumn() {
    assertThat(
            columns(
                form(
                    mysql,
                    "UPDATE acc a SET a.sum = a.sum + 5, note = 'x' WHERE a.id = 9 AND lower(name) ="
                        + " 'y' AND day BETWEEN '2026-01-01' AND '2026-02-01' AND t >= 4 AND 8 > u")))
        .containsExactly(
            "DELTA acc.sum",
            "STORE acc.note",
            "EQUAL acc.id",
            "EQUAL acc.name",
            "FROM acc.day",
            "TO acc.day",
            "FROM acc.t",
            "TO acc.u");
    assertThat(columns(form(mysql, "INSERT INTO t VALUES (4, 'x')")))
        .containsExactly("STORE t.#0", "STORE t.#1");
    assertThat(columns(form(mysql, "SELECT a FROM t WHERE b LIKE 'x%' LIMIT 5 OFFSET 7")))
        .containsExactly("LIKE t.b", "LIMIT null.null", "OFFSET null.null");
    assertThat(columns(form(mysql, "SELECT 1 FROM a x, b y WHERE x.i = 1 AND y.i = 2")))
        .contains("EQUAL a.i", "EQUAL b.i");
  }

  @Test
  void numbersOfColumnsInOrderByAreNoValues() {
    assertThat(form(mysql, "SELECT a, b FROM t GROUP BY 1 ORDER BY 2 DESC, 1").slots()).isEmpty();
    assertThat(form(mysql, "SELECT a FROM t ORDER BY FIELD(a, 3, 4)").slots()).hasSize(2);
  }

  @Test
  void nullIsAValueWhereAValueCanBe() {
    assertThat(form(mysql, "SELECT a FROM t WHERE b IS NOT NULL AND c IS NULL").slots()).isEmpty();
    read(mysql, "UPDATE t SET a = NULL, b = TRUE");
    assertThat(mysql.values().kind(0)).isEqualTo(Literal.NULL);
    assertThat(mysql.values().kind(1)).isEqualTo(Literal.BOOLEAN);
  }

  @Test
  void aMinusBelongsToItsNumberOnlyWhereNothingIsBeforeIt() {
    read(mysql, "SELECT a - 1 FROM t WHERE b = -2 AND c BETWEEN -3 AND - 4");
    assertThat(bits(mysql)).containsExactly(1L, -2L, -3L, -4L);
  }

  @Test
  void wholeNumbersOf64BitsKeepAllDigits() {
    read(mysql, "SELECT 1 FROM t WHERE a = 9223372036854775807 AND b = 9223372036854775808");
    assertThat(mysql.values().kind(1)).isEqualTo(Literal.INTEGER);
    assertThat(mysql.values().bits(1)).isEqualTo(Long.MAX_VALUE);
    assertThat(mysql.values().kind(2)).isEqualTo(Literal.DECIMAL);
  }

  @Test
  void textsThatAreNumbersOrTimesAreThose() {
    read(mysql, "SELECT 1 FROM t WHERE a = '42' AND b = '007' AND c = '1.50' AND d = '2026-11-30'");
    assertThat(mysql.values().kind(1)).isEqualTo(Literal.INTEGER);
    assertThat(mysql.values().shape(1) & Literal.QUOTED).isNotZero();
    assertThat(mysql.values().kind(2)).isEqualTo(Literal.TEXT);
    assertThat(mysql.values().kind(3)).isEqualTo(Literal.DECIMAL);
    assertThat(mysql.values().length(3)).isEqualTo(2);
    assertThat(mysql.values().kind(4)).isEqualTo(Literal.TIME);
  }

  @Test
  void typedTimesOfDriversAreValues() {
    Form form = form(mysql, "SELECT 1 FROM t WHERE d > TIMESTAMP'2026-11-30 10:00:00.5'");
    assertThat(form.fingerprint()).isEqualTo("SELECT ? FROM t WHERE d > ?");
    assertThat(mysql.values().bits(1)).isEqualTo(1_796_032_800_500_000L);
  }

  @Test
  void bytesInABinaryTextMayBeAnything() {
    byte[] sql =
        "INSERT INTO t (a) VALUES (_binary 'x\n\\'\0\u00ff')".getBytes(StandardCharsets.ISO_8859_1);
    int form = mysql.read(sql, 0, sql.length, new byte[0], 0, 0);
    assertThat(mysql.forms().get(form).slots()).hasSize(1);
    assertThat(mysql.values().length(0)).isEqualTo(6);
    assertThat(read(mysql, "INSERT INTO t (a) VALUES (x'00ff01')")).isEqualTo(form);
    assertThat(mysql.values().kind(0)).isEqualTo(Literal.BYTES);
    assertThat(mysql.values().length(0)).isEqualTo(3);
  }

  @Test
  void valuesOfPostgresAreInTheDetail() {
    int form =
        read(
            postgres,
            "SELECT a FROM t WHERE id = $1 AND b = $3 AND c = $2",
            "$1 = '42', $2 = NULL, $3 = 'it''s, $4 = x'");
    assertThat(postgres.forms().get(form).slots()).hasSize(3);
    assertThat(bits(postgres).get(0)).isEqualTo(42);
    assertThat(postgres.values().kind(1)).isEqualTo(Literal.TEXT);
    assertThat(postgres.values().kind(2)).isEqualTo(Literal.NULL);
    read(postgres, "SELECT a FROM t WHERE id = $1 AND b = $3 AND c = $2", "$1 = '42'");
    assertThat(postgres.values().kind(1)).isEqualTo(Literal.LOST);
    assertThat(postgres.lostValues()).isEqualTo(2);
  }

  @Test
  void castsOfADriverAreNoPartOfAForm() {
    int first = read(postgres, "SELECT a FROM t WHERE id = $1", "$1 = '5'");
    assertThat(read(postgres, "SELECT a FROM t WHERE id = ('5'::int4)")).isEqualTo(first);
    assertThat(bits(postgres)).containsExactly(5L);
    assertThat(read(postgres, "SELECT a FROM t WHERE id = '5'::int4")).isNotEqualTo(first);
  }

  @Test
  void aQuestionMarkHasNoValue() {
    read(mysql, "UPDATE t SET n = ? WHERE id = ?");
    assertThat(mysql.lostValues()).isEqualTo(2);
  }

  @Test
  void formatsAndIntervalsStayAndOtherTextsDoNot() {
    Form form =
        form(
            postgres,
            "SELECT date_trunc('day', a) FROM t WHERE b > now() - interval '2 days' AND c = 'secret'");
    assertThat(form.slots().get(0).text()).isEqualTo("day");
    assertThat(form.fingerprint()).contains("interval '2 days'");
    assertThat(form.toString()).doesNotContain("secret");
    assertThat(form(postgres, "SELECT a FROM t WHERE b = interval '2 secrets'").toString())
        .doesNotContain("secret");
  }

  @Test
  void aHintStaysAndAnyOtherCommentDoesNot() {
    assertThat(
            form(mysql, "SELECT /*+ NO_INDEX_MERGE(t) MAX_EXECUTION_TIME(1000) */ a FROM t")
                .fingerprint())
        .contains("NO_INDEX_MERGE(t)");
    assertThat(
            form(mysql, "SELECT /*+ for Bob */ a FROM t /* c */ # d\n WHERE b = 1 -- e")
                .fingerprint())
        .isEqualTo("SELECT a FROM t WHERE b = ?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "begin | BEGIN",
        "START TRANSACTION READ ONLY | BEGIN",
        "BEGIN NOT ATOMIC SELECT 1; END | OTHER",
        "COMMIT | COMMIT",
        "END | COMMIT",
        "ROLLBACK | ROLLBACK",
        "ROLLBACK TO SAVEPOINT s | OTHER",
        "ROLLBACK WORK TO s | OTHER",
        "SET autocommit=0 | AUTOCOMMIT_OFF",
        "set session autocommit = ON | AUTOCOMMIT_ON",
        "SET @@session.autocommit = 0 | AUTOCOMMIT_OFF",
        "SET application_name = 'x' | SESSION",
        "SHOW TABLES | SESSION",
        "DEALLOCATE ALL | SESSION",
        "CREATE USER u IDENTIFIED BY 'p' | ADMINISTRATION",
        "TRUNCATE t | ADMINISTRATION",
        "COPY t FROM STDIN | STREAM",
        "FETCH FORWARD 3 FROM c | STREAM",
        "CALL p(1) | CALL",
        "(SELECT 1) UNION (SELECT 2) | SELECT",
        "WITH x AS (SELECT 1) UPDATE t SET a = 1 | UPDATE",
        "WITH x AS (DELETE FROM t RETURNING a) SELECT a FROM x | SELECT",
        "REPLACE INTO t VALUES (1) | REPLACE"
      })
  void theFirstWordsSayWhatAStatementIs(String sql, Verb verb) {
    assertThat(form(mysql, sql).verb()).isEqualTo(verb);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 'open",
        "SELECT \"open",
        "SELECT `open",
        "SELECT /* open",
        "SELECT $tag$ open",
        "INSERT INTO t VALUES (1",
        "INSERT INTO t VALUES",
        "SELECT a IN (",
        "SELECT a IN (1,",
        "))((",
        "?",
        "SET",
        "WITH",
        "SELECT ,",
        "x'",
        "1e",
        "\\'"
      })
  void brokenStatementsAreReadToTheirEnd(String sql) {
    assertThat(read(mysql, sql)).isNotNegative();
    assertThat(read(postgres, sql)).isNotNegative();
  }

  @Test
  void aStatementWithoutAWordHasNoForm() {
    assertThat(read(postgres, " ; ")).isEqualTo(-1);
    assertThat(read(mysql, "/* ping */")).isEqualTo(-1);
  }

  @Test
  void resultsHaveTheNamesThatTheServerGivesThem() {
    Form form =
        form(
            mysql,
            "SELECT o.id, d_next_o_id - 1 AS o, max(x.y), count(*) AS n FROM orders o JOIN x ON o.i = x.i");
    assertThat(form.results().stream().map(Form.Result::name)).containsExactly("id", "o", "", "n");
    assertThat(form.results().stream().map(Form.Result::column))
        .containsExactly("id", "d_next_o_id", "y", "");
    assertThat(form.tables().stream().map(Form.TableName::table)).containsExactly("orders", "x");
    assertThat(form(postgres, "INSERT INTO t (a) VALUES (1) RETURNING id").results())
        .extracting(Form.Result::name)
        .containsExactly("id");
  }

  @Test
  void theTextIsThatOfTheStatementWithItsPlaces() {
    assertThat(
            form(mysql, "SELECT c FROM `sbtest3` WHERE id IN (1,2) AND k=-5 LIMIT 3;")
                .text(slot -> ":" + slot))
        .isEqualTo("SELECT c FROM `sbtest:0` WHERE id IN (:1) AND k=:2 LIMIT :3");
  }

  @Test
  void aCastInTheBracketsOfAFunctionLeavesTheBrackets() {
    assertThat(
            form(postgres, "SELECT to_jsonb($1::text), x FROM t WHERE a = ('1'::int4)")
                .fingerprint())
        .isEqualTo("SELECT to_jsonb(?::text), x FROM t WHERE a = ?");
    assertThat(form(postgres, "SELECT 1 FROM t WHERE a IN ('1'::int4)").fingerprint())
        .isEqualTo("SELECT ? FROM t WHERE a IN (?+)");
  }

  @Test
  void questionMarksOfPostgresAreOperators() {
    Form form = form(postgres, "SELECT a FROM t WHERE b ? 'x' AND b ?| array['y'] AND c ?& $1");
    assertThat(form.fingerprint())
        .isEqualTo("SELECT a FROM t WHERE b ? ? AND b ?| array[?] AND c ?& ?");
    assertThat(form.slots()).hasSize(3);
    assertThat(postgres.lostValues()).isEqualTo(1);
  }

  @Test
  void anArrayThatAColumnIsComparedWithIsAList() {
    int first =
        read(
            postgres,
            "SELECT a FROM t WHERE id = ANY($1) AND b <> ALL ($2::text[])",
            "$1 = '{1,2,30}', $2 = '{x,\"y,z\",NULL}'");
    Form form = postgres.forms().get(first);
    assertThat(form.fingerprint()).isEqualTo("SELECT a FROM t WHERE id IN (?+) AND b NOT IN (?+)");
    assertThat(columns(form)).containsExactly("IN t.id", "IN t.b");
    assertThat(postgres.values().count()).isEqualTo(6);
    assertThat(bits(postgres).subList(0, 3)).containsExactly(1L, 2L, 30L);
    assertThat(postgres.values().kind(5)).isEqualTo(Literal.NULL);
    assertThat(read(postgres, "SELECT a FROM t WHERE id = ANY('{5}'::int[]) AND b <> ALL ('{q}')"))
        .isEqualTo(first);
    assertThat(form(postgres, "SELECT a FROM t WHERE id = ANY(SELECT 1)").fingerprint())
        .isEqualTo("SELECT a FROM t WHERE id = ANY(SELECT ?)");
  }

  @Test
  void characterSetsBelongToTheirText() {
    assertThat(
            form(mysql, "SELECT a FROM t WHERE b = _utf8mb4 'x' COLLATE utf8mb4_bin").fingerprint())
        .isEqualTo("SELECT a FROM t WHERE b = ? COLLATE utf8mb4_bin");
    assertThat(form(postgres, "SELECT a FROM t WHERE b = U&'d\\0061t'").fingerprint())
        .isEqualTo("SELECT a FROM t WHERE b = ?");
  }

  @Test
  void variablesOfASessionArePartOfTheLoad() {
    assertThat(form(mysql, "SET @x := 5").verb()).isEqualTo(Verb.OTHER);
    assertThat(form(mysql, "SET @@session.sql_mode = ''").verb()).isEqualTo(Verb.SESSION);
    assertThat(form(mysql, "SET @@autocommit = 0").verb()).isEqualTo(Verb.AUTOCOMMIT_OFF);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "to_char(a, 'YYYY-MM-DD HH24:MI')",
        "data->>'name'",
        "data->'address'->'town'",
        "nextval('orders_id_seq')",
        "to_tsvector('english', a)",
        "json_value(a, '$.list[0].name')",
        "concat_ws(', ', a)"
      })
  void namesAndFormatsStay(String expression) {
    Form form = form(postgres, "SELECT " + expression + " FROM t");
    assertThat(form.slots()).isNotEmpty().allMatch(slot -> slot.text() != null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "coalesce(a, 'US')",
        "data->>'john@example.org'",
        "data->>'4711 0815'",
        "a = 'english'",
        "json_value(a, '$.\"john doe\"')",
        "concat(a, 'john')"
      })
  void textsOfTheDataDoNotStay(String expression) {
    Form form = form(postgres, "SELECT " + expression + " FROM t");
    assertThat(form.slots()).isNotEmpty().allMatch(slot -> slot.text() == null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT `a FROM t WHERE b = 4711 AND c",
        "SELECT a FROM t ORDER BY 4711",
        "SELECT 4711.a FROM t",
        "SELECT a FROM t WHERE b = _latin1\"4711\""
      })
  void whatMayBeAValueIsNoName(String sql) {
    assertThat(form(mysql, sql).fingerprint()).doesNotContain("4711");
  }

  @Test
  void questionsAboutTablesAreNoPartOfTheLoad() {
    assertThat(form(postgres, "SELECT c.oid FROM pg_catalog.pg_class c WHERE c.oid = 1").verb())
        .isEqualTo(Verb.SESSION);
    assertThat(form(mysql, "SELECT a FROM t JOIN information_schema.columns c ON 1 = 1").verb())
        .isEqualTo(Verb.SESSION);
    assertThat(form(postgres, "SELECT a::pg_catalog.int4 FROM t").verb()).isEqualTo(Verb.SELECT);
  }
}
