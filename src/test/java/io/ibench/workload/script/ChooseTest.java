package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number in the text of a statement can be computed. */
class ChooseTest {

  @TempDir Path folder;

  @Test
  void theNumberIsTheValueOfTheExpression() throws Exception {
    InterpreterTrial trial = new InterpreterTrial(folder);

    assertThat(
            trial.execute(
                """
                \\repeat 3 as i
                \\choose t 2 8 2 * :i
                \\choose u 1 5 random_list(5, 1, 4, 0)
                DELETE FROM t{t}_{u};
                \\endrepeat
                """))
        .containsExactly("DELETE FROM t2_5", "DELETE FROM t4_5", "DELETE FROM t6_5");
    assertThat(trial.session.prepared).hasSize(7 * 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, -1000})
  void aNumberOutsideOfTheRangeFailsWithItsLine(int number) {
    assertThatThrownBy(
            () ->
                new InterpreterTrial(folder)
                    .execute(
                        "\\set x sequence() - 1 + "
                            + number
                            + "\n\\choose t 1 3 :x\nDELETE FROM t{t};"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageEndingWith("a.sql:2: \\choose has the number " + number + "; allowed: 1 to 3");
  }
}
