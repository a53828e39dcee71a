package io.ibench.db;

import java.nio.ByteBuffer;

/**
 * How ibench recognises its own files: the first bytes of each file, and of each page. Stateless.
 */
public final class FileMagic {

  /** "iBio", the highest byte first. */
  public static final int MAGIC = 0x6942696F;

  /** Where the magic number is, 4 bytes. */
  public static final int MAGIC_AT = 0;

  /** Where the folder's {@link FileDatabase#id} is, 8 bytes. */
  public static final int ID_AT = 8;

  /** The bytes that say whose a file is. */
  public static final int BYTES = 16;

  private FileMagic() {}

  /** Whether a file that begins with these bytes, the highest first, is ibench's. */
  public static boolean isOf(ByteBuffer first, long id) {
    return first.limit() >= BYTES && first.getInt(MAGIC_AT) == MAGIC && first.getLong(ID_AT) == id;
  }
}
