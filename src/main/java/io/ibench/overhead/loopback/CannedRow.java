package io.ibench.overhead.loopback;

import java.util.List;

/** The row that every read returns: three numbers and 100 bytes. Stateless. */
public final class CannedRow {

  public static final List<String> COLUMNS = List.of("id", "type", "version", "data");
  public static final long ID = 1;
  public static final long TYPE = 2;
  public static final long VERSION = 3;
  public static final int DATA_BYTES = 100;

  /** The numbers, in the order of the columns. */
  static final long[] NUMBERS = {ID, TYPE, VERSION};

  private CannedRow() {}

  static byte[] data() {
    byte[] data = new byte[DATA_BYTES];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) ('a' + i % 26);
    }
    return data;
  }
}
