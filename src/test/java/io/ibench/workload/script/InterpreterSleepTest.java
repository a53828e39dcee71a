package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.Role;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pause of a script takes its time on the clock, however often its thread is woken. */
class InterpreterSleepTest {

  @TempDir Path folder;

  private InterpreterTrial trial;

  @BeforeEach
  void begin() {
    trial = new InterpreterTrial(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 3000000000",
    "60 s, 60000000000",
    "20 ms, 20000000",
    "7us, 7000",
    "0, 0",
    ":five ms, 5000000",
    ":five, 5000000000",
    ":less, 0",
    ":long s, 60000000000",
    ":longest us, 60000000000",
    ":longest ms, 60000000000",
    ":longest s, 60000000000"
  })
  void aPauseTakesItsTimeAndAtMostAMinute(String pause, long nanos) throws Exception {
    trial.execute(
        "\\set five random(5, 5)\n\\set less -:five\n\\set long 61\n"
            + "\\set longest 9223372036854775807\nSELECT 1;\n\\sleep "
            + pause
            + "\nSELECT 2;");

    assertThat(trial.nanos).isEqualTo(nanos);
    assertThat(trial.session.executed).containsExactly("SELECT 1", "SELECT 2");
  }

  /** The time of an operation begins later. */
  @Test
  void whatIsTimedDoesNotBeginBeforeItsOperation() throws Exception {
    Interpreter pausing = trial.interpreter("\\sleep 1\nSELECT 1;", Role.QUERY);
    pausing.begin();
    trial.interpreter("SELECT 1;\n\\sleep 1", Role.QUERY).begin();

    assertThat(trial.nanos).isZero();
    assertThat(trial.session.executed).isEmpty();
    pausing.execute();
    assertThat(trial.nanos).isEqualTo(1_000_000_000);
  }

  @Test
  void theTimeMustBeANumber() throws Exception {
    Interpreter interpreter =
        trial.interpreter("\\set a string('x#')\n\\sleep :a ms\nSELECT 1;", Role.QUERY);
    interpreter.begin();

    assertThatThrownBy(interpreter::execute).hasMessageContaining("a.sql:2: the text \"x");
  }

  @Test
  void aStatementThatFailsAfterAPauseIsRepeatedWithoutIt() throws Exception {
    for (String script : new String[] {"\\sleep 1\nSELECT 1;", "SELECT 0;\n\\sleep 1\nSELECT 1;"}) {
      trial = new InterpreterTrial(folder);
      trial.session.failing = script.startsWith("SELECT") ? 1 : 0;
      Interpreter interpreter = trial.interpreter(script, Role.QUERY);
      interpreter.begin();
      assertThatThrownBy(interpreter::execute).isInstanceOf(DatabaseException.class);
      interpreter.execute();

      assertThat(trial.session.executed).endsWith("SELECT 1", "SELECT 1");
      assertThat(trial.session.executed).filteredOn("SELECT 0"::equals).hasSizeLessThan(2);
      assertThat(trial.nanos).isEqualTo(1_000_000_000);
    }
  }

  @Test
  void aPauseEndsWithItsStep() throws Exception {
    Interpreter interpreter = trial.interpreter("SELECT 1;\n\\sleep 1\nSELECT 2;", Role.QUERY);
    trial.disturbance = interpreter::abort;
    interpreter.begin();

    assertThatThrownBy(interpreter::execute)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.kind()).isEqualTo(FailureKind.CONNECTION_LOST))
        .hasMessageEndingWith("a.sql:2: \\sleep ends with its step");
    assertThat(trial.session.executed).containsExactly("SELECT 1");
    assertThat(trial.nanos).isEqualTo(500_000_000);
  }

  @Test
  void aStepThatEndsLetsStatementsEnd() throws Exception {
    Interpreter interpreter = trial.interpreter("SELECT 1;\n\\sleep 0\nSELECT 2;", Role.QUERY);
    interpreter.abort();
    interpreter.begin();
    interpreter.execute();

    assertThat(trial.session.executed).containsExactly("SELECT 1", "SELECT 2");
  }
}
