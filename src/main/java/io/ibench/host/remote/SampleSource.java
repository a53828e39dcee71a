package io.ibench.host.remote;

import io.ibench.host.ProcException;
import java.nio.file.Path;
import java.util.List;

/** Fetches another host's files. Used by one thread; {@link #close} by any. */
interface SampleSource extends AutoCloseable {

  /** The timeout of a fetch. */
  int TIMEOUT_SECONDS = 10;

  /**
   * Fetches files, within {@link #TIMEOUT_SECONDS}. May fetch others with them.
   *
   * @param startNanos now
   * @param files to fetch; their names are safe for a shell
   * @throws ProcException with a reason for the report, if the fetch failed
   */
  RemoteSample fetch(long startNanos, List<Path> files) throws ProcException, InterruptedException;

  /** The name of its setting, for instance {@code host.command}. */
  String name();

  /** Whether it can fetch the files of single processes. */
  boolean hasProcesses();

  /** Aborts a fetch in progress. */
  @Override
  void close();
}
