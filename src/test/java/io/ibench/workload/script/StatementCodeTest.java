package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Native;
import io.ibench.workload.script.StatementCode.Choice;
import io.ibench.workload.script.StatementCode.Store;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A statement as products prepare it. */
class StatementCodeTest {

  private static final Place PLACE = new Place("a.sql", 1);

  private static StatementCode statement(String text, List<Integer> values, Choice... choices) {
    return new StatementCode(
        PLACE,
        text,
        values,
        List.of(choices),
        Native.Control.NONE,
        Optional.empty(),
        Change.NONE,
        false,
        1,
        ListText.EMPTY);
  }

  private static Store store(String prefix, boolean lastRow, boolean lowerCaseNames) {
    return new Store(PLACE, prefix, lastRow, lowerCaseNames);
  }

  @Test
  void aValueIsAQuestionMarkOrAStringWithItsNumber() {
    assertThat(StatementCode.marked(" SELECT \uE000, '?', \uE000 ", false))
        .isEqualTo("SELECT ?, '?', ?");
    assertThat(StatementCode.marked("{\"find\": \"t\", \"a\": [\uE000, \uE000]}", true))
        .isEqualTo("{\"find\": \"t\", \"a\": [\":0\", \":1\"]}");
  }

  @Test
  void eachChoiceOfNumbersIsAFormAndTheLastChangesFastest() {
    StatementCode statement =
        statement(
            "SELECT \uE000 FROM t\uE001_\uE002, u\uE001",
            List.of(4),
            new Choice(0, 7, 8),
            new Choice(1, -1, 1));

    assertThat(statement.forms()).isEqualTo(6);
    assertThat(statement.natives())
        .extracting(Native::text)
        .containsExactly(
            "SELECT ? FROM t7_-1, u7",
            "SELECT ? FROM t7_0, u7",
            "SELECT ? FROM t7_1, u7",
            "SELECT ? FROM t8_-1, u8",
            "SELECT ? FROM t8_0, u8",
            "SELECT ? FROM t8_1, u8");
    assertThat(statement.natives())
        .allMatch(form -> form.parameters() == 1 && form.keptRows() == 0);
    assertThat(statement("SELECT 1", List.of()).forms()).isEqualTo(1);
    assertThat(statement("SELECT 1", List.of()).natives())
        .containsExactly(Native.of("SELECT 1", 0));
  }

  /** A million forms are refused before any is made. */
  @Test
  void formsAreCountedBeyondAnInt() {
    Choice thousand = new Choice(0, 1, 1000);

    assertThat(statement("SELECT 1", List.of(), thousand, thousand, thousand, thousand).forms())
        .isEqualTo(1_000_000_000_000L);
  }

  @Test
  void gsetKeepsTheFirstRowAndAsetTheLast() {
    StatementCode plain = statement("SELECT a", List.of());
    Store first = store("", false, false);

    assertThat(plain.storing(first).store()).contains(first);
    assertThat(plain.storing(first).natives().get(0).keptRows()).isEqualTo(1);
    assertThat(plain.storing(store("", true, false)).natives().get(0).keptRows())
        .isEqualTo(Native.LAST_ROW);
    assertThat(first.command()).isEqualTo("\\gset");
    assertThat(store("", true, false).command()).isEqualTo("\\aset");
  }

  @ParameterizedTest
  @CsvSource({
    "'', true, total, total, true",
    "'', true, Total, TOTAL, false",
    "'', true, TOTAL, TOTAL, true",
    "'', true, total, Total, false",
    "'', false, total, TOTAL, true",
    "'', false, Total, TOTAL, true",
    "'', false, total, Total, false",
    "'', false, TOTAL, total, false",
    "'', false, other, TOTAL, false",
    "a_, false, a_total, TOTAL, true",
    "a_, false, A_total, TOTAL, false",
    "a_, false, b_total, TOTAL, false",
    "a_, true, a_total, total, true",
    "a_, true, total, total, false"
  })
  void capitalsOfAServerThatDoesNotKeepLettersAreAnyLetters(
      String prefix, boolean lowerCaseNames, String variable, String column, boolean same) {
    assertThat(store(prefix, false, lowerCaseNames).isColumn(variable, column)).isEqualTo(same);
  }

  @Test
  void aStatementKnowsWhetherItChangesRowsOrUndoesSome() {
    StatementCode delete =
        new StatementCode(
            PLACE,
            "DELETE FROM t",
            List.of(),
            List.of(),
            Native.Control.NONE,
            Optional.empty(),
            Change.DELETE,
            false,
            1,
            ListText.EMPTY);

    assertThat(delete.isChange()).isTrue();
    assertThat(delete.undoesPart()).isFalse();
    assertThat(statement("SELECT 1", List.of()).isChange()).isFalse();
    assertThat(statement("ROLLBACK TO a", List.of()).undoesPart()).isTrue();
  }
}
