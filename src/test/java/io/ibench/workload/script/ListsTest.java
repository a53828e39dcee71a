package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Role;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists in statements, in expressions, and from the rows of a statement. */
class ListsTest {

  @TempDir Path folder;

  private InterpreterTrial trial;

  @BeforeEach
  void makeTrial() {
    trial = new InterpreterTrial(folder);
  }

  @Test
  void aListInAnOrdinaryPlaceIsAsManyValues() throws Exception {
    assertThat(
            trial.execute(
                """
                \\set a 7
                \\repeat 3 as n
                \\set i 0
                \\list ids :n 3 10 * :n
                DELETE FROM t WHERE a = :a AND x IN (:ids) AND n = :n;
                \\endrepeat
                """))
        .containsExactly(
            "DELETE FROM t WHERE a = ? AND x IN (?) AND n = ? 7 10 1",
            "DELETE FROM t WHERE a = ? AND x IN (?, ?) AND n = ? 7 20 20 2",
            "DELETE FROM t WHERE a = ? AND x IN (?, ?, ?) AND n = ? 7 30 30 30 3");
    assertThat(trial.session.prepared)
        .as("one form for each length")
        .containsExactly(
            "DELETE FROM t WHERE a = ? AND x IN (?) AND n = ?",
            "DELETE FROM t WHERE a = ? AND x IN (?, ?) AND n = ?",
            "DELETE FROM t WHERE a = ? AND x IN (?, ?, ?) AND n = ?");
  }

  @Test
  void eachValueIsEvaluatedAnew() throws Exception {
    String line =
        trial.execute("\\list ids 3 3 sequence()\nDELETE FROM t WHERE x IN (:ids);").get(0);

    assertThat(line).endsWith(" 1 2 3");
  }

  @Test
  void theExpressionReadsWhatIsInTheListSoFar() throws Exception {
    assertThat(
            trial.execute(
                """
                \\repeat 2
                \\list lines 4 4 size(lines) + 1
                \\list steps size(lines) 4 CASE WHEN size(steps) = 0 THEN 5 ELSE 2 * item(steps, size(steps)) END
                INSERT INTO t VALUES (:lines, :steps);
                \\endrepeat
                """))
        .containsOnly("INSERT INTO t VALUES (?, ?), (?, ?), (?, ?), (?, ?) 1 5 2 10 3 20 4 40")
        .hasSize(2);
  }

  @Test
  void valuesAreRepeatedForEachItem() throws Exception {
    assertThat(
            trial.execute(
                """
                \\set a 7
                \\set b 'x'
                \\list ids 2 4 10 * sequence()
                \\list names size(ids) 9 random_list('n', 1)
                INSERT INTO t (c, a, id, b, name) VALUES ('(' || :b, :a, :ids, abs(:a), :names)
                  ON CONFLICT (id) DO UPDATE SET a = :a WHERE x NOT IN (:ids);
                """))
        .containsExactly(
            "INSERT INTO t (c, a, id, b, name) VALUES ('(' || ?, ?, ?, abs(?), ?), ('(' || ?, ?, ?,"
                + " abs(?), ?)\n  ON CONFLICT (id) DO UPDATE SET a = ? WHERE x NOT IN (?, ?)"
                + " 'x' 7 10 7 'n' 'x' 7 20 7 'n' 7 10 20");
    assertThat(trial.session.prepared)
        .as("the shorter one of the group, and the other")
        .hasSize(16);
  }

  @Test
  void aGroupWithoutAListIsNotRepeated() throws Exception {
    assertThat(
            trial.execute(
                "\\set a 7\n\\list ids 2 2 5\n"
                    + "INSERT INTO t (values_x) VALUES (:a) RETURNING x IN (:ids);"))
        .containsExactly("INSERT INTO t (values_x) VALUES (?) RETURNING x IN (?, ?) 7 5 5");
  }

  @Test
  void listsAndChoicesHaveAFormForEachPair() throws Exception {
    assertThat(
            trial.execute(
                """
                \\choose t 1 3 2
                \\list a 2 2 5
                \\list b 1 2 6
                DELETE FROM t{t} WHERE a IN (:a) AND b IN (:b) AND c IN (:a);
                """))
        .containsExactly("DELETE FROM t2 WHERE a IN (?, ?) AND b IN (?) AND c IN (?, ?) 5 5 6 5 5");
    assertThat(trial.session.prepared).hasSize(3 * 2 * 2);
  }

  /** They have one length. */
  @Test
  void aListThatIsInTheGroupAloneHasNoOtherFormsBehindIt() throws Exception {
    trial.execute(
        "\\list a 2 4 5\nINSERT INTO t VALUES (:a) RETURNING x IN (:a);\n"
            + "INSERT INTO t VALUES (:a, :a) RETURNING x IN (:a), y NOT IN (:a);");

    assertThat(trial.session.prepared).hasSize(4 + 4);
  }

  @Test
  void expressionsReadTheSizeAndTheItems() throws Exception {
    assertThat(
            trial.execute(
                """
                \\list ids 3 5 2 * sequence()
                \\set sum 0
                \\repeat size(ids) as i
                \\set sum :sum + item(ids, :i)
                \\endrepeat
                \\set last item(ids, size(ids))
                DELETE FROM t WHERE x = :sum AND y = :last;
                """))
        .containsExactly("DELETE FROM t WHERE x = ? AND y = ? 12 6");
  }

  @Test
  void eachColumnBecomesAListOfAllRows() throws Exception {
    trial.session.returns(
        "SELECT id, name AS n FROM t", 3, "ID N", 5L, "a", 6L, null, 7L, new BigDecimal("1.50"));
    assertThat(
            trial.execute(
                """
                SELECT id, name AS n FROM t \\alist the_ 4
                \\repeat size(the_id) as i
                \\set id item(the_id, :i)
                \\set n item(the_n, :i)
                DELETE FROM t WHERE id = :id AND n = :n;
                \\endrepeat
                DELETE FROM t WHERE id IN (:the_id);
                """))
        .containsExactly(
            "SELECT id, name AS n FROM t",
            "DELETE FROM t WHERE id = ? AND n = ? 5 'a'",
            "DELETE FROM t WHERE id = ? AND n = ? 6 null",
            "DELETE FROM t WHERE id = ? AND n = ? 7 decimal:1.50",
            "DELETE FROM t WHERE id IN (?, ?, ?) 5 6 7");
    assertThat(trial.session.prepared).hasSize(1 + 1 + 4);
  }

  @Test
  void aChangeReturnsRowsToo() throws Exception {
    String delete = "DELETE FROM t WHERE x < 5 RETURNING id, f(x, 1) AS fx";
    trial.session.returns(delete, 2, "id fx", 7L, 1L, 8L, 2L);

    assertThat(trial.execute(delete + " \\alist d_ 2\nDELETE FROM u WHERE id IN (:d_id, :d_fx);"))
        .containsExactly(delete, "DELETE FROM u WHERE id IN (?, ?, ?, ?) 7 8 1 2");
  }

  @Test
  void noRowsAreAnEmptyList() throws Exception {
    trial.session.returns("SELECT id FROM t", 0, "id");
    assertThat(
            trial.execute(
                """
                SELECT id FROM t \\alist
                \\repeat size(id)
                DELETE FROM t;
                \\endrepeat
                """))
        .containsExactly("SELECT id FROM t");
  }

  @Test
  void aRepeatedTransactionHasTheSameLists() throws Exception {
    Interpreter interpreter =
        trial.interpreter(
            """
            \\list before 2 2 random(1, 1000000)
            BEGIN;
            DELETE FROM t WHERE x IN (:before);
            \\list inside random(1, 9) 9 random(1, 1000000)
            \\list before 1 2 random(1, 1000000)
            UPDATE t SET x = 1 WHERE x IN (:inside) AND y IN (:before);
            COMMIT;
            """,
            Role.QUERY);
    trial.session.failing = 3;
    interpreter.begin();
    assertThatThrownBy(interpreter::execute).isInstanceOf(DatabaseException.class);
    interpreter.execute();

    List<String> executed = trial.session.executed;
    assertThat(executed).hasSize(8);
    assertThat(executed.subList(4, 8)).isEqualTo(executed.subList(0, 4));
  }

  @Test
  void whatOnlyTheRunKnowsFailsWithItsLine() {
    assertFails(
        "\\list ids random(4, 4) 3 1\nDELETE FROM t;",
        "a.sql:1: \\list has 4 values; allowed: at most 3");
    assertFails(
        "\\list ids random(0, 0) 3 1\nDELETE FROM t WHERE x IN (:ids);",
        "a.sql:2: the list ids is empty; allowed in a statement: 1 to 3");
    assertFails(
        "\\list a 2 3 1\n\\list b 1 3 1\nINSERT INTO t VALUES (:a, :b);",
        "a.sql:3: the lists of VALUES have different lengths: a 2, b 1");
    assertFails(
        "\\list a 3 3 1\n\\list b 2 2 1\nINSERT INTO t VALUES (:a, :a + :b);",
        "a.sql:3: the lists of VALUES have different lengths: a 3, b 2");
    for (int item : new int[] {0, 3, -1}) {
      assertFails(
          "\\list a 2 3 1\n\\set x item(a, " + item + ")\nDELETE FROM t;",
          "a.sql:2: item() has the number " + item + ", and the list has 2 items");
    }
    trial.session.returns("SELECT id FROM t", 3, "id", 1L, 2L, 3L);
    assertFails(
        "SELECT id FROM t \\alist 2",
        "a.sql:1: \\alist takes at most 2 rows, and the statement returned 3");
    trial.session.returns("SELECT id FROM t", 1, "id other", 1L, 2L);
    assertFails(
        "SELECT id FROM t \\alist",
        "a.sql:1: \\alist knows 1 columns by the statement's text, and the statement returned 2");
  }

  private void assertFails(String script, String message) {
    assertThatThrownBy(() -> trial.execute(script))
        .isInstanceOf(DatabaseException.class)
        .hasMessageEndingWith(message);
  }
}
