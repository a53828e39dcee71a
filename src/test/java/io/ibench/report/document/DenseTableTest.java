package io.ibench.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.Table.Row;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DenseTableTest {

  private static Table table(int numbers, String name, String cell) {
    List<TableColumn> columns =
        Stream.concat(
                Stream.of(TableColumn.text("version")),
                IntStream.range(0, numbers).mapToObj(i -> TableColumn.number(name + i, "")))
            .toList();
    return new Table("", columns, List.of(Row.of(Collections.nCopies(columns.size(), cell))));
  }

  @Test
  void manyColumnsWithLongNamesAreDense() {
    assertThat(table(38, "points_covered_pk.range", "0.97").isDense()).isTrue();
    assertThat(table(12, "points_covered_pk.range", "0.97").isDense()).isFalse();
  }

  @Test
  void columnsThatAreAsWideAsTheirNamesAreNot() {
    assertThat(table(38, "qps", "123,456").isDense()).isFalse();
  }
}
