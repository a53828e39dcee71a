package io.ibench.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {

  @Test
  void eachColumnHasItsHeadAndTheCellOfEachRow() {
    Table table =
        new Columns<String>()
            .text("word", word -> word)
            .addIf(false, TableColumn.text("left out"), word -> Cell.of("?"))
            .addAll(
                List.of(1, 2),
                times -> TableColumn.number("x" + times, ""),
                (word, times) -> word.repeat(times))
            .table("words", List.of("a", "b"), word -> word.equals("b"));

    assertThat(table.title()).isEqualTo("words");
    assertThat(table.columns()).extracting(TableColumn::name).containsExactly("word", "x1", "x2");
    assertThat(table.rows())
        .containsExactly(
            Table.Row.of("a", "a", "aa"),
            new Table.Row(List.of(Cell.of("b"), Cell.of("b"), Cell.of("bb")), true));
  }
}
