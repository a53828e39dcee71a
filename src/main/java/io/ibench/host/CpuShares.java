package io.ibench.host;

/**
 * The shares of the CPU time of the server's machine, in percent of all CPUs.
 *
 * @param server the server's processes; 0 for an embedded database, which is part of the client
 * @param client ibench's process; 0 if it runs on another machine
 * @param other all other programs, and the kernel's own work
 * @param stolen by the hypervisor for other virtual machines
 */
public record CpuShares(double server, double client, double other, double stolen) {

  /** The share of server and client together. */
  public double own() {
    return server + client;
  }

  /** The share that was neither used nor stolen. */
  public double free() {
    return Math.max(0, 100 - own() - other - stolen);
  }
}
