package io.ibench.merge;

import io.ibench.measure.PeriodIntervals;
import io.ibench.merge.AgentFolder.StepTime;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.JsonFile;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.InsertRates;
import io.ibench.report.store.RunReport.Outcome;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportBuilder;
import io.ibench.report.store.RunReportRunBuilder;
import io.ibench.report.store.StoredAgent;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.store.WaitCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Merges the result folders of a run's agents into one, which every command reads as that of a run
 * of one process. The agents' folders are not changed. Memory: the intervals of the longest step,
 * and the histograms of a minute, a report period and a step; it does not grow with the number of
 * agents but for some kilobytes for each. Not thread-safe.
 */
public final class AgentMerge {

  /** Files that the first agent alone has written. */
  private static final List<String> OF_SERVER = List.of("server_counters.csv", WaitCsv.NAME);

  private final List<AgentFolder> folders;
  private final List<String> mistakes = new ArrayList<>();
  private final Map<StepKey, StepSum> steps = new LinkedHashMap<>();
  private final List<StoredAgent> agents = new ArrayList<>();
  private final Set<RunState> states = new LinkedHashSet<>();

  /** When an agent that was lost wrote its last row, by its own clock. */
  private final Map<Integer, Long> lastSeen = new TreeMap<>();

  private @Nullable RunReport first;

  private AgentMerge(List<AgentFolder> folders) {
    this.folders = folders;
  }

  /**
   * Merges folders.
   *
   * @param to made by this method; nothing is left of it after an exception
   * @return the summary of all
   * @throws MergeException for all mistakes
   * @throws IOException when files cannot be read or written
   */
  public static RunReport merge(Collection<Path> paths, Path to)
      throws MergeException, IOException {
    AgentMerge merge = new AgentMerge(AgentFolders.read(paths, to));
    NewFolder folder = NewFolder.create(to);
    boolean done = false;
    try {
      RunReport report = merge.write(folder.path());
      done = true;
      return report;
    } finally {
      if (!done) {
        folder.remove();
      }
    }
  }

  private RunReport write(Path to) throws MergeException, IOException {
    for (AgentFolder folder : folders) {
      add(folder);
    }
    requireNoMistakes();
    addLost();
    List<StepSum> sums = List.copyOf(steps.values());
    RunFile file = RunFile.read(folders.get(0).path());
    try (MinuteFiles minutes =
        new MinuteFiles(
            to,
            Objects.requireNonNull(first).version(),
            first.started().toEpochMilli(),
            sums,
            operations(file))) {
      minutes.merge(folders, mistakes);
    }
    requireNoMistakes();
    IntervalFile.write(to, folders.get(0), sums);
    for (String name : OF_SERVER) {
      Path one = folders.get(0).path().resolve(name);
      if (Files.isRegularFile(one)) {
        Files.copy(one, to.resolve(name));
      }
    }
    RunReport report = report(sums.stream().map(StepSum::sum).toList());
    JsonFile.replace(to.resolve("run.json"), file);
    JsonFile.replace(to.resolve("summary.json"), report);
    return report;
  }

  private void requireNoMistakes() throws MergeException {
    if (!mistakes.isEmpty()) {
      throw new MergeException(List.copyOf(new LinkedHashSet<>(mistakes)));
    }
  }

  /** In the order of their numbers, and those that only a summary names. */
  private Set<String> operations(RunFile file) {
    Set<String> names = new LinkedHashSet<>(file.operations());
    steps.values().forEach(step -> names.addAll(step.operations()));
    return names;
  }

  private void add(AgentFolder folder) throws IOException {
    RunReport report;
    try {
      report = ResultReader.read(folder.path());
    } catch (UnreadableResultException e) {
      mistakes.add(e.getMessage());
      return;
    }
    report.damage().forEach(line -> mistakes.add(folder.path() + " is damaged: " + line));
    first = first == null ? report : first;
    states.add(report.state());
    for (Step step : report.steps()) {
      StepTime time = folder.steps().get(StepKey.of(step));
      if (time != null) {
        steps.computeIfAbsent(
            StepKey.of(step), key -> new StepSum(folder.rank(), step, time, folders.size()));
      }
    }
    Map<StepKey, IntervalFile.Own> counted = IntervalFile.add(folder, steps, mistakes);
    List<StoredAgent.Share> shares = new ArrayList<>();
    for (Step step : report.steps()) {
      StepKey key = StepKey.of(step);
      IntervalFile.Own own = counted.get(key);
      if (folder.steps().containsKey(key)) {
        requireAllRows(folder, step, own);
        Objects.requireNonNull(steps.get(key))
            .add(folder, step, folder.steps().get(key), intervals(step, own));
      } else {
        lastSeen.put(folder.rank(), own == null ? 0 : own.lastMillis());
      }
      shares.add(Shares.of(step));
    }
    agents.add(new StoredAgent(folder.rank(), folder.agent().host(), report.id(), shares));
  }

  private static PeriodIntervals intervals(Step step, IntervalFile.@Nullable Own own) {
    Number length = step.whole().figures().numbers().getOrDefault("rate_interval_s", 1);
    return own == null
        ? PeriodIntervals.none(Math.round(length.doubleValue() * 1e9))
        : own.counted().build();
  }

  private void requireAllRows(AgentFolder folder, Step step, IntervalFile.@Nullable Own own) {
    Number planned = step.whole().figures().numbers().get("intervals");
    long found = own == null ? 0 : own.counted().count();
    if (planned != null && planned.longValue() != found) {
      mistakes.add(
          String.format(
              Locale.ROOT,
              "%s has %,d of the %,d intervals of step %s: it is damaged",
              folder.path().resolve(AgentFolder.INTERVALS),
              found,
              planned.longValue(),
              step.title()));
    }
  }

  /** Names the agents that did not end a step of workers. */
  private void addLost() {
    for (StepSum step : steps.values()) {
      for (AgentFolder folder : folders) {
        if (!step.isAction() && !folder.steps().containsKey(step.key)) {
          long seen = lastSeen.getOrDefault(folder.rank(), 0L);
          String since = seen == 0 ? "" : ", last seen at " + Instant.ofEpochMilli(seen);
          step.addLost(
              "agent "
                  + folder.rank()
                  + " of "
                  + folders.size()
                  + " ("
                  + folder.agent().host()
                  + ")",
              since);
        }
      }
    }
  }

  private RunReport report(List<Step> sums) {
    boolean alone = folders.size() == 1;
    Map<String, String> absent = new TreeMap<>(Objects.requireNonNull(first).absent());
    if (!alone && first.rateRows() > 0) {
      absent.put("row_rates", "not known of several agents together");
    }
    if (!alone && !first.expectations().isEmpty()) {
      absent.put("expectations", "judged by each agent for itself");
    }
    RunVerdict verdict = RunVerdict.of(first, sums);
    return RunReportBuilder.builder(first)
        .run(
            RunReportRunBuilder.builder(first.run())
                .id(alone ? first.id() : folders.get(0).agent().name())
                .state(state(sums))
                .absent(absent)
                .build())
        .steps(sums)
        .rates(alone ? first.rates() : InsertRates.NONE)
        .outcome(
            new Outcome(
                verdict.verdict(), verdict.reasons(), alone ? first.expectations() : List.of()))
        .agents(agents)
        .damage(List.of())
        .inProgress(Optional.empty())
        .build();
  }

  /** An agent that was killed makes the run a failed one. */
  private RunState state(List<Step> sums) {
    boolean failed = sums.stream().anyMatch(step -> step.state() == RunState.FAILED);
    if (states.equals(Set.of(RunState.RUNNING))) {
      return RunState.RUNNING;
    }
    return failed || states.contains(RunState.FAILED) || states.contains(RunState.RUNNING)
        ? RunState.FAILED
        : states.contains(RunState.INTERRUPTED) ? RunState.INTERRUPTED : RunState.DONE;
  }
}
