package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowBufferTest {

  private static final int BYTES_OF_A_ROW = 100;

  private final RowBuffer rows =
      new RowBuffer(
          new StandardCodec(),
          List.of(Column.number("id", ColumnType.LONG), Column.bytes("data", BYTES_OF_A_ROW)),
          true,
          new SpareMemory());

  /** Row n has the number n, and bytes that all are n. */
  private static ResultSet results(int count) {
    int[] row = {0};
    return (ResultSet)
        Proxy.newProxyInstance(
            ResultSet.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "next" -> row[0]++ < count;
                  case "getLong" -> (long) row[0];
                  case "getBytes" -> filled(row[0]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static byte[] filled(int number) {
    byte[] bytes = new byte[BYTES_OF_A_ROW];
    Arrays.fill(bytes, (byte) number);
    return bytes;
  }

  private void assertReads(int count) throws SQLException {
    assertThat(rows.read(results(count))).isEqualTo(count);
    byte[] into = new byte[BYTES_OF_A_ROW];
    for (int row = 0; row < count; row++) {
      assertThat(rows.number(row, 0)).isEqualTo(row + 1);
      assertThat(rows.bytes(row, 1, into)).isEqualTo(BYTES_OF_A_ROW);
      assertThat(into).isEqualTo(filled(row + 1));
    }
  }

  @Test
  void theMemoryOfALongListIsReturnedByTheNextSelect() throws SQLException {
    assertReads(10_000);
    assertThat(rows.capacityBytes()).isGreaterThan(1_000_000);
    assertReads(3);
    assertThat(rows.capacityBytes())
        .isLessThanOrEqualTo(Long.BYTES * RowBuffer.MAX_KEPT_CELLS + RowBuffer.MAX_KEPT_BYTES);
  }

  @Test
  void longListsOfTwoReadersUseTheSameMemoryInTurn() throws SQLException {
    SpareMemory spare = new SpareMemory();
    List<Column> columns = List.of(Column.number("id", ColumnType.LONG));
    RowBuffer one = new RowBuffer(new StandardCodec(), columns, true, spare);
    one.read(results(100_000));
    one.read(results(1));
    RowBuffer other = new RowBuffer(new StandardCodec(), columns, true, spare);
    other.read(results(100_000));

    long[] lent = spare.longs(1 << 16, new long[0]);
    assertThat(lent).as("the memory on the way to 100,000 rows").startsWith(1, 2, 3);
    assertThat(spare.longs(1 << 16, new long[0])).as("and only that").startsWith(0, 0, 0);
    assertThat(other.number(99_999, 0)).isEqualTo(100_000);
  }

  /** One row of a text that fills its column up, and a text that does not. */
  private static ResultSet texts(boolean asBytes, String... row) {
    int[] rows = {0};
    return (ResultSet)
        Proxy.newProxyInstance(
            ResultSet.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("next")) {
                return rows[0]++ == 0;
              }
              String value = row[(int) arguments[0] - 1];
              if (method.getName().equals("getString") && !asBytes) {
                return value;
              }
              if (method.getName().equals("getBytes") && asBytes) {
                return value.getBytes(StandardCharsets.UTF_8);
              }
              throw new SQLSyntaxErrorException("incompatible data type in conversion", "42561");
            });
  }

  /** Drivers such as those of HSQLDB, DuckDB and Derby refuse getBytes for a text. */
  @ParameterizedTest
  @CsvSource({
    "'ab  ', 'cd ', ab",
    "'', '', ''",
    "'  ', ' ', ''",
    "'M\u00fcnchen ', '\u20ac', M\u00fcnchen"
  })
  void aTextIsTheSameByBytesAndByString(String fixed, String varying, String read)
      throws SQLException {
    List<Column> columns = List.of(Column.fixedText("a", 9), Column.text("b", 9));
    RowBuffer byString = new RowBuffer(new StandardCodec(), columns, true, new SpareMemory());
    RowBuffer byBytes =
        new RowBuffer(
            new StandardCodec() {
              @Override
              public boolean readsTextAsBytes() {
                return true;
              }
            },
            columns,
            true,
            new SpareMemory());
    byString.read(texts(false, fixed, varying));
    byBytes.read(texts(true, fixed, varying));
    assertThat(byString.resultHash()).isEqualTo(byBytes.resultHash());
    for (RowBuffer buffer : List.of(byString, byBytes)) {
      byte[] into = new byte[100];
      assertThat(new String(into, 0, buffer.bytes(0, 0, into), StandardCharsets.UTF_8))
          .isEqualTo(read);
      assertThat(new String(into, 0, buffer.bytes(0, 1, into), StandardCharsets.UTF_8))
          .isEqualTo(varying);
    }
  }

  @Test
  void theMemoryOfAShortListIsReused() throws SQLException {
    assertReads(200);
    long before = rows.capacityBytes();
    assertReads(1);
    assertReads(200);
    assertThat(rows.capacityBytes()).isEqualTo(before);
  }
}
