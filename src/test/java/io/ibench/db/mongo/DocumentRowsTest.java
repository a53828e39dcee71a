package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Index;
import io.ibench.db.RowHash;
import io.ibench.db.Table;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.DecoderContext;
import org.junit.jupiter.api.Test;

class DocumentRowsTest {

  private static final Table TABLE =
      new Table(
          "rows",
          List.of(
              Column.number("a", ColumnType.LONG),
              Column.number("b", ColumnType.LONG),
              Column.number("size", ColumnType.INT),
              Column.number("time", ColumnType.TIME),
              Column.number("price", ColumnType.FLOAT),
              Column.bytes("data", 255)),
          List.of("a", "b"),
          false,
          List.of(new Index("by_a", List.of("a", "size"))));

  private static final DocumentLayout LAYOUT = new DocumentLayout(TABLE, FieldNames.LONG);

  private static DocumentRows rows(String... columns) {
    return new DocumentRows(LAYOUT, List.of(columns), true);
  }

  private static BsonDocument document(long a, long b) {
    return new BsonDocument("_id", DocumentLayout.binary(a, b))
        .append("a", new BsonInt64(a))
        .append("further", new BsonString("not asked for"))
        .append("size", new BsonInt32(7))
        .append("time", new BsonDateTime(1_700_000_000_000L))
        .append("price", new BsonDouble(1234.56))
        .append("data", new BsonBinary(new byte[] {1, 2, 3}));
  }

  private static void decode(DocumentRows rows, BsonDocument document) {
    rows.decode(new BsonDocumentReader(document), DecoderContext.builder().build());
  }

  @Test
  void readsFieldsAndPartsOfTheKeyInTheOrderAskedFor() {
    DocumentRows rows = rows("data", "price", "b", "a", "time", "size");
    decode(rows, document(Long.MIN_VALUE, -1));
    decode(rows, document(3, Long.MAX_VALUE));

    assertThat(rows.rows()).isEqualTo(2);
    assertThat(rows.number(0, 1)).isEqualTo(123_456);
    assertThat(rows.number(0, 2)).isEqualTo(-1);
    assertThat(rows.number(0, 3)).isEqualTo(Long.MIN_VALUE);
    assertThat(rows.number(0, 4)).isEqualTo(1_700_000_000_000L);
    assertThat(rows.number(0, 5)).isEqualTo(7);
    assertThat(rows.number(1, 2)).isEqualTo(Long.MAX_VALUE);
    byte[] into = new byte[2];
    assertThat(rows.bytes(1, 0, into)).isEqualTo(3);
    assertThat(into).containsExactly(1, 2);
  }

  @Test
  void hashesAsEveryAdapterDoesWhateverTheOrderOfFields() {
    DocumentRows rows = rows("data", "b", "size");
    decode(rows, document(3, 4));
    long row = RowHash.bytes(0, 0, new byte[] {1, 2, 3}, 3);
    row = RowHash.number(row, 1, 4);
    row = RowHash.number(row, 2, 7);
    assertThat(rows.resultHash()).isEqualTo(RowHash.end(row, 0, true));

    decode(rows, document(3, 4));
    assertThat(rows.resultHash()).isEqualTo(RowHash.end(row, 0, true) + RowHash.end(row, 1, true));
    rows.clear();
    assertThat(rows.resultHash()).isZero();
    assertThat(rows.rows()).isZero();
  }

  @Test
  void keepsManyRowsAndLongPayloads() {
    DocumentRows rows = rows("b", "data");
    for (int i = 0; i < 1000; i++) {
      byte[] data = new byte[i % 300];
      if (data.length > 0) {
        data[data.length - 1] = (byte) i;
      }
      BsonDocument document = document(1, i);
      document.put("data", new BsonBinary(data));
      decode(rows, document);
    }
    byte[] into = new byte[300];
    for (int i = 0; i < 1000; i++) {
      assertThat(rows.number(i, 0)).isEqualTo(i);
      assertThat(rows.bytes(i, 1, into)).isEqualTo(i % 300);
      if (i % 300 > 0) {
        assertThat(into[i % 300 - 1]).isEqualTo((byte) i);
      }
    }
  }

  private static void assertRefused(String field, BsonValue value, String words) {
    DocumentRows rows = rows("size", "time", "price", "data");
    BsonDocument document = document(1, 2);
    if (value == null) {
      document.remove(field);
    } else {
      document.put(field, value);
    }
    assertThatExceptionOfType(BsonInvalidOperationException.class)
        .isThrownBy(() -> decode(rows, document))
        .withMessageContaining(words);
  }

  @Test
  void refusesWhatIbenchDoesNotWrite() {
    assertRefused("size", new BsonDouble(7), "size is DOUBLE");
    assertRefused("time", new BsonInt64(7), "time is INT64");
    assertRefused("price", new BsonInt32(7), "price is INT32");
    assertRefused("data", new BsonString("text"), "rows.data is STRING");
    assertRefused("data", null, "without all of size, time, price, data");
  }
}
