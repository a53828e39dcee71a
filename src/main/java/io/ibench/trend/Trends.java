package io.ibench.trend;

import io.ibench.trend.TrendRun.Head;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** All runs in some folders, by the work that they do. Not thread-safe. */
public final class Trends {

  /**
   * The work that runs have in common.
   *
   * @param shape the settings that shape its data
   * @param levels of the factors of a suite, but that of its order
   */
  private record Work(
      String workload, String product, Map<String, String> shape, Map<String, String> levels) {}

  /** What was read of the results in a folder, beside them. */
  public static final String INDEX = RunIndex.NAME;

  /** A run whose figures are not used. */
  public record LeftOut(Path folder, Instant started, String why) {}

  private final Order order;
  private final Map<Work, Job> jobs = new LinkedHashMap<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<String> tags = new TreeSet<>();
  private long runs;
  private Instant newest = Instant.EPOCH;
  private long unplaced;
  private long duets;
  private final List<Path> unreadable = new ArrayList<>();

  /** Of suites, the levels of each factor. */
  private final Map<String, Set<String>> factors = new TreeMap<>();

  private Trends(Order order) {
    this.order = order;
  }

  /**
   * Reads all result folders at and below these.
   *
   * @throws IOException if a folder cannot be read, or there is no result in it
   */
  public static Trends read(List<Path> folders, Order order) throws IOException {
    Trends trends = new Trends(order);
    Set<Path> seen = new HashSet<>();
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new IOException(
            folder + (Files.exists(folder) ? " is not a folder" : " does not exist"));
      }
      RunFolders found = RunFolders.below(folder);
      if (found.runs().isEmpty()) {
        throw new IOException(
            found.duets() > 0
                ? folder
                    + " has only duets, which compare their two sides themselves: ibench report"
                : folder + " has no result of a run, also not in its folders");
      }
      Set<Path> fresh = new HashSet<>();
      for (Path run : found.runs()) {
        if (seen.add(run.toRealPath())) {
          fresh.add(run);
        }
      }
      trends.duets += found.duets();
      trends.unreadable.addAll(found.unreadable());
      trends.read(folder, found, fresh);
    }
    trends.tellOthers();
    return trends;
  }

  /**
   * @param fresh the runs that no other folder has
   */
  private void read(Path folder, RunFolders found, Set<Path> fresh) {
    if (found.runs().contains(folder)) {
      fresh.forEach(run -> take(RunReader.read(run), Optional.empty()));
      return;
    }
    RunIndex.read(
            folder,
            found.runs(),
            run -> {
              Path in = run.head().folder();
              if (fresh.contains(in)) {
                take(run, Optional.ofNullable(found.ofSuites().get(in)));
              }
            })
        .ifPresent(why -> notes.add(why + ": the next time takes as long"));
  }

  private void tellOthers() {
    if (!unreadable.isEmpty()) {
      notes.add(
          "not readable: "
              + unreadable.get(0)
              + (unreadable.size() == 1 ? "" : " and " + (unreadable.size() - 1) + " more"));
    }
    factors.values().removeIf(levels -> levels.size() < 2);
    if (order.isByTime() && !factors.isEmpty()) {
      notes.add(
          "cells of a suite are by time here; side by side with --by "
              + String.join(", or --by ", factors.keySet()));
    }
    if (duets > 0) {
      notes.add(duets + (duets == 1 ? " duet is" : " duets are") + " not followed");
    }
    if (unplaced > 0) {
      notes.add(
          unplaced
              + (unplaced == 1 ? " run has no " : " runs have no ")
              + order.by()
              + ", and no place in the order");
    }
  }

  /**
   * @param canary of a cell of a suite, may be empty; nothing for other runs
   */
  private void take(TrendRun run, Optional<Map<String, Double>> canary) {
    Head head = run.head();
    if (run.leftOut().isPresent()) {
      leftOut.add(new LeftOut(head.folder(), head.started(), run.leftOut().get()));
      return;
    }
    runs++;
    newest = head.started().isAfter(newest) ? head.started() : newest;
    unplaced += order.place(head).isEmpty() ? 1 : 0;
    tags.addAll(head.tags().keySet());
    if (canary.isPresent()) {
      head.tags()
          .forEach(
              (name, level) -> factors.computeIfAbsent(name, any -> new TreeSet<>()).add(level));
    }
    Map<String, String> levels = new TreeMap<>(canary.isPresent() ? head.tags() : Map.of());
    levels.remove(order.by());
    Head whole = head.machine().isEmpty() ? head.on(canary.orElse(Map.of())) : head;
    Work work = new Work(head.workload(), head.product(), head.shape(), levels);
    jobs.computeIfAbsent(work, any -> new Job()).add(whole, run.steps());
  }

  /** How many runs have figures. */
  public long runs() {
    return runs;
  }

  public List<LeftOut> leftOut() {
    return leftOut;
  }

  /** The newest run, if it is left out, so that nothing is known of it. */
  public Optional<LeftOut> newestLeftOut() {
    return leftOut.stream()
        .filter(run -> run.started().isAfter(newest))
        .max(Comparator.comparing(LeftOut::started));
  }

  /** How many of them have no place in the order. */
  public long unplaced() {
    return unplaced;
  }

  /** What a reader must know, one line each. */
  public List<String> notes() {
    return notes;
  }

  /** By which {@link Order} could go, beside time and version. */
  public Set<String> tags() {
    return tags;
  }

  public Set<String> steps() {
    Set<String> steps = new LinkedHashSet<>();
    jobs.values().forEach(job -> steps.addAll(job.steps()));
    return steps;
  }

  /** What {@link FollowedFigures} can name. */
  public Set<String> figures() {
    Set<String> names = new LinkedHashSet<>(List.of(FollowedFigures.RATE));
    jobs.values().forEach(job -> job.names(names));
    return names;
  }

  /** A trend for each work, in the order in which they were found; those without a run are gone. */
  public List<Trend> trends(FollowedFigures followed, Predicate<String> steps) {
    long tests = jobs.values().stream().mapToLong(job -> job.tests(order, followed, steps)).sum();
    List<Trend> trends = new ArrayList<>();
    jobs.forEach(
        (work, job) -> {
          Trend trend = job.trend(title(work), order, followed, steps, tests);
          if (!trend.series().isEmpty()) {
            trends.add(trend);
          }
        });
    return trends;
  }

  /** The workload and the product, with what distinguishes it from other work of these two. */
  private String title(Work work) {
    List<Work> others =
        jobs.keySet().stream()
            .filter(other -> other.workload().equals(work.workload()))
            .filter(other -> other.product().equals(work.product()))
            .toList();
    List<String> own = new ArrayList<>(differing(work.levels(), others, Work::levels));
    own.addAll(differing(work.shape(), others, Work::shape));
    return work.workload()
        + " on "
        + work.product()
        + (own.isEmpty() ? "" : " (" + String.join(", ", own) + ")");
  }

  private static List<String> differing(
      Map<String, String> of, List<Work> others, Function<Work, Map<String, String>> part) {
    return of.entrySet().stream()
        .filter(
            entry ->
                others.stream()
                    .anyMatch(
                        other -> !entry.getValue().equals(part.apply(other).get(entry.getKey()))))
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .toList();
  }
}
