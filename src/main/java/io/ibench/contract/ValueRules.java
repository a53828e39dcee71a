package io.ibench.contract;

import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Numbers and bytes that must come back unchanged. */
final class ValueRules extends RuleGroup {

  private static final int[] LENGTHS = {
    0, 1, 2, 255, 256, 512, 513, 65_535, 65_536, 100_000, 1 << 20
  };

  ValueRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS, Tables.NOTES);
  }

  private static byte[] noise(int length) {
    byte[] noise = new byte[length];
    new Random(length).nextBytes(noise);
    return noise;
  }

  private void expectBody(long id, String what, byte[] expected) throws DatabaseException {
    Prepared select =
        session.prepare(
            Command.Select.of(Tables.NOTES, List.of("id", "content"), List.of(Condition.eq("id"))));
    select.setLong(0, id);
    expectCount(1, select);
    Expect.bytes(what, expected, bytes(select, 0, 1));
  }

  @Rule("Every byte from 0 to 255 is kept, alone and with the others.")
  void keepsEveryByte() throws DatabaseException {
    byte[] all = new byte[256];
    for (int value = 0; value < all.length; value++) {
      all[value] = (byte) value;
      byte[] single = {(byte) value};
      thing(2, value, 0, 0, 0, single);
      Expect.bytes("label", single, label(2, value));
    }
    note(1, 0, all);
    expectBody(1, "content", all);
  }

  @Rule("Text that looks like SQL is kept as it is.")
  void keepsTextThatLooksLikeSql() throws DatabaseException {
    String sql = "'; DROP TABLE " + Tables.THINGS.name() + "; -- \" \\ % _ ? \0 \r\n \u00e9";
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    thing(2, 1, 0, 0, 0, text);
    Expect.bytes("label", text, label(2, 1));
  }

  @Rule("Bytes of every length up to 1 MB are kept: inserted, updated and in a batch.")
  void keepsBytesOfEveryLength() throws DatabaseException {
    Prepared update =
        session.prepare(
            new Command.Update(
                Tables.NOTES,
                List.of(Assign.parameter("content")),
                List.of(),
                List.of(Condition.eq("id")),
                Optional.empty()));
    Prepared batch = session.prepare(insertOf(Tables.NOTES, 20));
    for (int length : LENGTHS) {
      note(1 + length, 0, noise(length));
      expectBody(1 + length, "inserted", noise(length));
      byte[] other = noise((1 << 20) - length);
      update.setBytes(0, other, other.length);
      update.setLong(1, 1 + length);
      update.execute();
      expectBody(1 + length, "updated", other);
      batch.setLong(0, 2_000_000 + length);
      batch.setLong(1, 0);
      batch.setBytes(2, noise(length), length);
      batch.addBatch();
    }
    expectCount(LENGTHS.length, batch);
    for (int length : LENGTHS) {
      expectBody(2_000_000 + length, "in a batch", noise(length));
    }
  }

  @Rule("setBytes copies the first bytes of the array at once: the caller may reuse it.")
  void takesTheFirstBytesOfAnArrayAndCopiesThem() throws DatabaseException {
    byte[] buffer = {1, 2, 3, 4, 5};
    Prepared insert = session.prepare(insertOf(Tables.NOTES, 1));
    insert.setLong(0, 1);
    insert.setLong(1, 0);
    insert.setBytes(2, buffer, 3);
    Arrays.fill(buffer, (byte) 9);
    insert.execute();
    expectBody(1, "inserted", new byte[] {1, 2, 3});
    Prepared batch = session.prepare(insertOf(Tables.NOTES, 2));
    for (byte id = 2; id <= 3; id++) {
      Arrays.fill(buffer, id);
      batch.setLong(0, id);
      batch.setLong(1, 0);
      batch.setBytes(2, buffer, 2);
      batch.addBatch();
    }
    Arrays.fill(buffer, (byte) 9);
    batch.execute();
    expectBody(2, "first of a batch", new byte[] {2, 2});
    expectBody(3, "second of a batch", new byte[] {3, 3});
  }

  @Rule("Numbers at both ends of the ranges of LONG, INT and BYTE are kept and ordered.")
  void keepsNumbersAtTheEndsOfTheirRanges() throws DatabaseException {
    long largestInt = (1L << 32) - 1;
    thing(Long.MAX_VALUE, Long.MAX_VALUE, 127, Long.MAX_VALUE, largestInt);
    thing(Long.MIN_VALUE, Long.MIN_VALUE, 0, Long.MIN_VALUE, 0);
    thing(-1, -1, 1, -1, 1L << 31);
    // No floating-point number has this value.
    long odd = (1L << 53) + 1;
    thing(odd, odd, 2, -odd, largestInt - 1);
    expectThings(
        row(Long.MIN_VALUE, Long.MIN_VALUE, 0, Long.MIN_VALUE, 0),
        row(-1, -1, 1, -1, 1L << 31),
        row(odd, odd, 2, -odd, largestInt - 1),
        row(Long.MAX_VALUE, Long.MAX_VALUE, 127, Long.MAX_VALUE, largestInt));
  }

  @Rule("A column of bytes takes its longest value.")
  void takesTheLongestValueOfAColumn() throws DatabaseException {
    byte[] longest = noise(255);
    thing(2, 1, 0, 0, 0, longest);
    Expect.bytes("label", longest, label(2, 1));
  }

  @Rule("Several columns of bytes of one row are kept apart.")
  void keepsSeveralColumnsOfBytesApart() throws DatabaseException {
    workspace.create(Tables.PAIRS);
    for (int maxBatch = 1; maxBatch <= 2; maxBatch++) {
      Prepared insert = session.prepare(insertOf(Tables.PAIRS, maxBatch));
      insert.setLong(0, maxBatch);
      insert.setBytes(1, new byte[] {1, 2, 3}, 3);
      insert.setBytes(2, new byte[] {4, 5, 6}, 3);
      if (maxBatch > 1) {
        insert.addBatch();
      }
      insert.execute();
    }
    Prepared select =
        session.prepare(Command.Select.of(Tables.PAIRS, List.of("first", "second"), List.of()));
    expectCount(2, select);
    for (int row = 0; row < 2; row++) {
      Expect.bytes("first", new byte[] {1, 2, 3}, bytes(select, row, 0));
      Expect.bytes("second", new byte[] {4, 5, 6}, bytes(select, row, 1));
    }
  }
}
