package io.ibench.duet;

/**
 * What a side has used in the measured part of a block.
 *
 * @param serverCpuNanos of all processes of its server; -1: unknown
 * @param writtenBytes by them to block devices; -1: unknown
 * @param readBytes by them from block devices; -1: unknown
 * @param restarted the server is another process than at the beginning
 * @param clientCpuNanos of its workers' threads, an embedded database among it
 * @param operations that the workers did in that time
 */
public record Costs(
    long serverCpuNanos,
    long writtenBytes,
    long readBytes,
    boolean restarted,
    long clientCpuNanos,
    long operations) {

  public static final Costs UNKNOWN = new Costs(-1, -1, -1, false, 0, 0);

  /** Of a server; the workers count their own. */
  public static Costs ofServer(
      long cpuNanos, long writtenBytes, long readBytes, boolean restarted) {
    return new Costs(cpuNanos, writtenBytes, readBytes, restarted, 0, 0);
  }

  Costs withClient(long cpuNanos, long done) {
    return new Costs(serverCpuNanos, writtenBytes, readBytes, restarted, cpuNanos, done);
  }
}
