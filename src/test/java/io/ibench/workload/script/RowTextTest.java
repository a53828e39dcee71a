package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ibench.random.Random64;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowTextTest {

  private final Random64 numbers = new Random64(1);

  @TempDir private Path folder;

  private String text(long row, int least, int most) throws ScriptException {
    return RowText.of(row, least, most, 42, numbers);
  }

  /** Data that is loaded already must be found by later versions. */
  @Test
  void aRowHasTheSameTextForever() throws Exception {
    assertThat(List.of(text(1, 8, 12), text(2, 8, 12), text(-1, 20, 20), text(7, 0, 0)))
        .isEqualTo(List.of("ezgtvljrey", "qfbpicdrwjrm", "hxgtflsgnkpfrauyucjt", ""));
  }

  @Test
  void thoseOfAnotherSeedAreOthers() throws Exception {
    assertThat(RowText.of(1, 10, 10, 43, numbers)).isNotEqualTo(text(1, 10, 10));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 26, 26",
    "3, 17576, 17576",
    "4, 50000, 50000",
    "8, 50000, 50000",
    "30, 50000, 50000"
  })
  void differentRowsHaveDifferentTexts(int length, int rows, int different) throws Exception {
    Set<String> texts = new HashSet<>();
    for (long row = 1000; row < 1000 + rows; row++) {
      texts.add(text(row, length, length));
    }
    assertThat(texts).hasSize(different).allMatch(text -> text.matches("[a-z]{" + length + "}"));
  }

  @Test
  void allLengthsAndLettersAreAlikeFrequent() throws Exception {
    int[] lengths = new int[13];
    int[][] letters = new int[16][26];
    int rows = 130_000;
    for (long row = 1; row <= rows; row++) {
      lengths[text(row, 4, 16).length() - 4]++;
      String all = text(row, 16, 16);
      for (int i = 0; i < 16; i++) {
        letters[i][all.charAt(i) - 'a']++;
      }
    }
    for (int length : lengths) {
      assertThat((double) length).isCloseTo(rows / 13.0, within(5 * Math.sqrt(rows / 13.0)));
    }
    for (int[] place : letters) {
      for (int letter : place) {
        assertThat((double) letter).isCloseTo(rows / 26.0, within(5 * Math.sqrt(rows / 26.0)));
      }
    }
  }

  @Test
  void aTransactionHasTheTextsOfTheLoad() throws Exception {
    InterpreterTrial trial = new InterpreterTrial(folder);
    String set = "\\set n random(7, 7)\n\\set name text_of(:n, 5, 9)\n";

    assertThat(trial.execute(set + "DELETE FROM t WHERE x = :name;", "seed = 42"))
        .isEqualTo(List.of("DELETE FROM t WHERE x = ? '" + RowText.of(7, 5, 9, 3, numbers) + "'"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "text_of(:scale, 5, 4) => the range from 5 to 4 is empty",
        "text_of(:client_id, 5, 4) => the range from 5 to 4 is empty",
        "text_of(:client_id, -1, 4) => a text has 0 to 1000000 letters or bytes",
        "text(2, 1000001) => a text has 0 to 1000000 letters or bytes",
        "text_of(1, 2) => text_of() has 2 arguments; allowed: 3",
        "text_of(1, 2, 3) + 1 => has a text in arithmetic"
      })
  void mistakesAreFoundBeforeTheRun(String text, String mistake) {
    assertThatThrownBy(
            () ->
                new InterpreterTrial(folder)
                    .execute("\\set x " + text + "\nDELETE FROM t WHERE x = :x;"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a.sql:1: \\set " + mistake);
  }
}
