package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.config.Problem;
import io.ibench.db.NativeLanguage;
import io.ibench.testing.Slow;
import io.ibench.workload.PlanContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each mistake in a script has a line of its own, with file and line; no database is opened. */
class ScriptMistakesTest {

  private static final List<String> PRODUCTS = List.of("mariadb", "mongodb", "postgres", "sqlite");

  /** PostgreSQL's. */
  private static final NativeLanguage SQL =
      new NativeLanguage(false, false, false, false, true, true, "??", true);

  @TempDir Path folder;

  private List<String> mistakes(PlanContext context, byte[] script, String... settings)
      throws IOException {
    Files.write(folder.resolve("a.sql"), script);
    Path file =
        Files.writeString(
            folder.resolve("w.properties"),
            "workload = script\nscript.files = a.sql\nrequest.until = 1s\n"
                + String.join("\n", settings));
    Config config = new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of());
    config.declare(Key.text("workload", "read by others"));
    new ScriptWorkload().plan(config, context);
    return config.problems().stream()
        .map(Problem::toString)
        .map(line -> line.replace(folder + "/", ""))
        .toList();
  }

  private static PlanContext on(String product, NativeLanguage language) {
    return new PlanContext(product, PRODUCTS, Optional.ofNullable(language));
  }

  private List<String> mistakes(String script, String... settings) throws IOException {
    return mistakes(on("postgres", SQL), script.getBytes(StandardCharsets.UTF_8), settings);
  }

  private static Arguments of(String script, String mistake) {
    return Arguments.of(script, mistake);
  }

  /** A mistake in the line of a section load. */
  private static Arguments load(String words, String statement, String mistake) {
    return of(
        "--@ schema\nCREATE TABLE a (b int);\n--@ load "
            + words
            + "\n"
            + statement
            + "\n--@ transaction t\nSELECT 1;\n",
        "a.sql:3: " + mistake);
  }

  static List<Arguments> wrong() {
    String head = "--@ transaction t\n";
    String one = "SELECT 1;\n";
    return List.of(
        // Text
        of("\nSELECT 'a;\n", "a.sql:2: the quote ' that begins here does not end"),
        of("SELECT 1,\n$x$ a;", "a.sql:2: the text that begins with $x$ here does not end"),
        of("SELECT /* /* */ 1;", "a.sql:1: the comment that begins with /* here does not end"),
        of("\\if 1\nSELECT 1;", "a.sql:1: the \\if that begins here has no \\endif"),
        of(
            "\\if 1\n\\else\nSELECT 1;\n\\else\n\\endif",
            "a.sql:4: \\else comes after the \\else of the \\if in line 1"),
        of("SELECT 1;\n\\endif", "a.sql:2: \\endif has no \\if before it"),
        // Names
        of(
            "\\sat a 1\nSELECT 1;",
            "a.sql:1: \\sat is no command; did you mean set? allowed: \\set, \\gset, \\aset, \\if,"
                + " \\elif, \\else, \\endif, \\sleep, \\choose"),
        of(
            "SELECT 1\\; SELECT 2;",
            "a.sql:1: \\; is not supported: JDBC sends each statement by itself; end it with ;"),
        of("\\set a abz(1)\nSELECT 1;", "a.sql:1: \\set abz is no function; did you mean abs?"),
        of("\\set a abs(1, 2)\nSELECT 1;", "a.sql:1: \\set abs() has 2 arguments; allowed: 1"),
        of("\\set a debug(1)\nSELECT 1;", "a.sql:1: \\set debug() would print from the hot loop"),
        of("\\set 1 1\nSELECT 1;", "a.sql:1: \\set needs a name first"),
        of("\\set a\nSELECT 1;", "a.sql:1: \\set has no expression"),
        of("\\set a (1\nSELECT 1;", "a.sql:1: \\set ends before )"),
        of("\\set a 1 < 2 < 3\nSELECT 1;", "a.sql:1: \\set has < where it cannot be"),
        of(
            "--@ transactions t\nSELECT 1;",
            "a.sql:1: --@ transactions is no section; did you mean transaction? allowed: schema,"),
        of(
            "--@ transaction t wait=1\nSELECT 1;",
            "a.sql:1: wait is no key of a section transaction; allowed: retry, role, weight, on"),
        of("--@ transaction\nSELECT 1;", "a.sql:1: the transaction has no name"),
        of("SELECT 1;\n--@ transaction t\nSELECT 1;", "a.sql:1: belongs to no section"),
        of(
            "SELECT :count;",
            "a.sql:1: :count is never set; allowed: \\set count EXPRESSION before this line, or"
                + " the key script.count"),
        of(
            "\\if :scale = 1\n\\set a 1\n\\endif\nSELECT :a;",
            "a.sql:4: :a is not set in every case before this line; it is set in line 2"),
        of("SELECT :a;\n\\set a 1", "a.sql:1: :a is not set in every case before this line"),
        of(
            head + one + "--@ transaction t\nSELECT 2;",
            "a.sql:3: the transaction t is there already, at a.sql:1"),
        of(
            "--@ transaction t weight=-1\nSELECT 1;",
            "a.sql:1: weight=-1 is no weight; allowed: numbers from 0"),
        of("--@ transaction t weight=x\nSELECT 1;", "a.sql:1: weight=x is no weight;"),
        of("--@ transaction t weight=NaN\nSELECT 1;", "a.sql:1: weight=NaN is no weight;"),
        of("--@ transaction t weight=1e10\nSELECT 1;", "a.sql:1: weight=1e10 is no weight;"),
        of("--@ transaction t weight=0\nSELECT 1;", "a.sql:1: no transaction has a weight above 0"),
        of("--@ transaction t retry=all\nSELECT 1;", "a.sql:1: retry=all is unknown"),
        of("--@ transaction t role=x\nSELECT 1;", "a.sql:1: role=x is unknown"),
        of(
            "--@ transaction t role=delete\nSELECT gone(1);",
            "a.sql:1: role=delete counts the rows of each DELETE, and the transaction has none;"
                + " leave role out"),
        of(
            "--@ transaction t role=delete\nDELETE FROM t;\nROLLBACK WORK TO SAVEPOINT s;",
            "a.sql:3: undoes a part of the transaction, and role=delete would count its rows"),
        of(
            "--@ transaction t role=insert\nDELETE FROM t;",
            "a.sql:1: role=insert counts the rows of each INSERT, and the transaction has none;"),
        of("--@ transaction t on=postgre\nSELECT 1;", "a.sql:1: on=postgre names no database;"),
        of("--@ transaction t weight=1 weight=2\nSELECT 1;", "a.sql:1: weight is given twice"),
        // Not supported
        of("\\shell date\nSELECT 1;", "a.sql:1: \\shell is not supported: would measure"),
        of("\\startpipeline\nSELECT 1;", "a.sql:1: \\startpipeline is not supported: JDBC has"),
        of("COPY t FROM STDIN;", "a.sql:1: is a stream, not a statement; use a section load"),
        of("DECLARE c CURSOR FOR SELECT 1;", "a.sql:1: is not supported: statements return all"),
        of("BEGIN;\nCOMMIT AND CHAIN;", "a.sql:2: begins another transaction"),
        of("SET autocommit = 0;", "a.sql:1: would hide where a transaction begins"),
        of(
            "\\set a 1\nSELECT ':a';",
            "a.sql:2: has :a inside quotes, where it would be text; write it outside, with ||"),
        of("SELECT * FROM t{i};", "a.sql:1: has {i} without \\choose i LOW HIGH before it"),
        of("\\choose i 1 1001\nSELECT * FROM t{i};", "a.sql:1: \\choose has 1001 numbers;"),
        of("\\choose i 1\nSELECT 1;", "a.sql:1: \\choose needs a name and two numbers"),
        of("\\set a string('x') + 1\nSELECT 1;", "a.sql:1: \\set has a text in arithmetic"),
        of(
            "\\set a text(1, 2)\n\\set b :a + 1\nSELECT 1;",
            "a.sql:2: \\set has a text in arithmetic"),
        of("\\gset\nSELECT 1;", "a.sql:1: \\gset needs a statement right before it"),
        of(
            "SELECT 1 AS Total \\gset\nSELECT :Total;",
            "a.sql:2: :Total is never set; allowed: \\set Total EXPRESSION before this line, or the"
                + " key script.Total; did you mean :total?"),
        of(
            "SELECT * FROM t \\gset a_\nSELECT :b;",
            "a.sql:2: :b is never set; allowed: \\set b EXPRESSION before this line"),
        of(
            "SELECT a, (a + 1) AS b FROM t \\gset\nSELECT :c;",
            "a.sql:2: :c is never set; allowed: \\set c EXPRESSION before this line"),
        of(
            "SELECT * FROM t \\aset\nSELECT :b;",
            "a.sql:2: :b is not set in every case before this line; it is set in line 1"),
        of("DELETE FROM t \\gset", "a.sql:1: \\gset needs a statement that returns rows"),
        of("\\sleep 61\nSELECT 1;", "a.sql:1: \\sleep is too long; allowed: at most 60 s"),
        of("\\sleep 1 h\nSELECT 1;", "a.sql:1: \\sleep needs a number or :name"),
        // Blocks
        of("SELECT 1;\nCOMMIT;", "a.sql:2: ends a transaction that no BEGIN has begun"),
        of("BEGIN;\nSELECT 1;", "a.sql:1: the transaction that begins here does not end"),
        of("BEGIN;\nBEGIN;\nCOMMIT;", "a.sql:2: begins a transaction inside that of line 1"),
        of(
            "BEGIN;\n\\if :scale = 1\nCOMMIT;\n\\endif\nCOMMIT;",
            "a.sql:5: ends a transaction that is not open in every case; it begins in line 1"),
        of(
            "\\if :scale = 1\nBEGIN;\n\\endif\nSELECT 1;",
            "a.sql:2: the transaction that begins here does not end in every case; add COMMIT;"),
        of(
            "\\set a random(0, 1)\n\\if :a = 1\nBEGIN;\n\\endif\n\\set a 1\n"
                + "\\if :a = 1\nCOMMIT;\n\\endif",
            "a.sql:7: ends a transaction that is not open in every case; it begins in line 3"),
        of(
            "\\if random(0, 1) = 1\n\\set a 1\n\\endif\n"
                + "\\if random(0, 1) = 1\nSELECT :a;\n\\endif",
            "a.sql:5: :a is not set in every case before this line; it is set in line 2"),
        // Texts as conditions
        of(
            "\\if 'maybe'\nSELECT 1;\n\\endif",
            "a.sql:1: \\if has the text \"maybe\" as a condition; allowed: a number, or true,"),
        of(
            "\\set a text(1, 2)\n\\if :a and true\nSELECT 1;\n\\endif",
            "a.sql:2: \\if has a text as a condition; allowed: a number, or true, false, on,"),
        of(
            "\\set a case when 'o' then 1 end\nSELECT 1;",
            "a.sql:1: \\set has the text \"o\" as a condition"),
        // Constants
        of(
            "\\set a 9223372036854775807 + 1\nSELECT 1;",
            "a.sql:1: \\set overflow of an integer of 64 bits"),
        of(
            "\\set a 9223372036854775808\nSELECT 1;",
            "a.sql:1: \\set overflow: 9223372036854775808"),
        of("\\set a 1 / 0\nSELECT 1;", "a.sql:1: \\set division by 0"),
        of("\\set a random(2, 1)\nSELECT 1;", "a.sql:1: \\set the range from 2 to 1 is empty"),
        of(
            "\\set a random_gaussian(1, 9, 1.9)\nSELECT 1;",
            "a.sql:1: \\set a normal distribution is cut at 2 or more standard deviations: 1.9"),
        of(
            "\\set b random(1, 9)\n\\set a random_exponential(1, :b, 0)\nSELECT 1;",
            "a.sql:2: \\set the parameter of an exponential distribution must be above 0: 0.0"),
        of(
            "\\set a permute(1, 0)\nSELECT 1;",
            "a.sql:1: \\set a permutation has a size of 1 or more, not 0"),
        of("\\set a string('\u00e4')\nSELECT 1;", "a.sql:1: \\set string() has a template that"),
        // Tables
        of("--@ schema\nDROP TABLE a;\n" + head + one, "a.sql:2: is no CREATE"),
        of(
            "--@ schema\nCREATE TABLE IF NOT EXISTS a (b int);\n" + head + one,
            "a.sql:2: has IF NOT EXISTS: somebody else's table"),
        of(
            "--@ schema\nCREATE TABLE s.a (b int);\n" + head + one,
            "a.sql:2: creates a table whose name cannot be found"),
        of(
            "--@ schema\nCREATE TABLE a (b int);\nCREATE TABLE A (b int);\n" + head + one,
            "a.sql:3: creates a twice"),
        of(
            "--@ schema\nCREATE TABLE a (b int);\n--@ cleanup\nDROP TABLE b;\n" + head + one,
            "a.sql:4: drops b, which the section schema does not create; allowed: a"),
        of(
            "--@ schema\nCREATE TABLE a (b int DEFAULT :scale);\n" + head + one,
            "a.sql:2: a statement of a section schema takes no values, but has scale"),
        of(
            "--@ load rows=1\nINSERT INTO a VALUES (:n);\n" + head + one,
            "a.sql:1: a load needs a section schema"),
        of(
            "--@ schema\nCREATE TABLE a (b int);\n--@ load rows=:n\nINSERT INTO a VALUES (1);\n"
                + head
                + one,
            "a.sql:3: :n is never set"),
        of(
            "--@ schema\nCREATE TABLE a (b int);\n--@ load rows=0\nINSERT INTO a VALUES (1);\n"
                + head
                + one,
            "a.sql:3: rows=0 is no number of rows"),
        of(
            "--@ schema\nCREATE TABLE a (b int);\n--@ load\nINSERT INTO a VALUES (1);\n"
                + head
                + one,
            "a.sql:3: a load needs rows=EXPRESSION or the word once"),
        of("--@ verify\nDELETE FROM a;\n" + head + one, "a.sql:2: is no SELECT; each row"),
        of(
            "--@ verify\n\\sleep 1\nSELECT 1;\n" + head + one,
            "a.sql:2: \\sleep cannot be in a section verify"),
        of(
            "--@ cleanup\nDELETE FROM a;\n" + head + one,
            "a.sql:2: is no DROP; a section cleanup takes nothing else"),
        of(
            "--@ cleanup\nDROP TABLE a;\n" + head + one,
            "a.sql:2: drops a, which the section schema does not create; allowed: nothing"),
        of(
            "--@ schema\n\\set a 1\nCREATE TABLE a (b int);\n" + head + one,
            "a.sql:2: \\set cannot be in a section schema"),
        of(
            "--@ index\nCREATE INDEX a ON b (c);\n\\sleep 1\n" + head + one,
            "a.sql:3: \\sleep cannot be in a section index"),
        of("--@ session\n\\if 1\n" + head + one, "a.sql:2: \\if cannot be in a section session"),
        of(
            "--@ cleanup\n\\choose a 1 2\n" + head + one,
            "a.sql:2: \\choose cannot be in a section cleanup"),
        load("rows=2 as=2n", "INSERT INTO a VALUES (:n);", "as=2n is no name of a variable"),
        load(
            "once rows=2", "INSERT INTO a VALUES (1);", "a load needs rows=EXPRESSION or the word"),
        load(
            "rows=1.5",
            "INSERT INTO a VALUES (:n);",
            "rows=1.5 is no number of rows that is known"),
        load(
            "rows=:rows",
            "INSERT INTO a VALUES (:n);",
            ":rows is never set; allowed: \\set rows EXPRESSION before this line, or the key"
                + " script.rows"),
        load("rows=-1", "INSERT INTO a VALUES (:n);", "rows=-1 is no number of rows"),
        load(
            "rows=random(1, 9)",
            "INSERT INTO a VALUES (:n);",
            "rows=random(1, 9) is no number of rows that is known before the run; allowed: from 1"),
        load(
            "rows=1 / random(0, 0)",
            "INSERT INTO a VALUES (:n);",
            "rows=1 / random(0, 0): division by 0"),
        load(
            "rows=72057594037927937", "INSERT INTO a VALUES (:n);", "rows=72057594037927937 is no"),
        of(
            "--@ schema\nCREATE TABLE a (b int);\n--@ load rows=1\nBEGIN;\nCOMMIT;\n" + head + one,
            "a.sql:4: load has transactions of load.rows_per_commit rows; leave BEGIN and COMMIT out"),
        of("{\"find\": \"a\"};", "a.sql:1: is a JSON command, and postgres takes SQL"),
        // Nothing left
        of("--@ transaction t on=mariadb\nSELECT 1;", "has no transaction for postgres;"),
        of("-- nothing\n", "a.sql:1: the transaction a is empty"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void aMistakeNamesItsLine(String script, String mistake) throws IOException {
    assertThat(mistakes(script)).anySatisfy(line -> assertThat(line).contains(mistake));
  }

  @Test
  void allMistakesAreFoundAtOnce() throws IOException {
    assertThat(mistakes("\\set a 1 / 0\nSELECT :b;\nCOMMIT;"))
        .hasSize(3)
        .allMatch(line -> line.matches("a\\.sql:[123]: .*"));
  }

  /** It stands for a right one, so that nothing else looks wrong. */
  @ParameterizedTest
  @ValueSource(strings = {"x", "-1", "1e10"})
  void aWrongWeightIsOneMistake(String weight) throws IOException {
    assertThat(mistakes("--@ transaction t weight=" + weight + "\nSELECT 1;"))
        .containsExactly("a.sql:1: weight=" + weight + " is no weight; allowed: numbers from 0");
  }

  @Slow
  @Test
  void aFileIsOfASizeAndInUtf8() throws IOException {
    PlanContext context = on("postgres", SQL);
    assertThat(mistakes(context, new byte[] {(byte) 0xff, 'S'}))
        .containsExactly("a.sql:1: the file is not in UTF-8; allowed: UTF-8");
    assertThat(mistakes(context, " ".repeat((1 << 20) + 1).getBytes(StandardCharsets.UTF_8)))
        .containsExactly("a.sql:1: the file is too large; allowed: 1 MB");
    assertThat(mistakes("SELECT 1;\n".repeat(1001)))
        .containsExactly("a.sql:1: has 1001 statements; allowed: 1000");
    assertThat(mistakes("SELECT 1;", "script.files = a.sql, b.sql"))
        .singleElement()
        .asString()
        .contains("twice");
  }

  @Test
  void aDatabaseMustTakeStatements() throws IOException {
    byte[] script = "SELECT 1;".getBytes(StandardCharsets.UTF_8);
    assertThat(mistakes(on("memory", null), script))
        .singleElement()
        .asString()
        .contains("needs a database that takes statements; memory takes none");
    assertThat(mistakes(on("mongodb", NativeLanguage.DOCUMENTS), script))
        .containsExactly(
            "a.sql:1: is no JSON command, and mongodb takes nothing else; allowed: sections with"
                + " on=mongodb");
    byte[] session =
        "--@ session\n{\"ping\": 1};\n--@ transaction t\n{\"find\": \"a\"};"
            .getBytes(StandardCharsets.UTF_8);
    assertThat(mistakes(on("mongodb", NativeLanguage.DOCUMENTS), session))
        .singleElement()
        .asString()
        .startsWith("a.sql:1: mongodb has no section session: its driver borrows a connection");
  }

  @Test
  void whatIsRightHasNoMistake() throws IOException {
    String script =
        """
        -- as pgbench takes it
        \\set a random(1, 100 \\
           * :scale)
        \\if :a > 5 and not false
          \\set b 'x'
        \\elif :a = 4
          \\set b 'y'
        \\else
          \\set b string('##')
        \\endif
        BEGIN; SELECT a, sum(b)::bigint AS total FROM t WHERE c = :a AND d ->> 'e:f' = :b
          AND g ? 'h' AND i = ANY('{1,2}'::int[]) \\gset x_
        UPDATE t SET c = :x_total, d = $$ ; :a $$ WHERE c = :x_a; -- end
        END;
        SELECT count(*) FROM t \\aset
        """;
    assertThat(mistakes(script)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--@ schema\nCREATE TABLE a (b int);\n--@ load rows=72057594037927936 as=m\n"
            + "INSERT INTO a VALUES (:m);\n--@ transaction t\nSELECT 1;",
        "--@ schema\nCREATE TABLE a (b int);\n--@ load once\nBEGIN;\nINSERT INTO a VALUES (1);\n"
            + "COMMIT;\n--@ transaction t\nSELECT 1;",
        "--@ transaction t weight=0\nSELECT 1;\n--@ transaction u weight=1e9\nSELECT 1;",
        "--@ transaction t retry=duplicate role=query\nSELECT 1;",
        "--@ transaction t\nSELECT 1;\n--@ verify\n\\set a 1\n(SELECT 1) UNION (SELECT :a);\n"
            + "with b as (select 1) select * from b;\nVALUES (1);"
      })
  void sectionsMaySayThis(String script) throws IOException {
    assertThat(mistakes(script)).isEmpty();
  }

  /** What pgbench runs, and only the server can tell about. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\SET a 1\n\\If :a = 1\nSELECT :a;\n\\ENDIF",
        "\\sleep 1ms\n\\sleep 2 MS\n\\sleep +1us\n\\sleep 1\n\\set a 1\n\\sleep :a us\nSELECT 1;",
        "SELECT 1 AS Total \\gset\nSELECT :total;",
        "SELECT ARRAY[1, 2] AS a, (ARRAY[3, 4])[2] AS b \\gset\nSELECT :a, :b;",
        "SELECT a IS DISTINCT FROM b AS c, d FROM t \\gset\nSELECT :c, :d;",
        "SELECT CASE WHEN a THEN 1 END FROM t \\gset\nSELECT :case;",
        "SELECT 1 AS a, 2 AS a \\gset\nSELECT :a;",
        "SELECT \\gset\nSELECT 1;",
        "SELECT * FROM t \\gset x_\nSELECT :x_a;",
        "SELECT 1 + 1 \\gset\nSELECT 1;",
        "\\set a random(0, 1)\n\\if :a = 1\nBEGIN;\n\\set b 1\n\\endif\nSELECT :a AS c \\gset\n"
            + "\\if :a = 1\nSELECT :b, :c;\nCOMMIT;\n\\endif",
        "\\set a random(0, 2)\n\\if :a = 1\n\\elif :a = 2\nBEGIN;\n\\else\n\\set b 1\n\\endif\n"
            + "\\if :a = 1\n\\elif :a = 2\nROLLBACK;\n\\else\nSELECT :b;\n\\endif",
        "\\if :scale > 1\nSELECT 1 AS a \\gset\n\\else\nSELECT * FROM t \\gset\n\\endif\nSELECT :a;"
      })
  void whatPgbenchRunsIsNoMistake(String script) throws IOException {
    assertThat(mistakes(script)).isEmpty();
  }

  @Test
  void aKeyIsAConditionOnlyWithAWordForOne() throws IOException {
    String script = "\\if :flag\nSELECT 1;\n\\endif";
    for (String word : List.of("on", "OFF", "t", "Y", "no", "true", "fal", "of", "1", "0.5")) {
      assertThat(mistakes(script, "script.flag = " + word)).as(word).isEmpty();
    }
    for (String word : List.of("maybe", "o", "truely", "nu", "1x")) {
      assertThat(mistakes(script, "script.flag = " + word))
          .containsExactly(
              "a.sql:1: \\if has the text \""
                  + word
                  + "\" as a condition; allowed: a number, or true, false, on, off, yes, no, t, f,"
                  + " y, n");
    }
  }

  @Test
  void theExamplesOfTheGuideHaveNone() throws IOException {
    List<String> examples =
        Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("docs/script.md")))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(examples).hasSizeGreaterThan(1);
    for (String example : examples) {
      assertThat(mistakes(example)).as(example).isEmpty();
    }
  }

  /** What was not read because of a mistake may have used the key. */
  @Test
  void aMistakeMakesNoKeyUnknown() throws IOException {
    assertThat(mistakes("SELECT 1,\n'a", "script.rows = 100", "script.more = 1"))
        .containsExactly("a.sql:2: the quote ' that begins here does not end");
    assertThat(mistakes("SELECT 1;", "script.rows = 100", "script.files = a.sql, b.sql"))
        .singleElement()
        .asString()
        .contains("script.files: is set twice");
  }

  @Test
  void documentsBeginAndEndTransactionsInWords() throws IOException {
    byte[] script =
        "BEGIN;\n{\"find\": \"a\"};\nCOMMIT;\nROLLBACK TO a;".getBytes(StandardCharsets.UTF_8);

    assertThat(mistakes(on("mongodb", NativeLanguage.DOCUMENTS), script))
        .containsExactly(
            "a.sql:4: is no JSON command, and mongodb takes nothing else; allowed: sections with"
                + " on=mongodb");
  }

  @Test
  void aNameWithoutAValueIsAKey() throws IOException {
    assertThat(mistakes("\\set a random(1, :rows)\nSELECT :a;", "script.rows = 100")).isEmpty();
    assertThat(mistakes("SELECT 1;", "script.rows = 100"))
        .singleElement()
        .asString()
        .contains("script.rows: unknown key");
  }
}
