package io.ibench.host;

import java.util.Collection;

/**
 * The figures of a family of processes at one moment; some may be absent.
 *
 * @param complete whether no member ended meanwhile
 */
record ServerSample(
    Figure cpuNanos, Figure rssBytes, Figure readBytes, Figure writtenBytes, boolean complete) {

  /**
   * Adds up a family. A member's CPU and I/O include those of its collected children (the kernel
   * adds both to the parent), so that ended backends count. No process counts twice, because
   * parents are read before their children.
   */
  static ServerSample of(
      ProcReader reader, Collection<ProcessStat> family, ProcessTreeMemory memory) {
    Io io = new Io();
    Figure read = Figure.of(() -> io.add(reader, family));
    return new ServerSample(
        Figure.of(() -> cpu(reader, family)),
        Figure.of(() -> memory.bytes(family)),
        read,
        new Figure(io.writtenBytes, read.reason()),
        !io.isIncomplete);
  }

  ServerSample incomplete() {
    return new ServerSample(cpuNanos, rssBytes, readBytes, writtenBytes, false);
  }

  private static long cpu(ProcReader reader, Collection<ProcessStat> family) throws ProcException {
    long nanos = 0;
    for (ProcessStat member : family) {
      nanos = ExactMath.sum(nanos, member.nanos(reader));
    }
    return nanos;
  }

  private static final class Io {

    private long writtenBytes;
    private boolean isIncomplete;

    /** Adds up a family's bytes and returns the read ones. */
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

  /** Ignores that a member has ended: the gauge notices it and reads again. */
  private static void orGone(ProcException e) throws ProcException {
    if (!e.isGone()) {
      throw e;
    }
  }
}
