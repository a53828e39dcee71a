package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Role;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binary values, and times as text. */
class BytesAndTimesTest {

  @TempDir private Path folder;

  private List<String> execute(String script) throws Exception {
    return new InterpreterTrial(folder).execute(script);
  }

  @Test
  void bytesAreBoundAsTheyAre() throws Exception {
    List<String> executed =
        execute("\\repeat 600\n\\set x bytes(2, 4)\nINSERT INTO t VALUES (:x);\n\\endrepeat");
    Set<Integer> lengths = new HashSet<>();
    Set<String> bytes = new HashSet<>();
    for (String each : executed) {
      assertThat(each).matches("INSERT INTO t VALUES \\(\\?\\) x'([0-9a-f]{2}){2,4}'");
      String hex = each.substring(each.indexOf('\'') + 1, each.length() - 1);
      lengths.add(hex.length() / 2);
      for (int i = 0; i < hex.length(); i += 2) {
        bytes.add(hex.substring(i, i + 2));
      }
    }
    assertThat(lengths).containsExactlyInAnyOrder(2, 3, 4);
    assertThat(bytes).as("1,800 draws of 256").hasSize(256);
  }

  @Test
  void bytesCanBeLongAndNone() throws Exception {
    String line = execute("\\set a bytes(33, 33)\n\\set b bytes(0, 0)\nDO :a, :b;").get(0);

    assertThat(line).matches("DO \\?, \\? x'[0-9a-f]{66}' x''");
  }

  @Test
  void bytesAreNoNumber() throws Exception {
    assertThatThrownBy(() -> execute("\\set a bytes(1, 2) + 1\nDO :a;"))
        .hasMessageContaining("a.sql:1: \\set has a text in arithmetic");
    assertThatThrownBy(
            () -> execute("\\set a random_list(bytes(1, 2), 1, 5, 0)\n\\set a :a + 1\nDO :a;"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageEndingWith("a.sql:2: a binary value is no number");
    assertThatThrownBy(() -> execute("\\set a bytes(2, 1)\nDO :a;"))
        .hasMessageContaining("a.sql:1: \\set the range from 2 to 1 is empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "0 => 2026-11-30 06:10:00.123",
        "-1 => 2026-11-30 06:09:59.123",
        "0.8771 => 2026-11-30 06:10:01.000",
        "86400 * 92 => 2027-03-02 06:10:00.123",
        "-60000000000 => 0125-08-03 19:30:00.123",
        "random(60, 60) => 2026-11-30 06:11:00.123"
      })
  void aTimeIsThatOfTheOperationAndSoManySeconds(String offset, String time) throws Exception {
    InterpreterTrial trial = new InterpreterTrial(folder);
    String script = "\\set t timestamp(" + offset + ")\nDO :t;";
    Interpreter interpreter = trial.interpreter(script, Role.QUERY);
    trial.machine.at(1_796_019_000_123L);
    interpreter.begin();
    interpreter.execute();

    assertThat(trial.session.executed).containsExactly("DO ? '" + time + "'");
  }

  @Test
  void aTimeOutsideOfTheCalendarFails() {
    assertThatThrownBy(() -> execute("\\set a timestamp(1e13)\nDO :a;"))
        .hasMessageContaining(
            "a.sql:1: \\set the time 1.0E13 seconds from now is not in the years");
    assertThatThrownBy(() -> execute("\\set a timestamp(-100000000000)\nDO :a;"))
        .hasMessageContaining("is not in the years from 1 to 9999");
    assertThatThrownBy(() -> execute("\\set a timestamp(0) + 1\nDO :a;"))
        .hasMessageContaining("a.sql:1: \\set has a text in arithmetic");
  }
}
