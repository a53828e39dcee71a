package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueContractTest extends DatabaseContract {

  private static final int[] LENGTHS = {
    0, 1, 2, 255, 256, 512, 513, 65_535, 65_536, 100_000, 1 << 20
  };

  private static byte[] everyByte() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    return all;
  }

  private static byte[] noise(int length) {
    byte[] noise = new byte[length];
    new Random(length).nextBytes(noise);
    return noise;
  }

  private byte[] body(long id) throws DatabaseException {
    Prepared select =
        session.prepare(
            Command.Select.of(NOTES, List.of("id", "body"), List.of(Condition.eq("id"))));
    select.setLong(0, id);
    assertThat(select.execute()).isEqualTo(1);
    return bytes(select, 0, 1);
  }

  @Test
  void keepsEverySingleByte() throws DatabaseException {
    byte[] all = everyByte();
    note(1, 0, all);
    assertThat(body(1)).isEqualTo(all);
    for (int value = 0; value < 256; value++) {
      byte[] single = {(byte) value};
      bindOnly(value, single);
      assertThat(label(2, value)).isEqualTo(single);
    }
  }

  private void bindOnly(long id, byte[] label) throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(THINGS, THINGS.columnNames(), 1));
    bindThing(insert, 2, id, 0, 0, 0, label);
    insert.execute();
  }

  @Test
  void keepsTextThatLooksLikeSql() throws DatabaseException {
    byte[] text = "'; DROP TABLE things; -- \" \\ % _ ? \0 \r\n é".getBytes(StandardCharsets.UTF_8);
    bindOnly(1, text);
    assertThat(label(2, 1)).isEqualTo(text);
  }

  @Test
  void keepsPayloadsOfEveryLengthInsertedUpdatedAndInABatch() throws DatabaseException {
    Prepared update =
        session.prepare(
            new Command.Update(
                NOTES,
                List.of(Assign.parameter("body")),
                List.of(),
                List.of(Condition.eq("id")),
                Optional.empty()));
    Prepared batch = session.prepare(new Command.Insert(NOTES, NOTES.columnNames(), 20));
    for (int length : LENGTHS) {
      note(1 + length, 0, noise(length));
      assertThat(body(1 + length)).as("inserted").isEqualTo(noise(length));
      byte[] reversed = noise(LENGTHS[LENGTHS.length - 1] - length);
      update.setBytes(0, reversed, reversed.length);
      update.setLong(1, 1 + length);
      update.execute();
      assertThat(body(1 + length)).as("updated").isEqualTo(reversed);
      batch.setLong(0, 2_000_000 + length);
      batch.setLong(1, 0);
      batch.setBytes(2, noise(length), length);
      batch.addBatch();
    }
    assertThat(batch.execute()).isEqualTo(LENGTHS.length);
    for (int length : LENGTHS) {
      assertThat(body(2_000_000 + length)).as("in a batch").isEqualTo(noise(length));
    }
  }

  @Test
  void takesTheFirstBytesOfAnArrayAndCopiesThemAtOnce() throws DatabaseException {
    byte[] buffer = {1, 2, 3, 4, 5};
    Prepared insert = session.prepare(new Command.Insert(NOTES, NOTES.columnNames(), 1));
    insert.setLong(0, 1);
    insert.setLong(1, 0);
    insert.setBytes(2, buffer, 3);
    Arrays.fill(buffer, (byte) 9);
    insert.execute();
    assertThat(body(1)).containsExactly(1, 2, 3);
    Prepared batch = session.prepare(new Command.Insert(NOTES, NOTES.columnNames(), 2));
    for (byte id = 2; id <= 3; id++) {
      Arrays.fill(buffer, id);
      batch.setLong(0, id);
      batch.setLong(1, 0);
      batch.setBytes(2, buffer, 2);
      batch.addBatch();
    }
    Arrays.fill(buffer, (byte) 9);
    batch.execute();
    assertThat(body(2)).containsExactly(2, 2);
    assertThat(body(3)).containsExactly(3, 3);
  }

  @Test
  void keepsNumbersAtTheEndsOfTheirRanges() throws DatabaseException {
    long largestInt = (1L << 32) - 1;
    thing(Long.MIN_VALUE, Long.MIN_VALUE, 0, Long.MIN_VALUE, 0);
    thing(-1, -1, 1, -1, 1L << 31);
    thing(Long.MAX_VALUE, Long.MAX_VALUE, 127, Long.MAX_VALUE, largestInt);
    assertThat(things())
        .containsExactly(
            row(Long.MIN_VALUE, Long.MIN_VALUE, 0, Long.MIN_VALUE, 0),
            row(-1, -1, 1, -1, 1L << 31),
            row(Long.MAX_VALUE, Long.MAX_VALUE, 127, Long.MAX_VALUE, largestInt));
  }

  @Test
  void takesTheLongestPayloadOfAColumn() throws DatabaseException {
    byte[] longest = noise(255);
    bindOnly(1, longest);
    assertThat(label(2, 1)).isEqualTo(longest);
  }

  @Test
  void keepsSeveralPayloadsOfOneRowApart() throws DatabaseException {
    Table pairs =
        new Table(
            "pairs",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.bytes("first", 255),
                Column.bytes("second", 255)),
            List.of("id"),
            false,
            List.of());
    database.create(pairs);
    for (int maxBatch = 1; maxBatch <= 2; maxBatch++) {
      Prepared insert = session.prepare(new Command.Insert(pairs, pairs.columnNames(), maxBatch));
      insert.setLong(0, maxBatch);
      insert.setBytes(1, new byte[] {1, 2, 3}, 3);
      insert.setBytes(2, new byte[] {4, 5, 6}, 3);
      if (maxBatch > 1) {
        insert.addBatch();
      }
      insert.execute();
    }
    Prepared select =
        session.prepare(Command.Select.of(pairs, List.of("first", "second"), List.of()));
    assertThat(select.execute()).isEqualTo(2);
    for (int row = 0; row < 2; row++) {
      assertThat(bytes(select, row, 0)).containsExactly(1, 2, 3);
      assertThat(bytes(select, row, 1)).containsExactly(4, 5, 6);
    }
  }
}
