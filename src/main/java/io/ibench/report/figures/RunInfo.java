package io.ibench.report.figures;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.ibench.host.ServerPlace;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The head of a result: everything known before the first operation. Immutable; without secrets.
 *
 * @param versions ibench, the JVM, the driver and the server, by name
 * @param settings every effective setting
 * @param expectations what the user expects of its steps
 * @param agent which of the run's agents this process is; empty in a run of one process
 */
@RecordBuilder
public record RunInfo(
    Identity identity,
    Map<String, String> versions,
    DatabaseInfo database,
    List<Setting> settings,
    Names names,
    Cadence cadence,
    Machine machine,
    Data data,
    RunLabel label,
    List<Expectation> expectations,
    Optional<Agent> agent) {

  /** Which run it is. */
  public record Identity(String id, String workload, long seed, long startEpochMillis) {}

  /**
   * What the numbers in results mean.
   *
   * @param steps the names of the steps, in order
   * @param operations names by number
   * @param roles of the operations, by number
   * @param failureKinds names by number
   * @param workloadCounters what the workload counts besides operations, by number
   * @param serverCounters those of the server's own counters that explain most
   */
  public record Names(
      List<String> steps,
      List<String> operations,
      List<Role> roles,
      List<String> failureKinds,
      List<WorkloadCounter> workloadCounters,
      List<ServerCounter> serverCounters) {

    /** Of a server that tells nothing. */
    public Names(
        List<String> steps,
        List<String> operations,
        List<Role> roles,
        List<String> failureKinds,
        List<WorkloadCounter> workloadCounters) {
      this(steps, operations, roles, failureKinds, workloadCounters, List.of());
    }
  }

  /**
   * One of the server's own counters.
   *
   * @param rising it only counts up; otherwise it is a level
   * @param meaning what it counts, in a few words
   */
  public record ServerCounter(String name, boolean rising, String meaning) {}

  /**
   * How often it writes what.
   *
   * @param rateRows the number of rows for each insert rate; empty for no such rates
   */
  public record Cadence(long intervalNanos, long latencyEveryNanos, OptionalLong rateRows) {}

  /**
   * Where it runs.
   *
   * @param host facts about this machine; null if unknown
   * @param cpus processors of this machine; 0 when unknown
   * @param serverPlace where the database runs
   */
  public record Machine(Map<String, Object> host, int cpus, ServerPlace serverPlace) {}

  public String id() {
    return identity.id;
  }

  public String workload() {
    return identity.workload;
  }

  public long seed() {
    return identity.seed;
  }

  public long startEpochMillis() {
    return identity.startEpochMillis;
  }

  public List<String> steps() {
    return names.steps;
  }

  public List<String> operations() {
    return names.operations;
  }

  public List<Role> roles() {
    return names.roles;
  }

  public List<String> failureKinds() {
    return names.failureKinds;
  }

  public List<WorkloadCounter> workloadCounters() {
    return names.workloadCounters;
  }

  public long intervalNanos() {
    return cadence.intervalNanos;
  }

  public long latencyEveryNanos() {
    return cadence.latencyEveryNanos;
  }

  public OptionalLong rateRows() {
    return cadence.rateRows;
  }

  public Map<String, Object> host() {
    return machine.host;
  }

  public int cpus() {
    return machine.cpus;
  }

  public ServerPlace serverPlace() {
    return machine.serverPlace;
  }

  /**
   * Whether this process does a client's work.
   *
   * @param client from 0
   */
  public boolean hasClient(int client) {
    return agent.isEmpty() || client % agent.get().of() == agent.get().rank();
  }

  /** The same for one of several agents. */
  public RunInfo with(Agent one) {
    return RunInfoBuilder.builder(this).agent(Optional.of(one)).build();
  }

  /**
   * One ibench process of a run of several, which work as one client.
   *
   * @param name of the run, the same for all its agents
   * @param rank of this agent, from 0
   * @param of the number of agents
   * @param host the name of its machine
   * @param settingsHash of all settings that must be equal, in hexadecimal digits
   */
  public record Agent(String name, int rank, int of, String host, String settingsHash) {}

  /**
   * An effective setting and its origin.
   *
   * @param value {@code ***} in the place of a secret
   * @param masked whether a secret is hidden in the value; empty for a value without {@code ***},
   *     and in results of before 0.3
   * @param variables the names of the variables of the environment that gave a secret; empty for
   *     others
   */
  public record Setting(
      String name,
      String value,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Boolean> masked,
      String origin,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> variables) {

    /** What stands for a secret. */
    private static final String MASK = "***";

    public Setting {
      variables = List.copyOf(variables);
    }

    /** A value that is known to be masked or not. */
    public static Setting of(
        String name, String value, boolean masked, String origin, List<String> variables) {
      boolean says = masked || value.contains(MASK);
      return new Setting(
          name, value, says ? Optional.of(masked) : Optional.empty(), origin, variables);
    }

    /** A value that is no secret. */
    public Setting(String name, String value, String origin) {
      this(name, value, Optional.empty(), origin, List.of());
    }

    /** Whether the value hides a secret, so that it is not what the user wrote. */
    public boolean hidesSecret() {
      return masked.orElse(value.contains(MASK));
    }
  }

  /**
   * The data that a run works on.
   *
   * @param ordinal how many runs had worked on it before
   * @param loadedBy the run that has loaded or will load it; empty if unknown
   * @param settings those of this run that shape the data
   * @param asIs differences between the run and the data that the user has accepted, one line each
   */
  public record Data(
      long ordinal, Optional<String> loadedBy, Map<String, String> settings, List<String> asIs) {}

  /**
   * The state of the data at some moment of the run.
   *
   * @param runsServed how many runs have worked on it
   * @param totals what each table contains; empty if unknown
   */
  public record Books(long runsServed, Optional<Map<String, Map<String, Long>>> totals) {}
}
