package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldNamesTest {

  private static Table table(String... columns) {
    return new Table(
        "t",
        Arrays.stream(columns).map(name -> Column.number(name, ColumnType.LONG)).toList(),
        List.of(columns[0]),
        false,
        List.of());
  }

  @Test
  void longNamesAreTheColumns() {
    assertThat(FieldNames.LONG.of(table("id", "visibility")))
        .isEqualTo(Map.of("id", "id", "visibility", "visibility"));
  }

  @Test
  void shortNamesAreTheShortestBeginningsThatNoOtherColumnHas() {
    assertThat(FieldNames.SHORT.of(GraphCommands.LINKS))
        .isEqualTo(
            Map.of(
                "id1", "id1",
                "id2", "id2",
                "link_type", "l",
                "visibility", "vi",
                "data", "d",
                "time", "t",
                "version", "ve"));
  }

  @Test
  void aNameThatAnotherBeginsWithStaysWhole() {
    assertThat(FieldNames.SHORT.of(table("id", "id2", "identity", "x")))
        .isEqualTo(Map.of("id", "id", "id2", "id2", "identity", "ide", "x", "x"));
  }

  @Test
  void theOrderOfColumnsDoesNotMatter() {
    assertThat(FieldNames.SHORT.of(table("price", "product", "productid")))
        .isEqualTo(FieldNames.SHORT.of(table("productid", "price", "product")));
  }
}
