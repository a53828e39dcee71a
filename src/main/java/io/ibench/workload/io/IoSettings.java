package io.ibench.workload.io;

import io.ibench.config.Config;
import io.ibench.config.SizeText;
import io.ibench.workload.StepKeys;
import io.ibench.workload.io.IoKeys.Log;
import io.ibench.workload.io.IoKeys.Sync;

/**
 * The settings of the data. Immutable.
 *
 * @param bytes of all data files together
 */
record IoSettings(long seed, int files, long bytes, int pageBytes, int compressiblePct) {

  /** The largest read or write. */
  static final int MAX_BLOCK_BYTES = 1 << 20;

  private static final int MIN_PAGE_BYTES = 512;
  private static final int MAX_PAGE_BYTES = 64 << 10;

  /** Their generations fit into one mapping. */
  private static final long MAX_PAGES = (1L << 29) - 1;

  static IoSettings from(Config config) {
    long page = config.get(IoKeys.PAGE);
    long bytes = config.get(IoKeys.SIZE);
    int files = Math.toIntExact(config.get(IoKeys.FILES));
    if (Long.bitCount(page) != 1 || page < MIN_PAGE_BYTES || page > MAX_PAGE_BYTES) {
      config.problem("is no power of two from 512B to 64KB", IoKeys.PAGE);
      page = MAX_PAGE_BYTES;
    } else if (bytes % (page * files) != 0) {
      config.problem(
          "is no multiple of " + files + " files of whole pages of " + SizeText.of(page),
          IoKeys.SIZE,
          IoKeys.PAGE,
          IoKeys.FILES);
    } else if (bytes / page > MAX_PAGES) {
      config.problem(
          "has " + bytes / page + " pages; allowed: up to " + MAX_PAGES + ", or a larger io.page",
          IoKeys.SIZE,
          IoKeys.PAGE);
    }
    return new IoSettings(
        config.get(StepKeys.SEED),
        files,
        Math.max(bytes, page * files),
        (int) page,
        Math.toIntExact(config.get(IoKeys.COMPRESSIBLE)));
  }

  long pages() {
    return bytes / pageBytes;
  }

  long pagesOfFile() {
    return pages() / files;
  }

  static String file(int number) {
    return "DATA." + number;
  }

  /** How a log of innosim is written; without syncs there is no log. */
  record LogSettings(long bytes, int writeBytes, int syncEvery, Log mode, Sync sync) {

    boolean isUsed() {
      return syncEvery > 0;
    }
  }
}
