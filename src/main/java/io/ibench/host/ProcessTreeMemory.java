package io.ibench.host;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The memory of a server's processes. To make its status is the dearest thing that the kernel is
 * asked for of a process: of a server with many each one is read at every fourth reading, in turn,
 * and a new one at once. Not thread-safe.
 */
final class ProcessTreeMemory {

  /** From so many processes on they are read in turn. */
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
   * What was read of a process last.
   *
   * @param startTicks tells it from a later one with the same pid
   */
  private record Memory(long startTicks, long ownKib, long sharedKib) {}

  /** VmRSS of one process; of several RssAnon and RssFile of all and the largest RssShmem. */
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

  /** Empty for one that has ended: the gauge sees it, and reads again. */
  private Optional<Memory> of(ProcessStat member, boolean inTurn) throws ProcException {
    Memory before = known.get(member.pid());
    boolean isTheSame = before != null && before.startTicks() == member.startTicks();
    if (inTurn && isTheSame && (member.pid() + readings) % TURNS != 0) {
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

  /** One that has begun to exit has no memory left, and none of these lines. */
  private Memory read(ProcessStat member) throws ProcException {
    ProcText status = reader.proc(member.pid() + "/status");
    if (!status.find("VmRSS:")) {
      return new Memory(member.startTicks(), 0, 0);
    }
    long own = ExactMath.sum(status.labelled("RssAnon:"), status.labelled("RssFile:"));
    return new Memory(member.startTicks(), own, status.labelled("RssShmem:"));
  }

  /** Each process maps the same shared memory: only the largest view of it counts. */
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
