package io.ibench.cli.setup;

import io.ibench.cli.ground.UsageException;
import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.OptionSetting;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.StepKind;
import io.ibench.workload.TableUse;
import io.ibench.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of run and check that set keys of all main steps: the steps with requests, except those
 * that warm up.
 */
public final class MainStepOptions {

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads of each step with requests: request.threads=N")
  private String threads;

  @Option(
      names = "--until",
      paramLabel = "END",
      description =
          "when each step with requests ends: after a time such as 60s, or when its rate is steady,"
              + " or known to such as 1 %%: request.until=END")
  private String until;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "target rate of each step with requests, such as 5000/s: request.rate=RATE")
  private String rate;

  @Option(
      names = Sweep.OPTION,
      paramLabel = "KEY=VALUES",
      description =
          "a step for each value of a key, such as request.threads=1,2,4..64, and a table of"
              + " scale-up and latency; A..B doubles A up to B")
  private @Nullable String sweep;

  /**
   * Only threads.
   *
   * @param threads null: as the settings say
   */
  public static MainStepOptions ofThreads(String threads) {
    MainStepOptions options = new MainStepOptions();
    options.threads = threads;
    return options;
  }

  /**
   * Adds the settings of the options. The steps are known only after a first look at the settings.
   *
   * @param files the settings of files and overrides, with these
   * @param overrides the {@code key=value} of -s
   */
  Config load(
      Function<List<OptionSetting>, Config> files,
      List<String> overrides,
      Map<String, Workload> workloads)
      throws UsageException {
    List<OptionSetting> swept = swept(files.apply(List.of()), workloads);
    Function<List<OptionSetting>, Config> loader =
        more -> files.apply(Stream.concat(swept.stream(), more.stream()).toList());
    Config first = loader.apply(List.of());
    Optional<Workload> workload = first.find(Setup.WORKLOAD.optional()).map(workloads::get);
    if (given().isEmpty() || workload.isEmpty()) {
      return first;
    }
    List<Step> steps = workload.get().plan(first).steps();
    if (steps.isEmpty()) {
      return loader.apply(List.of()); // steps has a problem, which is reported
    }
    List<OptionSetting> settings = new ArrayList<>();
    List<String> mistakes = new ArrayList<>();
    given()
        .forEach(
            (key, value) -> {
              Optional<String> mistake =
                  Optional.ofNullable(workload.get().insteadOfOptions().get(key.name()))
                      .map(
                          instead ->
                              "sets no key of workload "
                                  + workload.get().name()
                                  + "; set "
                                  + instead)
                      .or(() -> mistake(key, value, steps, overrides));
              String option = "--" + key.name();
              if (mistake.isPresent()) {
                mistakes.add(option + " " + value + ": " + mistake.get());
              } else {
                mainSteps(steps)
                    .map(step -> key.under(step.name()).name())
                    .forEach(name -> settings.add(new OptionSetting(option, name, value)));
              }
            });
    Config config = loader.apply(settings);
    mistakes.forEach(config::problem);
    return config;
  }

  private List<OptionSetting> swept(Config config, Map<String, Workload> workloads)
      throws UsageException {
    Optional<Workload> workload = config.find(Setup.WORKLOAD.optional()).map(workloads::get);
    if (sweep == null || workload.isEmpty()) {
      return List.of();
    }
    try {
      Sweep parsed = Sweep.parse(sweep);
      for (Key<?> key : given().keySet()) {
        Optional<String> mistake = parsed.contradiction(key.name());
        if (mistake.isPresent()) {
          throw new UsageException("--" + key.name() + ": " + mistake.get());
        }
      }
      List<Step> steps = workload.get().plan(config).steps();
      return parsed.settings(steps.stream().map(Step::name).toList());
    } catch (IllegalArgumentException e) {
      throw new UsageException(Sweep.OPTION + " " + sweep + ": " + e.getMessage());
    }
  }

  private static String instead(String assignments) {
    return "; give -s " + assignments;
  }

  private Map<Key<?>, String> given() {
    Map<Key<?>, String> given = new LinkedHashMap<>();
    given.put(StepKeys.THREADS, threads);
    given.put(StepKeys.UNTIL, until);
    given.put(StepKeys.RATE, rate);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  private static Stream<Step.Work> mainSteps(List<Step> steps) {
    return work(steps)
        .filter(step -> step.use() != TableUse.LOADS)
        .filter(step -> !step.kind().equals(StepKind.WARMUP));
  }

  private static Stream<Step.Work> work(List<Step> steps) {
    return steps.stream().filter(Step.Work.class::isInstance).map(Step.Work.class::cast);
  }

  private static Optional<String> mistake(
      Key<?> key, String value, List<Step> steps, List<String> overrides) {
    List<Step.Work> main = mainSteps(steps).toList();
    if (main.isEmpty()) {
      String others =
          work(steps)
              .filter(step -> key != StepKeys.UNTIL)
              .map(step -> assignment(step.name(), key, value))
              .collect(Collectors.joining(" or -s "));
      return Optional.of(
          "steps names no step with requests" + (others.isEmpty() ? "" : instead(others)));
    }
    return withProfile(key, main)
        .or(() -> withGroups(key, value, main))
        .or(() -> different(key, value, main))
        .or(() -> givenTwice(key, main, overrides));
  }

  private static String assignment(String prefix, Key<?> key, String value) {
    return key.under(prefix) + "=" + value;
  }

  private static Optional<String> withProfile(Key<?> key, List<Step.Work> main) {
    return main.stream()
        .filter(step -> key != StepKeys.THREADS && step.profile().isPresent())
        .findFirst()
        .map(step -> "step " + step.name() + " has a profile, which says rate and length");
  }

  /** Each group has its own threads and rate. */
  private static Optional<String> withGroups(Key<?> key, String value, List<Step.Work> main) {
    return main.stream()
        .filter(step -> key != StepKeys.UNTIL && !step.groups().get(0).name().isEmpty())
        .findFirst()
        .map(
            step ->
                "step "
                    + step.name()
                    + " has groups of threads"
                    + instead(
                        step.groups().stream()
                            .map(group -> assignment(step.name() + "." + group.name(), key, value))
                            .collect(Collectors.joining(" or -s "))));
  }

  private static Optional<String> different(Key<?> key, String value, List<Step.Work> main) {
    if (main.stream().map(step -> value(key, step)).distinct().count() == 1) {
      return Optional.empty();
    }
    return Optional.of(
        main.stream().map(Step::name).collect(Collectors.joining(", "))
            + " have different "
            + key.name()
            + instead(
                main.stream()
                    .map(step -> assignment(step.name(), key, value))
                    .collect(Collectors.joining(" or -s "))));
  }

  private static Object value(Key<?> key, Step.Work step) {
    return key == StepKeys.UNTIL
        ? List.of(step.untilNanos(), step.rateGoal())
        : key == StepKeys.RATE ? step.groups().get(0).rate() : step.groups().get(0).threads();
  }

  private static Optional<String> givenTwice(
      Key<?> key, List<Step.Work> main, List<String> overrides) {
    List<String> given =
        overrides.stream().map(override -> override.replaceAll("\\s*=.*", "").strip()).toList();
    return main.stream()
        .flatMap(step -> Stream.concat(Stream.of(step.name(), step.kind()), step.like().stream()))
        .map(name -> key.under(name).name())
        .filter(given::contains)
        .findFirst()
        .map(name -> "-s sets " + name + " as well; give one of them");
  }
}
