package io.ibench.host;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The memory of a server's processes. Reading a process' status is expensive for the kernel: if
 * there are many processes, each is read at every fourth reading, in turn, and a new one
 * immediately. Not thread-safe.
 */
final class ProcessTreeMemory {

  /** This many processes or more are read in turn. */
  static final int MANY = 32;

  private static final int TURNS = 4;
  private static final long KIB = 1024;

  private final ProcReader reader;
  private Map<Long, Memory> known = Map.of();
  private long readings;

  ProcessTreeMemory(ProcReader reader) {
    this.reader = reader;
  }

  /**
   * The last reading of a process.
   *
   * @param startTicks distinguishes it from a later one with the same pid
   */
  private record Memory(long startTicks, long ownKib, long sharedKib) {}

  /** VmRSS of one process; of several the sum of RssAnon and RssFile plus the largest RssShmem. */
  long bytes(Collection<ProcessStat> family) throws ProcException {
    if (family.size() == 1) {
      long pid = family.iterator().next().pid();
      return ExactMath.product(reader.proc(pid + "/status").labelled("VmRSS:"), KIB);
    }
    readings++;
    Map<Long, Memory> present = new HashMap<>();
    for (ProcessStat member : family) {
      of(member, family.size() >= MANY).ifPresent(memory -> present.put(member.pid(), memory));
    }
    known = present;
    return together(present.values());
  }

  /** Empty for a process that has ended: the gauge notices it and reads again. */
  private Optional<Memory> of(ProcessStat member, boolean inTurn) throws ProcException {
    Memory before = known.get(member.pid());
    if (inTurn
        && before != null
        && before.startTicks() == member.startTicks()
        && (member.pid() + readings) % TURNS != 0) {
      return Optional.of(before);
    }
    try {
      return Optional.of(read(member));
    } catch (ProcException e) {
      if (e.isGone()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** An exiting process has no memory left, and lacks these lines. */
  private Memory read(ProcessStat member) throws ProcException {
    ProcText status = reader.proc(member.pid() + "/status");
    if (!status.find("VmRSS:")) {
      return new Memory(member.startTicks(), 0, 0);
    }
    long own = ExactMath.sum(status.labelled("RssAnon:"), status.labelled("RssFile:"));
    return new Memory(member.startTicks(), own, status.labelled("RssShmem:"));
  }

  /** All processes map the same shared memory: only the largest mapping counts. */
  private static long together(Collection<Memory> members) throws ProcException {
    long own = 0;
    long largestShared = 0;
    for (Memory member : members) {
      own = ExactMath.sum(own, member.ownKib());
      largestShared = Math.max(largestShared, member.sharedKib());
    }
    return ExactMath.product(ExactMath.sum(own, largestShared), KIB);
  }
}
