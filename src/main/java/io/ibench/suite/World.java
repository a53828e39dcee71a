package io.ibench.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a supervisor needs of its machine. Confined to the supervisor's thread. */
public interface World {

  /** A clock that only goes forward. */
  long nanoTime();

  /** Since 1970. */
  long epochMillis();

  /** Rests. */
  void rest(long nanos) throws InterruptedException;

  /**
   * Waits for an idle machine.
   *
   * @return what kept it busy, if it did not become idle in time
   */
  Optional<String> awaitIdle(Path folder, long mostNanos) throws InterruptedException;

  /** Measures the machine; empty if it cannot. */
  Optional<Canary.Figures> canary(Path folder) throws InterruptedException;

  /** Empties the page cache. */
  void dropCache() throws IOException;

  /** Discards the unused blocks of a folder's file system. */
  void trim(Path folder) throws IOException;

  /** The free bytes of a folder's disk, and its size. */
  Space space(Path folder) throws IOException;

  /** The space of a disk. */
  record Space(long freeBytes, long totalBytes) {}

  /** Starts a program whose output goes to a file. */
  Child start(List<String> words, Map<String, String> environment, Path log) throws IOException;

  /** Finds a program that an earlier supervisor started, if it still runs. */
  Optional<Child> find(Cell.Child noted, Path folder);

  /** A program. */
  interface Child {

    Cell.Child identity();

    /** Whether it has ended. */
    boolean await(long nanos) throws InterruptedException;

    /** After it has ended. */
    int exitCode();

    /** Asks it to end. */
    void terminate();

    void kill();
  }
}
