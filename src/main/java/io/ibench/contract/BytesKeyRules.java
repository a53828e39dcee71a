package io.ibench.contract;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A primary key of bytes: all keys have the same length. */
final class BytesKeyRules extends RuleGroup {

  /** In the order of unsigned bytes. */
  private static final byte[][] KEYS = {
    key(0, 0, 0), key(0, 0, 255), key(0, 1, 0), key(127, 0, 0), key(128, 0, 0), key(255, 255, 255)
  };

  private final Prepared put;

  BytesKeyRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.BLOBS);
    put = session.prepare(Tables.BLOBS.upsert());
    for (int i = KEYS.length - 1; i >= 0; i--) {
      put(KEYS[i], i);
    }
  }

  private static byte[] key(int... bytes) {
    byte[] key = new byte[bytes.length];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) bytes[i];
    }
    return key;
  }

  private void put(byte[] key, int value) throws DatabaseException {
    put.setBytes(0, key, key.length);
    byte[] body = ascii("value " + value);
    put.setBytes(1, body, body.length);
    put.execute();
  }

  /** The positions of the keys that a select finds. */
  private static List<Long> found(Prepared select) throws DatabaseException {
    int rows = select.execute();
    List<Long> found = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      byte[] key = bytes(select, row, 0);
      for (int i = 0; i < KEYS.length; i++) {
        if (Arrays.equals(KEYS[i], key)) {
          found.add((long) i);
        }
      }
    }
    Expect.equal("keys that were put", rows, found.size());
    return found;
  }

  private List<Long> found(Condition.Op op, int key, boolean last) throws DatabaseException {
    Command.Select select = Tables.BLOBS.select().where(Condition.of("k", op));
    Prepared prepared = session.prepare(last ? select.last(3, "k") : select.first(3, "k"));
    prepared.setBytes(0, KEYS[key], KEYS[key].length);
    return found(prepared);
  }

  @Rule("Keys of bytes are ordered as unsigned bytes, and found by ranges in both directions.")
  void findsRangesOfBytes() throws DatabaseException {
    Expect.list("k >= 00 01 00", row(2, 3, 4), found(Condition.Op.GE, 2, false));
    Expect.list("k > 7f 00 00", row(4, 5), found(Condition.Op.GT, 3, false));
    Expect.list("k <= 80 00 00, last first", row(4, 3, 2), found(Condition.Op.LE, 4, true));
    Expect.list("k < 00 01 00, last first", row(1, 0), found(Condition.Op.LT, 2, true));
  }

  @Rule("A put of an existing key of bytes replaces the value; a delete removes the row.")
  void putsAndDeletesByBytes() throws DatabaseException {
    put(KEYS[4], 44);
    Prepared get = session.prepare(Tables.BLOBS.select("v").where("k"));
    get.setBytes(0, KEYS[4], KEYS[4].length);
    expectCount(1, get);
    Expect.bytes("value", ascii("value 44"), bytes(get, 0, 0));
    Prepared delete = session.prepare(Tables.BLOBS.delete().where("k"));
    delete.setBytes(0, KEYS[4], KEYS[4].length);
    expectCount(1, delete);
    expectCount(0, delete);
    expectCount(0, get);
  }

  @Rule("A list of bytes finds each row once; a shorter list replaces a longer one.")
  void findsAListOfBytes() throws DatabaseException {
    Prepared select =
        session.prepare(Tables.BLOBS.select().where(Condition.in("k", 5)).ordered("k"));
    byte[] absent = key(9, 9, 9);
    int[] listed = {5, 0, 5, 3};
    for (int i = 0; i < listed.length; i++) {
      select.setBytesAt(0, i, KEYS[listed[i]], KEYS[listed[i]].length);
    }
    select.setBytesAt(0, listed.length, absent, absent.length);
    Expect.list("keys 5, 0, 5, 3 and none", row(0, 3, 5), found(select));
    Expect.list("the same again", row(0, 3, 5), found(select));
    select.setBytesAt(0, 0, KEYS[1], KEYS[1].length);
    Expect.list("key 1", row(1), found(select));
  }
}
