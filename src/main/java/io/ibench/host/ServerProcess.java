package io.ibench.host;

/**
 * A process to measure.
 *
 * @param pid its process id in this machine's /proc
 * @param withChildren whether to include all its live descendants (PostgreSQL's backends)
 */
public record ServerProcess(long pid, boolean withChildren) {

  public ServerProcess {
    if (pid <= 0) {
      throw new IllegalArgumentException("not a process id: " + pid);
    }
  }
}
