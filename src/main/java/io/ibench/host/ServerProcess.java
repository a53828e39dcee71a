package io.ibench.host;

/**
 * A process to be measured.
 *
 * @param pid its process id in this machine's /proc
 * @param withChildren true to count all its live descendants with it (PostgreSQL's backends)
 */
public record ServerProcess(long pid, boolean withChildren) {

  public ServerProcess {
    if (pid <= 0) {
      throw new IllegalArgumentException("not a process id: " + pid);
    }
  }
}
