package io.ibench.db;

/**
 * How a file is opened. Immutable.
 *
 * @param writes also for writes
 * @param direct past the page cache (O_DIRECT)
 * @param synced each write returns when its data is on the disk (O_DSYNC)
 */
public record FileAccess(boolean writes, boolean direct, boolean synced) {

  /** Reads through the page cache. */
  public static final FileAccess READ = new FileAccess(false, false, false);

  /** Reads and writes through the page cache. */
  public static final FileAccess WRITE = new FileAccess(true, false, false);
}
