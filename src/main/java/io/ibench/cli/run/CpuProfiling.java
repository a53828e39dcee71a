package io.ibench.cli.run;

import io.ibench.cli.setup.CpuProfileKeys;
import io.ibench.cli.setup.FetchedLibrary;
import io.ibench.duet.PairedPlan;
import io.ibench.engine.RunControl;
import io.ibench.engine.StepSequel;
import io.ibench.host.HostMetric;
import io.ibench.host.ProcessCosts;
import io.ibench.host.ServerPlace;
import io.ibench.measure.Clock;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.Stall;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepSoFar;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.FigureMap;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.JsonFile;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.store.StoredCpuProfiles.Sampling;
import io.ibench.report.store.StoredCpuProfiles.Whose;
import io.ibench.report.store.StoredCpuProfiles.Work;
import io.ibench.report.store.WriteFailure;
import io.ibench.report.text.AlikeTexts;
import io.ibench.sampling.AsyncProfiler;
import io.ibench.sampling.CallTree;
import io.ibench.sampling.CpuSampler;
import io.ibench.sampling.CpuSamples;
import io.ibench.sampling.EventRates;
import io.ibench.sampling.Frame;
import io.ibench.sampling.HardwareCounters;
import io.ibench.sampling.JvmSampler;
import io.ibench.sampling.PerfSampler;
import io.ibench.sampling.PprofFile;
import io.ibench.sampling.SamplerException;
import io.ibench.sampling.SamplesReader.Span;
import io.ibench.sampling.SamplingBudget;
import io.ibench.sampling.WaitSampling;
import io.ibench.workload.Profile;
import io.ibench.workload.Step;
import io.ibench.workload.StepKind;
import io.ibench.workload.TableUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Samples the CPU of the server, and of ibench, in main steps: in one more repeat that no listener
 * hears of, or in the steps themselves. Never ends a run: what it cannot do it says in a line.
 * Confined to the engine's thread.
 */
final class CpuProfiling {

  private static final String FOLDER = "cpu";

  /** Gives thousands of samples; a repeat of hours is not done once more. */
  private static final long MOST_EXTRA_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Of a step whose time does not end it. */
  private static final double UNKNOWN_SECONDS = 600;

  private static final int MAX_STATES = 20;
  private static final double SECOND_NANOS = 1e9;
  private static final double MICROS = 1e6;

  private final CpuProfileKeys keys;
  private final ReadyRun run;
  private final RunControl control;
  private final Clock clock = Clock.system();
  private final Consumer<String> say;
  private final List<StoredCpuProfiles.Profile> profiles = new ArrayList<>();
  private final SamplingBudget budget = new SamplingBudget();

  /** Repeats that have ended in the step under way. */
  private final List<StepResult> ended = new ArrayList<>();

  private final List<Subject> subjects = new ArrayList<>();
  private boolean extra;

  /** Of what no listener hears: 0 for the one more repeat, else the number of a duet's block. */
  private long extraNumber;

  private @Nullable HardwareCounters counters;
  private @Nullable WaitSampling waits;
  private @Nullable AsyncProfiler profiler;

  /** Whose CPU is sampled in the step under way, or why it is not. */
  private static final class Subject {
    private final Whose whose;
    private @Nullable CpuSampler sampler;
    private String failure = "";

    Subject(Whose whose) {
      this.whose = whose;
    }
  }

  /**
   * @param say tells the user what goes on
   */
  CpuProfiling(ReadyRun run, RunControl control, Consumer<String> say) {
    this.keys = run.setup().cpuProfile();
    this.run = run;
    this.control = control;
    this.say = say;
    if (keys.isOn()) {
      StoredCpuProfiles.read(run.folder()).ifPresent(old -> profiles.addAll(old.profiles()));
      profiles.forEach(old -> budget.add(bytes(old)));
    }
  }

  /** Whether the step under way is the one more repeat. */
  boolean isExtra() {
    return extra;
  }

  /** Passes on what a listener is to hear: nothing of the one more repeat. */
  RunListener heardBy(RunListener listener) {
    if (!keys.isOn()) {
      return listener;
    }
    return new RunListener() {
      @Override
      public void serverAwaited(String step, String why) {
        listener.serverAwaited(step, why);
      }

      @Override
      public void stepStarted(StepStart step) {
        if (!extra) {
          listener.stepStarted(step);
        }
      }

      @Override
      public void interval(StepStart step, Snapshot snapshot) {
        if (!extra) {
          listener.interval(step, snapshot);
        }
      }

      @Override
      public void counted(StepStart step, StepSoFar soFar, boolean last) {
        if (!extra) {
          listener.counted(step, soFar, last);
        }
      }

      @Override
      public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {
        if (!extra) {
          listener.periodEnded(step, period, soFar);
        }
      }

      @Override
      public void stallBegan(StepStart step, Stall soFar) {
        if (!extra) {
          listener.stallBegan(step, soFar);
        }
      }

      @Override
      public void stepEnded(StepResult result) {
        ended.add(result);
        if (!extra) {
          listener.stepEnded(result);
        }
      }
    };
  }

  /** Before a step begins. */
  void before(Step step) throws InterruptedException {
    ended.clear();
    if (isWhole(step)) {
      begin((Step.Work) step);
    }
  }

  /** After a step has ended. */
  void after(Step step) throws InterruptedException {
    if (isWhole(step)) {
      end(step.name(), OptionalDouble.empty());
    }
  }

  /** Adds the one more repeat after the steps that have one. */
  StepSequel and(StepSequel others) {
    return (step, results, more) -> {
      others.after(step, results, next -> run(next, more));
      if (hasExtra(step) && !results.isEmpty()) {
        runExtra((Step.Work) step, results.get(results.size() - 1), more);
      }
    };
  }

  /** Samples a duet's block that is for this; runs others as they are. */
  private List<StepResult> run(Step step, StepSequel.More more) throws InterruptedException {
    if (!keys.isOn() || !PairedPlan.isSampled(step)) {
      return more.run(step);
    }
    ended.clear();
    extra = true;
    extraNumber = PairedPlan.number(step).orElseThrow();
    try {
      begin((Step.Work) step);
      return more.run(step);
    } finally {
      end(step.like().orElseThrow(), OptionalDouble.empty());
      extra = false;
    }
  }

  private boolean isSampled(Step step) {
    return keys.isOn()
        && budget.hasRoom()
        && run.leads()
        && !(run.setup().plan() instanceof PairedPlan)
        && step instanceof Step.Work work
        && (work.use() == TableUse.READS || work.use() == TableUse.WRITES)
        && !work.kind().equals(StepKind.WARMUP)
        && work.profile().filter(Profile::trial).isEmpty();
  }

  private boolean hasExtra(Step step) {
    return isSampled(step)
        && run.agents().isEmpty()
        && keys.repeats() == CpuProfileKeys.Repeats.EXTRA
        && run.setup().plan().onlyReads(step)
        && ((Step.Work) step).profile().isEmpty();
  }

  private boolean isWhole(Step step) {
    return !extra && isSampled(step) && !hasExtra(step);
  }

  private void runExtra(Step.Work step, StepResult last, StepSequel.More more)
      throws InterruptedException {
    long nanos = Math.min(step.untilNanos().orElse(MOST_EXTRA_NANOS), MOST_EXTRA_NANOS);
    Step.Work once = step.once(nanos);
    ended.clear();
    extra = true;
    extraNumber = 0;
    try {
      begin(once);
      if (waits != null || subjects.stream().anyMatch(each -> each.sampler != null)) {
        say.accept(
            String.format(
                Locale.ROOT,
                "ibench: %s: %.0f s more for the CPU profile, which enter no figure",
                step.name(),
                nanos / SECOND_NANOS));
        more.run(once);
      }
    } finally {
      end(step.name(), OptionalDouble.of(rate(last)));
      extra = false;
    }
  }

  private void begin(Step.Work step) throws InterruptedException {
    waits = WaitSampling.begin(run.database(), seconds(step), clock);
    subjects.clear();
    subjects.add(new Subject(isEmbedded() ? Whose.INSIDE : Whose.SERVER));
    if (keys.client() && !isEmbedded()) {
      subjects.add(new Subject(Whose.CLIENT));
    }
    for (Subject each : subjects) {
      try {
        Path folder = run.folder().resolve(FOLDER);
        Files.createDirectories(folder);
        each.sampler = each.whose == Whose.SERVER ? ofServer(folder, step) : ofIbench(folder, step);
      } catch (SamplerException e) {
        each.failure = String.valueOf(e.getMessage());
      } catch (IOException e) {
        each.failure = FOLDER + ": " + WriteFailure.reason(e);
      }
    }
  }

  private boolean isEmbedded() {
    return run.info().serverPlace() == ServerPlace.EMBEDDED;
  }

  private CpuSampler ofServer(Path folder, Step.Work step)
      throws SamplerException, InterruptedException {
    OptionalLong pid = run.probes().serverPid().get();
    if (pid.isEmpty()) {
      throw new SamplerException(
          run.info().serverPlace() == ServerPlace.OTHER_MACHINE
              ? "the server is on another machine; run perf there"
              : "the server's process is not known");
    }
    Set<Long> processes = new LinkedHashSet<>(ProcessCosts.descendants(pid.getAsLong()));
    processes.add(pid.getAsLong());
    PerfSampler sampler =
        PerfSampler.begin(folder, processes, periodNanos(step), control::isStopped);
    if (extra) {
      counters =
          HardwareCounters.begin(folder, processes, seconds(step), clock, control::isStopped);
    }
    return sampler;
  }

  private CpuSampler ofIbench(Path folder, Step.Work step) throws SamplerException {
    if (extra && extraNumber > 0) {
      throw new SamplerException(
          "a duet samples servers only; each side in a run of its own has a profile of ibench");
    }
    return JvmSampler.begin(profiler(), folder, periodNanos(step));
  }

  /** Loaded before the first step that needs it: what is measured before does not know it. */
  private AsyncProfiler profiler() throws SamplerException {
    if (profiler == null) {
      ClassLoader classes = run.setup().classes();
      profiler = AsyncProfiler.load(classes, FetchedLibrary.ASYNC_PROFILER.whyNone(classes));
    }
    return profiler;
  }

  private long periodNanos(Step.Work step) {
    int cpus = Runtime.getRuntime().availableProcessors();
    return SamplingBudget.periodNanos(keys.hz(), seconds(step), step.repeat(), cpus);
  }

  private double seconds(Step.Work step) {
    if (PairedPlan.isSampled(step)) {
      return keys.blockNanos() / SECOND_NANOS;
    }
    OptionalLong length = step.lengthNanos();
    return length.isPresent() ? length.getAsLong() / SECOND_NANOS : UNKNOWN_SECONDS;
  }

  private void end(String step, OptionalDouble without) throws InterruptedException {
    WaitSampling looks = waits;
    HardwareCounters counted = counters;
    waits = null;
    counters = null;
    if (looks != null) {
      looks.end();
    }
    if (counted != null) {
      counted.end();
    }
    for (Subject subject : subjects) {
      List<StoredCpuProfiles.Profile> made = made(step, subject, without);
      sayMissing(step, subject.whose, made);
      boolean isClient = subject.whose == Whose.CLIENT;
      for (int i = 0; i < made.size(); i++) {
        StoredCpuProfiles.Profile profile = made.get(i);
        if (looks != null && !isClient && ended.size() > i) {
          profile = with(profile, looks, ended.get(i));
        }
        if (counted != null && !isClient && ended.size() > i) {
          profile = profile.with(counters(counted, ended.get(i)));
        }
        profiles.add(profile);
      }
    }
    if (counted != null) {
      counted.close();
    }
    subjects.clear();
    write();
    if (!budget.hasRoom()) {
      say.accept("ibench: no more CPU profiles are kept: the run has " + budget.text());
    }
  }

  /** One profile, or one of each repeat that has ended. */
  private List<StoredCpuProfiles.Profile> made(String step, Subject subject, OptionalDouble without)
      throws InterruptedException {
    CpuSampler own = subject.sampler;
    String failure = subject.failure;
    if (own != null) {
      try (own) {
        return sampled(step, subject.whose, own, without);
      } catch (SamplerException e) {
        failure = String.valueOf(e.getMessage());
      } catch (IOException e) {
        failure = FOLDER + ": " + WriteFailure.reason(e);
      }
    }
    budget.add(0);
    return List.of(StoredCpuProfiles.Profile.none(step, repeat(0), subject.whose, failure));
  }

  /** The profile of each repeat that has ended. */
  private List<StoredCpuProfiles.Profile> sampled(
      String step, Whose whose, CpuSampler own, OptionalDouble without)
      throws SamplerException, IOException, InterruptedException {
    if (control.isInterrupted() || ended.isEmpty()) {
      throw new SamplerException("the run ended before the step did");
    }
    StepResult last = ended.get(ended.size() - 1);
    if (extra && !last.succeeded()) {
      throw new SamplerException("the step failed: " + last.failure().orElse("no reason is known"));
    }
    own.end();
    List<Span> spans =
        ended.stream()
            .map(each -> new Span(each.whole().startNanos(), each.whole().endNanos()))
            .toList();
    List<CpuSamples> samples = own.read(spans);
    List<StoredCpuProfiles.Profile> made = new ArrayList<>();
    for (int i = 0; i < samples.size() && budget.hasRoom(); i++) {
      made.add(profile(step, whose, i, samples.get(i), without));
    }
    return made;
  }

  private StoredCpuProfiles.Profile with(
      StoredCpuProfiles.Profile profile, WaitSampling looks, StepResult result) {
    WaitSampling.Seen seen = looks.seen(result.whole().startNanos(), result.whole().endNanos());
    if (seen.looks() == 0) {
      return profile;
    }
    double rate = rate(result);
    return profile.with(
        new StoredCpuProfiles.Waits(
            seen.looks(),
            seen.sessions().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(MAX_STATES)
                .map(
                    each ->
                        new StoredCpuProfiles.State(
                            each.getKey(),
                            each.getValue(),
                            rate > 0
                                ? Optional.of(each.getValue() * MICROS / rate)
                                : Optional.empty()))
                .toList()));
  }

  private StoredCpuProfiles.Counters counters(HardwareCounters counted, StepResult result) {
    PeriodResult whole = result.whole();
    EventRates rates = counted.in(new Span(whole.startNanos(), whole.endNanos()));
    double rate = rate(result);
    Function<String, Optional<Double>> each =
        event ->
            Optional.ofNullable(rates.perSecond().get(event))
                .map(found -> found / rate)
                .filter(Double::isFinite);
    return new StoredCpuProfiles.Counters(
        unit(result),
        each.apply(HardwareCounters.CYCLES),
        each.apply(HardwareCounters.INSTRUCTIONS),
        each.apply(HardwareCounters.CACHE_MISSES),
        each.apply(HardwareCounters.BRANCH_MISSES),
        each.apply(HardwareCounters.CONTEXT_SWITCHES),
        rates.note());
  }

  private static String unit(StepResult result) {
    return result.step().unit() == StepStart.Unit.ROWS ? "row" : "q";
  }

  /** Of the n-th result. */
  private long repeat(int n) {
    if (extra) {
      return extraNumber;
    }
    return ended.size() <= n ? 0 : ended.get(n).step().repeat();
  }

  /** One line for reasons that differ only in their numbers, however many repeats there are. */
  private void sayMissing(String step, Whose whose, List<StoredCpuProfiles.Profile> made) {
    made.stream()
        .flatMap(profile -> profile.none().stream())
        .collect(
            Collectors.groupingBy(AlikeTexts::pattern, LinkedHashMap::new, Collectors.toList()))
        .values()
        .forEach(
            why ->
                say.accept(
                    "ibench: no CPU profile of "
                        + (whose == Whose.CLIENT ? "ibench in " : "")
                        + step
                        + (made.size() == 1
                            ? ""
                            : " in " + why.size() + " of " + made.size() + " repeats")
                        + ": "
                        + AlikeTexts.merged(why)));
  }

  /** 0 for one without a file. */
  private long bytes(StoredCpuProfiles.Profile profile) {
    return profile.file().map(name -> run.folder().resolve(name).toFile().length()).orElse(0L);
  }

  private void write() {
    try {
      JsonFile.replace(
          run.folder().resolve(StoredCpuProfiles.NAME), new StoredCpuProfiles(profiles));
    } catch (UncheckedIOException e) {
      say.accept("ibench: " + StoredCpuProfiles.NAME + ": " + e.getMessage());
    }
  }

  private StoredCpuProfiles.Profile profile(
      String step, Whose whose, int n, CpuSamples samples, OptionalDouble without)
      throws IOException {
    StepResult result = ended.get(n);
    RunInfo info = run.info();
    Figures figures = FigureMap.of(result, result.whole(), info);
    boolean server = whose == Whose.SERVER;
    double micros = figures.value(server ? Figure.SERVER_US_PQ : Figure.CLIENT_US_PQ);
    double seconds = result.whole().seconds();
    double rate = rate(result);
    double coverage =
        samples.nanos()
            / cpuNanos(
                result.whole(), server ? HostMetric.SERVER_CPU_NANOS : HostMetric.CLIENT_CPU_NANOS);
    long repeat = repeat(n);
    boolean known = Double.isFinite(micros) && rate > 0;
    Optional<String> none = known ? untrusted(whose, samples, coverage) : unknown(whose, rate);
    Optional<Work> work =
        known
            ? Optional.of(
                new Work(
                    unit(result),
                    seconds,
                    rate,
                    without.isPresent() ? Optional.of(without.getAsDouble()) : Optional.empty(),
                    micros))
            : Optional.empty();
    double all = Math.max(1, samples.samples());
    Sampling sampling =
        new Sampling(
            SECOND_NANOS / samples.periodNanos(),
            samples.how(),
            samples.samples(),
            Double.isFinite(coverage) ? coverage : 0,
            samples.lost(),
            samples.rooted() / all,
            samples.named() / all,
            samples.buildIds());
    Optional<String> file = Optional.empty();
    List<StoredCpuProfiles.Function> functions = List.of();
    long bytes = 0;
    if (none.isEmpty()) {
      String name = FOLDER + "/" + fileName(step, n, repeat, whose);
      List<String> comments =
          List.of(
              String.format(Locale.ROOT, "operations: %.0f", rate * seconds),
              String.format(Locale.ROOT, "seconds: %.3f", seconds),
              String.format(
                  Locale.ROOT, "CPU of %s for each operation: %.3f us", whose.text(), micros));
      bytes =
          PprofFile.write(
              run.folder().resolve(name),
              samples,
              new PprofFile.About(
                  result.whole().startEpochMillis(), result.whole().nanos(), comments));
      file = Optional.of(name);
      if (budget.hasRoomForFunctions()) {
        functions = functions(samples.tree(), micros);
      }
    }
    budget.add(bytes);
    return new StoredCpuProfiles.Profile(
        step,
        repeat,
        Optional.of(whose),
        none,
        file,
        work,
        Optional.of(sampling),
        functions,
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<String> unknown(Whose whose, double rate) {
    String why = rate > 0 ? "" : ": no operation has ended";
    return Optional.of("the CPU of " + whose.text() + " for each operation is not known" + why);
  }

  private String fileName(String step, int n, long repeat, Whose whose) {
    return String.format(
        Locale.ROOT,
        "%02d-%s%s-%s.pb.gz",
        profiles.size() + 1 + n,
        step,
        repeat == 0 ? "" : "-" + repeat,
        whose == Whose.SERVER ? "server" : "client");
  }

  private static Optional<String> untrusted(Whose whose, CpuSamples samples, double coverage) {
    if (samples.samples() < CpuSamples.MIN_SAMPLES) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "%d samples of %s, and fewer than %d say nothing of single functions; a"
                  + " longer step or more HZ have more",
              samples.samples(),
              whose.text(),
              CpuSamples.MIN_SAMPLES));
    }
    if (Double.isNaN(coverage)) {
      return Optional.of("the CPU of " + whose.text() + " for each operation is not known");
    }
    if (samples.isTrusted(coverage)) {
      return Optional.empty();
    }
    String blind =
        whose != Whose.SERVER || samples.seesKernel()
            ? ""
            : "; perf may not see what the kernel does for it; as root: sysctl"
                + " kernel.perf_event_paranoid=0, or start ibench with CAP_PERFMON";
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the samples stand for %.0f %% of the CPU that %s used%s",
            100 * coverage,
            whose.text(),
            blind));
  }

  /** Those that are among the first by their own CPU or with their callees. */
  private static List<StoredCpuProfiles.Function> functions(CallTree tree, double micros) {
    double each = micros / tree.samples();
    List<Map.Entry<Frame, CallTree.Counts>> all = new ArrayList<>(tree.functions().entrySet());
    Set<Map.Entry<Frame, CallTree.Counts>> chosen = new LinkedHashSet<>();
    Comparator<Map.Entry<Frame, CallTree.Counts>> bySelf =
        Comparator.comparingLong(entry -> -entry.getValue().self());
    Comparator<Map.Entry<Frame, CallTree.Counts>> byAll =
        Comparator.comparingLong(entry -> -entry.getValue().all());
    for (Comparator<Map.Entry<Frame, CallTree.Counts>> order : List.of(bySelf, byAll)) {
      all.sort(order);
      all.stream().limit(StoredCpuProfiles.MAX_FUNCTIONS / 2).forEach(chosen::add);
    }
    return chosen.stream()
        .sorted(bySelf)
        .map(
            entry ->
                new StoredCpuProfiles.Function(
                    entry.getKey().text(),
                    entry.getValue().self() * each,
                    entry.getValue().all() * each,
                    entry.getValue().self()))
        .toList();
  }

  /** CPU that was used, by /proc; NaN if it is unknown. */
  private static double cpuNanos(PeriodResult whole, HostMetric of) {
    Long from = whole.start().values().get(of.key());
    Long to = whole.end().values().get(of.key());
    return from == null || to == null ? Double.NaN : to - from;
  }

  /** Queries or rows for each second. */
  private double rate(StepResult result) {
    PeriodResult whole = result.whole();
    double count =
        result.step().unit() == StepStart.Unit.ROWS
            ? whole.rows()
            : whole.queries(run.info().roles());
    return count / whole.seconds();
  }
}
