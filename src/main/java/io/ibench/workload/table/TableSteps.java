package io.ibench.workload.table;

import io.ibench.config.Config;
import io.ibench.workload.Step;
import io.ibench.workload.StepKind;
import io.ibench.workload.StepReader;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.Drain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The steps of a plan. Immutable.
 *
 * @param <S> the further settings of a step
 * @param kinds by name, in the order of a usual run
 * @param settings of the steps that have further ones, by the step's name: a step may run at
 *     another rate or for another time than in the plan
 */
public record TableSteps<S>(
    Map<String, StepKind> kinds, List<Step> steps, Map<String, S> settings) {

  public static final String DROP = "drop";
  public static final String CREATE = "create";
  public static final String LOAD = "load";
  public static final String INDEX = "index";
  public static final String REQUEST = "request";
  public static final String VERIFY = "verify";

  public TableSteps {
    kinds = Collections.unmodifiableMap(new LinkedHashMap<>(kinds));
    steps = List.copyOf(steps);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** Reads what only the workload knows of a step with workers. */
  public interface Reading<S> {

    /** Checks which steps there are, before their settings are read. */
    default void check(List<Step> steps) {}

    /**
     * The further settings of a step; empty if it has none. Mistakes go into the config.
     *
     * @param names under which the step's keys are given, the nearest first
     */
    Optional<S> settings(Step.Work step, List<String> names);

    /** The step as its settings make it, such as one that only reads. */
    default Step.Work shaped(Step.Work step, S settings) {
      return step;
    }
  }

  /** Reads the steps, which have no further settings. */
  public static TableSteps<Void> read(Config config, Map<String, StepKind> kinds) {
    return read(config, kinds, (step, names) -> Optional.empty());
  }

  /** Reads the steps, one after the other. */
  public static <S> TableSteps<S> read(
      Config config, Map<String, StepKind> kinds, Reading<S> reading) {
    StepReader reader = new StepReader(config, kinds);
    List<Step> steps = new ArrayList<>();
    Map<String, S> settings = new LinkedHashMap<>();
    List<Step> read = reader.read();
    reading.check(read);
    for (Step step : read) {
      Step complete = step;
      if (step instanceof Step.Work work) {
        Optional<S> own = reading.settings(work, reader.names(work));
        if (own.isPresent()) {
          settings.put(work.name(), own.get());
          complete = reading.shaped(work, own.get());
        }
      }
      steps.add(complete);
    }
    return new TableSteps<>(kinds, steps, settings);
  }

  /**
   * The usual kinds: those that drop, create, drain and verify, around those of the workload.
   *
   * @param rows of the load
   */
  public static Map<String, StepKind> kinds(long rows, Map<String, StepKind> work) {
    Map<String, StepKind> kinds = new LinkedHashMap<>();
    kinds.put(DROP, StepKind.drop());
    kinds.put(CREATE, StepKind.create());
    kinds.putAll(work);
    kinds.put(Drain.KIND, Drain.kind(rows));
    kinds.put(VERIFY, StepKind.verify());
    return kinds;
  }

  /** With steps that drop and create the tables before the load, unless the user lists them. */
  public TableSteps<S> withTables() {
    List<Step> all = new ArrayList<>();
    boolean created = false;
    for (Step step : steps) {
      if (step.use() == TableUse.LOADS && !created) {
        if (all.stream().noneMatch(before -> before.use() == TableUse.DROPS)) {
          all.add(action(DROP, TableUse.DROPS));
        }
        all.add(action(CREATE, TableUse.CREATES));
      }
      created |= step.use() == TableUse.LOADS || step.use() == TableUse.CREATES;
      all.add(step);
    }
    return new TableSteps<>(kinds, all, settings);
  }

  /** With the same mix of operations in each step with requests. */
  public TableSteps<S> mixing(Map<String, Double> shares) {
    return new TableSteps<>(
        kinds,
        steps.stream()
            .map(
                step ->
                    step instanceof Step.Work work && step.use() != TableUse.LOADS
                        ? work.mixing(shares)
                        : step)
            .toList(),
        settings);
  }

  private static Step.Action action(String kind, TableUse use) {
    return new Step.Action(kind, kind, Optional.empty(), use);
  }
}
