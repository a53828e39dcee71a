package io.ibench.learn.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.learn.log.LogEntry;
import io.ibench.learn.log.LogFormat;
import io.ibench.learn.model.Learner;
import io.ibench.random.Random64;
import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptWriterTest {

  private final Learner learner = new Learner(1);
  private final Random64 random = new Random64(5);
  private final LogEntry entry = new LogEntry();

  private void say(String sql, String values) {
    entry.session = 1;
    entry.bytes = sql.getBytes(StandardCharsets.UTF_8);
    entry.from = 0;
    entry.to = entry.bytes.length;
    entry.values = values.getBytes(StandardCharsets.UTF_8);
    entry.valuesFrom = 0;
    entry.valuesTo = entry.values.length;
    entry.startMicros += 1_000;
    learner.statement(entry);
  }

  /** The script of a statement that a log has 400 times, each time with another value. */
  private String script(LogFormat format, String sql, LongFunction<String> value) {
    learner.begins(format);
    entry.startMicros = 1_700_000_000_000_000L;
    for (int i = 0; i < 400; i++) {
      say(sql, "$1 = '" + value.apply(random.nextLong(1_000_000_000)) + "'");
    }
    return new ScriptWriter(learner.finish(), Columns.unknown()).transactions().text();
  }

  private String ofPostgres(String sql, LongFunction<String> value) {
    return script(LogFormat.CSVLOG, sql, value);
  }

  private static String letters(long number) {
    return Long.toString(100_000 + number, 36).replaceAll("\\d", "x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a LIKE $1|ab%|string('@@%')",
        "a LIKE $1|%ab|string('%@@')",
        "a NOT ILIKE $1|%ab%|string('%@@%')",
        "a @> $1::jsonb|{\"b\": \"c\"}|string('{\"a\": \"@\"}')",
        "a && $1|{x,y}|string('{@@@@@}')",
        "a && $1|{111,222,333}|string('{###,###,###}')",
        "a > now() - $1::interval|3 days|string('# days')",
        "a = $1|0a1b2c3d-1111-4222-8333-0123456789ab|string('########-####-4###-8###-############')"
      })
  void aTextThatTheServerWouldRefuseOrMisunderstandKeepsItsKind(
      String condition, String text, String expression) {
    String script = ofPostgres("SELECT id FROM t WHERE " + condition, n -> text);
    assertThat(script).contains(expression).doesNotContain(text);
  }

  @Test
  void aRepeatWithinARepeatHasItsTurnsBeforeItBegins() {
    learner.begins(LogFormat.SLOW_LOG);
    entry.startMicros = 1_700_000_000_000_000L;
    for (int i = 0; i < 400; i++) {
      say("BEGIN", "");
      for (int outer = 0; outer <= random.nextLong(3); outer++) {
        say("SELECT a FROM t WHERE id = " + random.nextLong(1000), "");
        for (int inner = 0; inner <= random.nextLong(4); inner++) {
          say("SELECT b FROM u WHERE id = " + random.nextLong(1000), "");
        }
      }
      say("COMMIT", "");
    }
    String script = new ScriptWriter(learner.finish(), Columns.unknown()).transactions().text();
    assertThat(script.indexOf("\\set turns_2 ")).isPositive();
    assertThat(script.indexOf("\\set turns_2 ")).isLessThan(script.indexOf("\\repeat :turns_2 "));
    assertThat(script.indexOf("\\set turns ")).isLessThan(script.indexOf("\\repeat :turns "));
  }

  @Test
  void anArrayThatAColumnIsComparedWithBecomesAList() {
    String script =
        ofPostgres("SELECT a FROM t WHERE id = ANY($1)", n -> "{" + n + "," + n / 2 + "}");
    assertThat(script).contains("\\list id 2 2 random", "WHERE id IN (:id);");
  }

  @Test
  void theSeparatorOfAGroupIsNoVariable() {
    String script =
        script(LogFormat.SLOW_LOG, "SELECT GROUP_CONCAT(a SEPARATOR ' and ') FROM t", n -> "");
    assertThat(script).contains("SEPARATOR ',')").doesNotContain("and");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT a AS 'b c' FROM t|AS 'name' FROM t",
        "SELECT now() - INTERVAL '01:30' FROM t|INTERVAL '1 day' FROM t"
      })
  void whereTheServerTakesNoVariableThereIsNone(String sql, String written) {
    assertThat(ofPostgres(sql, n -> "")).contains(written);
  }

  @Test
  void aCompoundStatementBecomesItsParts() {
    String script =
        script(
            LogFormat.SLOW_LOG,
            "BEGIN NOT ATOMIC UPDATE t SET a = ? WHERE id = ?; DELETE FROM u WHERE id = ?; END",
            n -> "");
    assertThat(script)
        .contains("\nUPDATE t SET a = :a WHERE id = :id;\nDELETE FROM u WHERE id = :id_2;\n");
    assertThat(script).doesNotContain("NOT ATOMIC").doesNotContain("END;");
  }

  @Test
  void aTextOfTheLogIsInNoScript() {
    String script =
        ofPostgres("SELECT a FROM t WHERE b = 'secret' AND c = $1", ScriptWriterTest::letters);
    assertThat(script).doesNotContain("secret").contains("b = 'b_1' AND c = :c");
  }

  @Test
  void aTransactionEndsAlsoWithoutTheCompoundStatementThatCommits() {
    learner.begins(LogFormat.SLOW_LOG);
    for (int i = 0; i < 400; i++) {
      say("BEGIN", "");
      say("UPDATE t SET a = 1 WHERE id = " + random.nextInt(1_000_000), "");
      if (i % 2 == 0) {
        say("BEGIN NOT ATOMIC UPDATE u SET a = ? WHERE id = ?; COMMIT; END", "");
      } else {
        say("COMMIT", "");
      }
    }
    String script = new ScriptWriter(learner.finish(), Columns.unknown()).transactions().text();
    assertThat(script).containsOnlyOnce("--@ transaction").containsOnlyOnce("COMMIT;");
    assertThat(script).endsWith("\\endif\nCOMMIT;\n\n");
  }
}
