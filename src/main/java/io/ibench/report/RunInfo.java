package io.ibench.report;

import java.util.List;
import java.util.Map;

/**
 * What a result is about: everything known before the first operation. Immutable; no secrets in it.
 *
 * @param versions ibench, the JVM, the driver and the server, by name
 * @param database the description's fields by their JSON names
 * @param settings every effective setting
 * @param host facts about this machine; null where they cannot be had
 * @param steps the names of the steps, in order
 * @param operations names by number
 * @param failureKinds names by number
 * @param tallies names by number
 * @param cpus processors of this machine; 0 when unknown
 */
public record RunInfo(
    String id,
    String workload,
    long seed,
    long startEpochMillis,
    Map<String, String> versions,
    Map<String, String> database,
    List<Setting> settings,
    Map<String, Object> host,
    List<String> steps,
    List<String> operations,
    List<String> failureKinds,
    List<String> tallies,
    long intervalNanos,
    long latencyEveryNanos,
    int cpus) {

  /** A setting as it took effect, and where it came from. */
  public record Setting(String name, String value, String origin) {}
}
