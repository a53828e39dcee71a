package io.ibench.host;

import java.util.Collection;

/**
 * What a family of processes used until one moment, and which of it cannot be had.
 *
 * @param resolved nothing of a member that ended meanwhile is missing
 */
record ServerSample(
    Figure cpuTicks, Figure rssBytes, Figure readBytes, Figure writtenBytes, boolean resolved) {

  /**
   * Adds up a family. Its members' CPU and I/O include what their collected children used (the
   * kernel adds both to the parent), so that ended backends count. None counts twice, because a
   * parent is read before its children.
   */
  static ServerSample of(
      ProcReader reader, Collection<ProcessStat> family, ProcessTreeMemory memory) {
    Io io = new Io();
    Figure read = Figure.of(() -> io.add(reader, family));
    return new ServerSample(
        Figure.of(() -> cpu(family)),
        Figure.of(() -> memory.bytes(family)),
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
      ticks = ExactMath.sum(ticks, ExactMath.sum(member.ownTicks(), member.reapedTicks()));
    }
    return ticks;
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
          readBytes = ExactMath.sum(readBytes, io.labelled("read_bytes:"));
          writtenBytes = ExactMath.sum(writtenBytes, io.labelled("write_bytes:"));
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
