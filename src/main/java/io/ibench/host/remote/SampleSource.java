package io.ibench.host.remote;

import io.ibench.host.ProcException;
import java.nio.file.Path;
import java.util.List;

/** Brings another host's files. Used by one thread; {@link #close} by any. */
interface SampleSource extends AutoCloseable {

  /** No answer takes longer than this, at the start of a run and later. */
  int MOST_SECONDS = 10;

  /**
   * Brings files anew, within {@link #MOST_SECONDS}. What the host has besides may be brought with
   * them.
   *
   * @param startNanos now
   * @param files of its choice; none of their names means anything to a shell
   * @throws ProcException with a reason for the report, when nothing was brought
   */
  RemoteSample fetch(long startNanos, List<Path> files) throws ProcException, InterruptedException;

  /** What the user calls it, for instance {@code host.command}. */
  String name();

  /** Whether files of single processes can be asked for. */
  boolean hasProcesses();

  /** Gives up what is under way. */
  @Override
  void close();
}
