package io.ibench.report.figures;

import io.ibench.host.ServerPlace;
import io.ibench.measure.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a result is about: everything known before the first operation. Immutable; no secrets in it.
 *
 * @param versions ibench, the JVM, the driver and the server, by name
 * @param database what it runs on
 * @param settings every effective setting
 * @param host facts about this machine; null where they cannot be had
 * @param steps the names of the steps, in order
 * @param operations names by number
 * @param roles of the operations, by number
 * @param failureKinds names by number
 * @param tallies names by number
 * @param rateRows of how many rows each an insert rate is wanted; empty: of none
 * @param cpus processors of this machine; 0 when unknown
 * @param data what the run works on
 * @param serverPlace where the database runs
 */
public record RunInfo(
    String id,
    String workload,
    long seed,
    long startEpochMillis,
    Map<String, String> versions,
    DatabaseInfo database,
    List<Setting> settings,
    Map<String, Object> host,
    List<String> steps,
    List<String> operations,
    List<Role> roles,
    List<String> failureKinds,
    List<String> tallies,
    long intervalNanos,
    long latencyEveryNanos,
    OptionalLong rateRows,
    int cpus,
    Data data,
    ServerPlace serverPlace) {

  /** A setting as it took effect, and where it came from. */
  public record Setting(String name, String value, String origin) {}

  /**
   * The data that a run works on.
   *
   * @param ordinal how many runs had worked on it before
   * @param loadedBy the run that loaded it, or will; empty when nobody knows
   * @param settings those of this run that shape the data
   * @param asIs in what the run differs from the data by the user's consent, one line each
   */
  public record Data(
      long ordinal, Optional<String> loadedBy, Map<String, String> settings, List<String> asIs) {}

  /**
   * What is known of the data at some moment of the run.
   *
   * @param runsServed how many runs have worked on it
   * @param totals what each table holds; empty when nobody knows
   */
  public record Books(long runsServed, Optional<Map<String, Map<String, Long>>> totals) {}
}
