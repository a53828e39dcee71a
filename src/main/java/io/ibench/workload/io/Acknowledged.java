package io.ibench.workload.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;

/**
 * What a crash must not take back, in a mapped file: the pages that each writer has in flight, and
 * the last ones that it has synced. After the death of the process only pages in flight are
 * uncertain. After that of the machine each synced page must have its generation or a newer one;
 * this part is forced every second. Each writer has a slot of its own, and writes only there.
 */
final class Acknowledged {

  static final String FILE = "ACKNOWLEDGED";
  static final int MAX_WRITERS = 1024;

  /** Synced writes that a slot remembers; a multiple of nothing, just the last ones. */
  static final int REMEMBERED = 250;

  private static final int STATE_AT = 0;
  private static final int BOOT_AT = 8;
  private static final int SLOTS_AT = 4096;
  private static final int SLOT_BYTES = 4096;
  private static final int FIRST_PAGE = 0;
  private static final int PAGES = 8;
  private static final int SYNCED = 16;
  private static final int RING = 64;
  private static final int ENTRY_BYTES = 16;

  private final ByteBuffer bytes;

  Acknowledged(ByteBuffer mapped) {
    bytes = mapped.order(ByteOrder.nativeOrder());
  }

  static long fileBytes() {
    return SLOTS_AT + (long) MAX_WRITERS * SLOT_BYTES;
  }

  /** Whether a process has died while it wrote. */
  boolean isUnclean() {
    return bytes.getLong(STATE_AT) != 0;
  }

  /** The boot in which the last writer began. */
  long boot() {
    return bytes.getLong(BOOT_AT);
  }

  /** Writers begin: what was synced before is forgotten. */
  void begin(long boot) {
    for (int writer = 0; writer < MAX_WRITERS; writer++) {
      if (bytes.getLong(at(writer) + SYNCED) != 0) {
        bytes.putLong(at(writer) + SYNCED, 0);
      }
    }
    bytes.putLong(BOOT_AT, boot);
    bytes.putLong(STATE_AT, 1);
    force();
  }

  /** All writers have ended, and pages in flight are none. */
  void end() {
    bytes.putLong(STATE_AT, 0);
    force();
  }

  void force() {
    if (bytes instanceof MappedByteBuffer mapped) {
      mapped.force();
    }
  }

  private static int at(int writer) {
    return SLOTS_AT + writer * SLOT_BYTES;
  }

  /** A write begins. */
  void begins(int writer, long firstPage, int pages) {
    bytes.putLong(at(writer) + FIRST_PAGE, firstPage);
    bytes.putInt(at(writer) + PAGES, pages);
  }

  /** The write has returned, and the generations of its pages are raised. */
  void ended(int writer) {
    bytes.putInt(at(writer) + PAGES, 0);
  }

  int inFlight(int writer) {
    return bytes.getInt(at(writer) + PAGES);
  }

  long firstInFlight(int writer) {
    return bytes.getLong(at(writer) + FIRST_PAGE);
  }

  /** A page was synced. */
  void synced(int writer, long page, int generation) {
    long number = bytes.getLong(at(writer) + SYNCED);
    int entry = at(writer) + RING + (int) (number % REMEMBERED) * ENTRY_BYTES;
    bytes.putLong(entry, page);
    bytes.putInt(entry + Long.BYTES, generation);
    bytes.putLong(at(writer) + SYNCED, number + 1);
  }

  /** How many synced writes it remembers of a writer. */
  int remembered(int writer) {
    return (int) Math.min(REMEMBERED, bytes.getLong(at(writer) + SYNCED));
  }

  long page(int writer, int number) {
    return bytes.getLong(at(writer) + RING + number * ENTRY_BYTES);
  }

  int generation(int writer, int number) {
    return bytes.getInt(at(writer) + RING + number * ENTRY_BYTES + Long.BYTES);
  }
}
