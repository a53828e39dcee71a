package io.ibench.db.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.FoundTable.FoundColumn;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MysqlTablesTest {

  @ParameterizedTest
  @CsvSource({
    "blob, 65535, true",
    "blob, 65536, false",
    "blob(65535), 65535, true",
    "blob(65535), 65536, false",
    "mediumblob, 65536, true",
    "varbinary(255), 255, true",
    "varbinary(255), 256, false",
    "longtext, 10, false"
  })
  void knowsHowManyBytesAColumnHolds(String type, int bytes, boolean holds) {
    FoundColumn found = new FoundColumn("c", type, true);
    assertThat(MysqlTables.holds(found, Column.bytes("c", bytes))).isEqualTo(holds);
  }
}
