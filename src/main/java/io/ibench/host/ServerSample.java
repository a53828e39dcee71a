package io.ibench.host;

import java.util.Collection;

/**
 * What a family of processes used until one moment, and which of it cannot be had.
 *
 * @param settled nothing of a member that ended meanwhile is missing
 */
record ServerSample(
    Figure cpuTicks, Figure rssBytes, Figure readBytes, Figure writtenBytes, boolean settled) {

  private static final long KIB = 1024;

  /**
   * Adds up a family. Its members' CPU and I/O include what their collected children used (the
   * kernel adds both to the parent), so that ended backends count. None counts twice, because a
   * parent is read before its children.
   */
  static ServerSample of(ProcReader reader, Collection<ProcessStat> family) {
    Io io = new Io();
    Figure read = Figure.of(() -> io.add(reader, family));
    return new ServerSample(
        Figure.of(() -> cpu(family)),
        Figure.of(() -> family.size() == 1 ? alone(reader, family) : together(reader, family)),
        read,
        new Figure(io.writtenBytes, read.reason()),
        !io.isIncomplete);
  }

  ServerSample unsettled() {
    return new ServerSample(cpuTicks, rssBytes, readBytes, writtenBytes, false);
  }

  private static long cpu(Collection<ProcessStat> family) throws ProcException {
    long ticks = 0;
    for (ProcessStat member : family) {
      ticks = Exact.sum(ticks, Exact.sum(member.ownTicks(), member.reapedTicks()));
    }
    return ticks;
  }

  private static long alone(ProcReader reader, Collection<ProcessStat> family)
      throws ProcException {
    long pid = family.iterator().next().pid();
    return Exact.product(reader.proc(pid + "/status").labelled("VmRSS:"), KIB);
  }

  /** Each process maps the same shared memory: only the largest view of it counts. */
  private static long together(ProcReader reader, Collection<ProcessStat> family)
      throws ProcException {
    long own = 0;
    long largestShared = 0;
    for (ProcessStat member : family) {
      try {
        ProcText status = reader.proc(member.pid() + "/status");
        // One that has begun to exit has no memory left, and none of these lines.
        if (status.find("VmRSS:")) {
          long anonymous = status.labelled("RssAnon:");
          own = Exact.sum(own, Exact.sum(anonymous, status.labelled("RssFile:")));
          largestShared = Math.max(largestShared, status.labelled("RssShmem:"));
        }
      } catch (ProcException e) {
        orGone(e);
      }
    }
    return Exact.product(Exact.sum(own, largestShared), KIB);
  }

  private static final class Io {

    private long writtenBytes;
    private boolean isIncomplete;

    /** Adds up a family's bytes and returns those read. */
    long add(ProcReader reader, Collection<ProcessStat> family) throws ProcException {
      long readBytes = 0;
      for (ProcessStat member : family) {
        try {
          ProcText io = reader.proc(member.pid() + "/io");
          readBytes = Exact.sum(readBytes, io.labelled("read_bytes:"));
          writtenBytes = Exact.sum(writtenBytes, io.labelled("write_bytes:"));
        } catch (ProcException e) {
          orGone(e);
          isIncomplete = true;
        }
      }
      return readBytes;
    }
  }

  /** A member that ends while we read is no trouble: the gauge sees it and reads again. */
  private static void orGone(ProcException e) throws ProcException {
    if (!e.isGone()) {
      throw e;
    }
  }
}
