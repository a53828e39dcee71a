package io.ibench.host;

/**
 * Who used the CPUs of the server's machine, each in percent of the time of all of them.
 *
 * @param server its processes; 0 of an embedded database, which is in the client's
 * @param client ibench's process; 0 where it runs on another machine
 * @param other all other programs, and what the kernel did for nobody in particular
 * @param stolen what a hypervisor gave to others
 */
public record CpuShares(double server, double client, double other, double stolen) {

  /** What the server and the client used together. */
  public double own() {
    return server + client;
  }

  /** What was neither used nor taken away. */
  public double free() {
    return Math.max(0, 100 - own() - other - stolen);
  }
}
