package io.ibench.cli.run;

import io.ibench.cli.ground.JsonText;
import io.ibench.engine.RunControl;
import io.ibench.engine.StepSequel;
import io.ibench.host.ServerPlace;
import io.ibench.max.Cause;
import io.ibench.max.HighestRate;
import io.ibench.max.Limit;
import io.ibench.max.Measured;
import io.ibench.max.RateSearch;
import io.ibench.max.Responses;
import io.ibench.max.Trial;
import io.ibench.measure.OperationStats;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.StoredSearch;
import io.ibench.report.store.WriteFailure;
import io.ibench.verdict.ClientCause;
import io.ibench.workload.Pacing;
import io.ibench.workload.Profile;
import io.ibench.workload.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The trials of a search for the highest rate: paced steps of one run. Confined to the engine's
 * thread, except that the result may be read after the run.
 */
final class RateTrials implements RunSequel, RunListener, RateSearch.Trials, StepSequel {

  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long SETTLING_NANOS = 10 * SECOND_NANOS;
  private static final int MEASURED_SEGMENT = 2;
  private static final long SCALE = 1000;

  private final RateSearch.Settings settings;
  private final String stepName;
  private final OptionalInt operation;
  private final List<Step.Work> templates;
  private final Optional<String> restore;
  private final RunTerminal terminal;

  @SuppressWarnings("NullAway.Init") // begin() comes first
  private RunControl control;

  @SuppressWarnings("NullAway.Init") // as control
  private Hooks hooks;

  @SuppressWarnings("NullAway.Init") // as control
  private ResultFolder files;

  @SuppressWarnings("NullAway.Init") // as control
  private Path folder;

  @SuppressWarnings("NullAway.Init") // as control
  private ServerPlace place;

  private List<Role> roles = List.of();

  @SuppressWarnings("NullAway.Init") // as control
  private Role role;

  @SuppressWarnings("NullAway.Init") // as control
  private More more;

  private Optional<Cause> capacityCause = Optional.empty();
  private double capacity;
  private final Responses responses = new Responses();
  private Optional<HighestRate> found = Optional.empty();

  /**
   * The trials of a search.
   *
   * @param stepName the step, which runs unpaced before the first trial
   * @param operation the one that the limits are about; empty: all that the step's rate counts
   * @param templates the steps that become trials
   * @param restore the user's command before each trial
   */
  RateTrials(
      RateSearch.Settings settings,
      String stepName,
      OptionalInt operation,
      List<Step.Work> templates,
      Optional<String> restore,
      RunTerminal terminal) {
    this.settings = settings;
    this.stepName = stepName;
    this.operation = operation;
    this.templates = templates;
    this.restore = restore;
    this.terminal = terminal;
  }

  /** The result; empty if the search did not begin. */
  Optional<HighestRate> found() {
    return found;
  }

  @Override
  public RunListener listener() {
    return this;
  }

  @Override
  public StepSequel begin(ReadyRun run, RunControl ending, Hooks commands, ResultFolder results) {
    control = ending;
    hooks = commands;
    files = results;
    folder = run.folder();
    place = run.info().serverPlace();
    roles = run.info().roles();
    role = templates.get(0).groups().get(0).role();
    return this;
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    if (step.purpose() != StepPurpose.TRIAL || step.repeat() != MEASURED_SEGMENT) {
      return;
    }
    List<OperationStats> operations = snapshot.operations();
    for (int i = 0; i < operations.size(); i++) {
      if (operation.isPresent() ? operation.getAsInt() == i : roles.get(i) == role) {
        responses.add(operations.get(i));
      }
    }
  }

  @Override
  public void after(Step step, List<StepResult> results, More further) throws InterruptedException {
    if (!step.name().equals(stepName)) {
      return;
    }
    more = further;
    PeriodResult whole = results.get(results.size() - 1).whole();
    capacity = succeeded(whole) / whole.seconds();
    capacityCause = cause(results.get(results.size() - 1));
    if (capacity <= 0) {
      control.fail("no operation of step " + stepName + " succeeds, so there is nothing to search");
      return;
    }
    terminal.say(format("max: %,.0f/s without pacing", capacity));
    HighestRate rate = new RateSearch(settings, this).search(capacity);
    found = Optional.of(rate);
    files.addFact("highest rate: " + rate.sentence());
    rate.remarks().forEach(files::addFact);
    if (rate.end() == HighestRate.End.NOT_RECOVERED) {
      files.degrade("max: after a failure the database does not recover");
    }
    write(rate);
  }

  private long succeeded(PeriodResult whole) {
    return whole.operations().stream()
        .filter(each -> roles.get(each.operation()) == role)
        .mapToLong(OperationSummary::count)
        .sum();
  }

  @Override
  public Optional<Measured> run(int number, double rate, double seconds)
      throws InterruptedException {
    if (number > templates.size()) {
      terminal.say("max: more than " + templates.size() + " trials, which decide nothing");
      return Optional.empty();
    }
    Step.Work trial = trial(templates.get(number - 1), rate, seconds);
    if (restore.isPresent()) {
      Optional<String> failure = hooks.restore(restore.get(), trial);
      failure.ifPresent(control::fail);
    }
    responses.reset();
    List<StepResult> results = more.run(trial);
    if (results.size() < MEASURED_SEGMENT || results.stream().anyMatch(each -> !each.succeeded())) {
      return Optional.empty();
    }
    StepResult measured = results.get(MEASURED_SEGMENT - 1);
    PeriodResult whole = measured.whole();
    return Optional.of(
        new Measured(
            whole.seconds(),
            succeeded(whole),
            whole.failures(),
            whole.unstarted(),
            responses,
            cause(measured).or(() -> capacityCause.filter(any -> isNear(rate)))));
  }

  private Optional<Cause> cause(StepResult step) {
    return ClientCause.of(step, place).map(each -> new Cause(each.byOthers(), each.text()));
  }

  /** Near the capacity what limits the capacity limits a trial. */
  private boolean isNear(double rate) {
    return rate >= capacity / 2;
  }

  private static Step.Work trial(Step.Work like, double rate, double seconds) {
    long count = Math.max(1, Math.round(rate * SCALE));
    Step.Group group = like.groups().get(0);
    Profile profile =
        Profile.trial(
            SECOND_NANOS * SCALE, count, SETTLING_NANOS, Math.round(seconds * SECOND_NANOS));
    Step.Group paced = group.paced(profile.meanRate(), Pacing.POISSON);
    return new Step.Work(
        like.name(),
        like.kind(),
        like.like(),
        like.use(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        profile.segments().size(),
        OptionalLong.empty(),
        like.countsRows(),
        List.of(paced),
        Optional.of(profile));
  }

  @Override
  public void judged(Trial trial) {
    String why = trial.reasons().isEmpty() ? "" : ": " + String.join("; ", trial.reasons());
    String line =
        format(
            "trial %d, %s: %,.0f/s %s%s",
            trial.number(),
            trial.purpose().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            trial.rate(),
            trial.outcome().name().toLowerCase(Locale.ROOT).replace("open", "is open"),
            why);
    terminal.say("max: " + line);
    files.addFact(line);
  }

  private void write(HighestRate rate) {
    try {
      Files.writeString(
          folder.resolve(StoredSearch.NAME), json(rate) + "\n", StandardCharsets.UTF_8);
    } catch (IOException e) {
      control.fail(StoredSearch.NAME + ": " + WriteFailure.reason(e));
    }
  }

  /** The result for programs. */
  String json(HighestRate rate) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("answer", rate.sentence());
    all.put("end", rate.end().name().toLowerCase(Locale.ROOT));
    all.put("passes_ps", orNull(rate.passes()));
    all.put("fails_ps", orNull(rate.fails()));
    all.put("confidence", rate.confidence());
    all.put("step", stepName);
    Map<String, Object> limits = new LinkedHashMap<>();
    for (Limit limit : settings.limits()) {
      limits.put(limit.name() + "_us", limit.nanos() / 1e3);
    }
    all.put("limits", limits);
    all.put("capacity_ps", capacity);
    all.put("remarks", rate.remarks());
    all.put("trials", rate.trials().stream().map(RateTrials::json).toList());
    return JsonText.of(all);
  }

  private static Map<String, Object> json(Trial trial) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("number", trial.number());
    entry.put("purpose", trial.purpose().name().toLowerCase(Locale.ROOT));
    entry.put("target_ps", trial.rate());
    entry.put("actual_ps", trial.reached());
    entry.put("seconds", trial.seconds());
    entry.put("outcome", trial.outcome().name().toLowerCase(Locale.ROOT));
    entry.put("operations", trial.operations());
    entry.put("p50_us", trial.p50Nanos() / 1e3);
    entry.put("p99_us", trial.p99Nanos() / 1e3);
    entry.put("p999_us", trial.p999Nanos() / 1e3);
    entry.put("reasons", trial.reasons());
    entry.put("client", trial.clientCause().map(Cause::text).orElse(null));
    return entry;
  }

  private static @Nullable Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
