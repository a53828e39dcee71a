package io.ibench.host;

import java.util.BitSet;

/**
 * What a machine has done since its boot, and what it has not yet written, at one moment.
 *
 * @param writtenKb to all disks
 * @param unwrittenKb in the page cache, for the disks
 */
public record MachineActivity(CpuTimes cpus, long writtenKb, long unwrittenKb) {

  /** Reads {@code /proc/stat}, {@code vmstat} and {@code meminfo}. */
  public static MachineActivity read(Proc proc) throws ProcException {
    ProcReader reader = proc.reader();
    long written = reader.proc("vmstat").labelled("pgpgout ");
    ProcText memory = reader.proc("meminfo");
    long unwritten = memory.labelled("Dirty:") + memory.labelled("Writeback:");
    return new MachineActivity(CpuTimes.read(reader, new BitSet()), written, unwritten);
  }

  /** The used share of the CPUs since an earlier moment, 0 .. 1; negative if unknown. */
  public double cpusUsedSince(MachineActivity before) {
    return cpus.usedSince(before.cpus);
  }
}
