package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * cpu_profile.json: which functions used the CPU of the server, or of ibench, in the steps of a
 * run. Immutable.
 *
 * @param profiles in the order of the run
 */
public record StoredCpuProfiles(List<Profile> profiles) {

  public static final String NAME = "cpu_profile.json";

  /** The functions with most CPU of their own or of their callees; the rest is in the file. */
  public static final int MAX_FUNCTIONS = 200;

  /** Who used the CPU. */
  public enum Whose {
    SERVER("the server"),
    CLIENT("ibench"),
    /** A database that works inside of ibench's process. */
    INSIDE("ibench and the database inside");

    private final String text;

    Whose(String text) {
      this.text = text;
    }

    /** For readers. */
    public String text() {
      return text;
    }
  }

  /**
   * One step, or a repeat of it.
   *
   * @param step as the report calls it
   * @param repeat from 1; 0 for one more that enters no figure
   * @param cpuOf whose CPU it is; empty in older files: the server's
   * @param none why nothing can be said of functions; empty if something can
   * @param file with all stacks, in pprof's form, within the run's folder
   * @param functions those that use most; empty if nothing can be said of them
   * @param waits what the server's sessions waited for; empty if it does not tell it
   * @param counters what the CPU counted of the server; empty if nothing was to be counted
   */
  public record Profile(
      String step,
      long repeat,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Whose> cpuOf,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> none,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> file,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Work> work,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Sampling> sampling,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Function> functions,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Waits> waits,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Counters> counters) {

    /** One that has no samples. */
    public static Profile none(String step, long repeat, Whose whose, String why) {
      return new Profile(
          step,
          repeat,
          Optional.of(whose),
          Optional.of(why),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          Optional.empty(),
          Optional.empty());
    }

    /** The same with what its sessions waited for. */
    public Profile with(Waits seen) {
      return new Profile(
          step, repeat, cpuOf, none, file, work, sampling, functions, Optional.of(seen), counters);
    }

    /** The same with what the CPU counted. */
    public Profile with(Counters counted) {
      return new Profile(
          step, repeat, cpuOf, none, file, work, sampling, functions, waits, Optional.of(counted));
    }

    @JsonIgnore
    public Whose whose() {
      return cpuOf.orElse(Whose.SERVER);
    }
  }

  /**
   * What was done while it was sampled.
   *
   * @param of what a cost is for: {@code q} or {@code row}
   * @param seconds how long
   * @param perSecond its rate
   * @param withoutPerSecond the rate of the same step that was not sampled; empty without one
   * @param cpuMicros CPU for each, by /proc
   */
  public record Work(
      String of,
      double seconds,
      double perSecond,
      Optional<Double> withoutPerSecond,
      double cpuMicros) {

    private Work plus(Work other) {
      return new Work(
          of,
          seconds + other.seconds,
          perSecond + other.perSecond,
          Optional.empty(),
          cpuMicros + other.cpuMicros);
    }

    private Work divided(int by) {
      return new Work(of, seconds / by, perSecond / by, withoutPerSecond, cpuMicros / by);
    }
  }

  /**
   * How it was sampled, and how far that can be trusted.
   *
   * @param hz samples in a second of CPU time
   * @param how the event, and whose CPU
   * @param coverage CPU time of the samples as a share of that by /proc
   * @param lost samples that the sampler could not keep up with
   * @param rooted share of samples whose stack reaches the start of its thread
   * @param named share of samples whose innermost function has a name
   * @param buildIds of modules that have functions without a name
   */
  public record Sampling(
      double hz,
      String how,
      long samples,
      double coverage,
      long lost,
      double rooted,
      double named,
      Map<String, String> buildIds) {}

  /**
   * A function.
   *
   * @param name for readers
   * @param selfMicros CPU of its own for each operation
   * @param allMicros the same with its callees
   * @param samples of its own
   */
  public record Function(String name, double selfMicros, double allMicros, long samples) {

    private Function plus(Function other) {
      return new Function(
          name,
          selfMicros + other.selfMicros,
          allMicros + other.allMicros,
          samples + other.samples);
    }

    private Function divided(int by) {
      return new Function(name, selfMicros / by, allMicros / by, samples);
    }
  }

  /**
   * What the server's sessions did in many looks at them.
   *
   * @param looks how many
   * @param states the most frequent one first
   */
  public record Waits(long looks, List<State> states) {

    /** Of several repeats; a state that one has not seen is 0 there. Empty without any. */
    private static Optional<Waits> mean(List<Waits> repeats) {
      Map<String, State> sums = new LinkedHashMap<>();
      repeats.forEach(
          each -> each.states.forEach(one -> sums.merge(one.state, one, (a, b) -> a.plus(b))));
      List<State> means =
          sums.values().stream()
              .map(sum -> sum.divided(repeats.size()))
              .sorted(Comparator.comparingDouble(State::sessions).reversed())
              .toList();
      return repeats.isEmpty()
          ? Optional.empty()
          : Optional.of(new Waits(repeats.stream().mapToLong(Waits::looks).sum(), means));
    }
  }

  /**
   * What sessions did.
   *
   * @param state what they waited for, in the product's words, or CPU
   * @param sessions how many at a time, on average
   * @param micros for each operation; empty if none has ended
   */
  public record State(String state, double sessions, Optional<Double> micros) {

    private State plus(State other) {
      return new State(
          state,
          sessions + other.sessions,
          micros.flatMap(own -> other.micros.map(more -> own + more)));
    }

    private State divided(int by) {
      return new State(state, sessions / by, micros.map(sum -> sum / by));
    }
  }

  /**
   * What the server did for each operation, by the counters of the CPU and of the kernel.
   *
   * @param of what they are for: {@code q} or {@code row}
   * @param contextSwitches how often a thread of the server gave up its CPU
   * @param note why some are not known, or how they are to be read
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Counters(
      String of,
      Optional<Double> cycles,
      Optional<Double> instructions,
      Optional<Double> cacheMisses,
      Optional<Double> branchMisses,
      Optional<Double> contextSwitches,
      Optional<String> note) {

    /** That nothing is known. */
    public static Counters none(String of, String why) {
      return new Counters(
          of,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(why));
    }
  }

  /** The repeats of each step and of each whose CPU it is, in the order of the run. */
  public List<List<Profile>> parts() {
    Map<List<Object>, List<Profile>> parts = new LinkedHashMap<>();
    profiles.forEach(
        each ->
            parts
                .computeIfAbsent(List.of(each.step, each.whose()), part -> new ArrayList<>())
                .add(each));
    return List.copyOf(parts.values());
  }

  /**
   * One profile with the means of those repeats that say something of functions, and of all looks
   * at sessions.
   *
   * @param repeats of one part, one or more; a single one is itself the mean
   */
  public static Profile mean(List<Profile> repeats) {
    Profile first = repeats.get(0);
    if (repeats.size() == 1) {
      return first;
    }
    List<Profile> known =
        repeats.stream()
            .filter(each -> !each.functions.isEmpty() && each.work.isPresent())
            .toList();
    Optional<Work> work =
        known.stream()
            .flatMap(each -> each.work.stream())
            .reduce((a, b) -> a.plus(b))
            .map(sum -> sum.divided(known.size()));
    Map<String, Function> sums = new LinkedHashMap<>();
    known.forEach(
        each -> each.functions.forEach(one -> sums.merge(one.name, one, (a, b) -> a.plus(b))));
    List<Waits> looks = repeats.stream().flatMap(each -> each.waits.stream()).toList();
    return new Profile(
        first.step,
        first.repeat,
        first.cpuOf,
        first.none,
        Optional.empty(),
        work,
        first.sampling,
        sums.values().stream().map(sum -> sum.divided(known.size())).toList(),
        Waits.mean(looks),
        Optional.empty());
  }

  /** Empty without a file that can be read. */
  public static Optional<StoredCpuProfiles> read(Path run) {
    try {
      return isIn(run)
          ? Optional.of(JsonFile.read(run.resolve(NAME), StoredCpuProfiles.class))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public static boolean isIn(Path run) {
    return Files.exists(run.resolve(NAME));
  }
}
