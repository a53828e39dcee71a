package io.ibench.host;

import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The CPUs that the first thread of a process may run on: its affinity, within its cpuset.
 *
 * @param list as the kernel writes it, for instance {@code 0-3,8}
 */
public record AllowedCpus(String list, BitSet cpus) {

  private static final int MAX_CPUS = 1 << 16;

  /** Reads those of a process id or {@code self}. */
  static AllowedCpus of(ProcReader reader, String process) throws ProcException {
    ProcText status = reader.proc(process + "/status");
    if (!status.find("Cpus_allowed_list:")) {
      throw status.damaged("no line Cpus_allowed_list");
    }
    String list = status.word();
    try {
      return new AllowedCpus(list, parse(list));
    } catch (IllegalArgumentException e) {
      throw status.damaged("'" + list + "' where CPUs should be");
    }
  }

  private static BitSet parse(String list) {
    BitSet cpus = new BitSet();
    for (String part : list.split(",", -1)) {
      int dash = part.indexOf('-');
      int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
      int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
      if (first < 0 || last < first || last >= MAX_CPUS) {
        throw new IllegalArgumentException(part);
      }
      cpus.set(first, last + 1);
    }
    return cpus;
  }

  /**
   * Formats a value that may differ between CPUs: the only value, or each with its CPUs; empty
   * without values.
   */
  public static Optional<String> text(Map<String, BitSet> cpusByValue) {
    if (cpusByValue.size() < 2) {
      return cpusByValue.keySet().stream().findFirst();
    }
    return Optional.of(
        cpusByValue.entrySet().stream()
            .map(entry -> entry.getKey() + " " + text(entry.getValue()))
            .collect(Collectors.joining(", ")));
  }

  /** Formats CPUs as the kernel does: ranges, separated by commas. */
  public static String text(BitSet cpus) {
    StringBuilder text = new StringBuilder();
    for (int first = cpus.nextSetBit(0); first >= 0; first = cpus.nextSetBit(first)) {
      int end = cpus.nextClearBit(first);
      text.append(text.isEmpty() ? "" : ",").append(first);
      if (end - 1 > first) {
        text.append('-').append(end - 1);
      }
      first = end;
    }
    return text.toString();
  }
}
