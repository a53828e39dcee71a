package io.ibench.compare;

import io.ibench.report.store.ReadBudget;
import io.ibench.report.store.SeriesFolder;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.text.SeriesReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sides that the user names: one result folder for each, or several separated by commas. A
 * folder of several runs is all of them. Immutable.
 *
 * @param sides the base first; empty if there are mistakes
 * @param mistakes all of them, one line each
 * @param notes runs of a folder of several that are not compared, one line each
 */
public record Sides(List<Side> sides, List<String> mistakes, List<String> notes) {

  /** Reads all folders; collects all mistakes. */
  public static Sides read(List<String> arguments) {
    return new SideReader().read(arguments);
  }

  private static final class SideReader {

    private final ReadBudget budget = ReadBudget.ofHeap();
    private final List<String> mistakes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<Path, String> seen = new HashMap<>();
    private final Map<List<Object>, String> started = new HashMap<>();

    Sides read(List<String> given) {
      List<String> arguments = given.size() == 1 ? byTurns(given.get(0)) : given;
      List<List<StoredRun>> sides = new ArrayList<>();
      List<List<Path>> named = new ArrayList<>();
      for (String argument : arguments) {
        List<StoredRun> runs = new ArrayList<>();
        List<Path> folders = new ArrayList<>();
        for (String folder : folders(argument)) {
          readAll(argument, folder, runs).ifPresent(folders::add);
        }
        sides.add(runs);
        named.add(folders);
      }
      if (arguments.size() < 2) {
        mistakes.add("a comparison needs two sides or more: BASE OTHER");
      }
      if (!mistakes.isEmpty()) {
        return new Sides(List.of(), List.copyOf(mistakes), List.of());
      }
      List<String> names = SideNames.of(named, sides);
      List<Side> all = new ArrayList<>();
      for (int i = 0; i < sides.size(); i++) {
        all.add(new Side(names.get(i), List.copyOf(sides.get(i))));
      }
      return new Sides(List.copyOf(all), List.of(), List.copyOf(notes));
    }

    /** The sides of a folder of runs by turns; else the argument itself. */
    private static List<String> byTurns(String argument) {
      try {
        List<Path> sides = argument.isBlank() ? List.of() : SeriesFolder.series(Path.of(argument));
        return sides.size() < 2 ? List.of(argument) : sides.stream().map(Path::toString).toList();
      } catch (InvalidPathException e) {
        return List.of(argument); // it is reported when it is read
      }
    }

    /**
     * Reads a folder, or all runs of a folder of several.
     *
     * @return the folder that names the side; empty if there is no such folder
     */
    private Optional<Path> readAll(String argument, String folder, List<StoredRun> runs) {
      try {
        Path path = Path.of(folder);
        if (StoredDuet.isIn(path)) {
          mistakes.add(folder + " is a duet, which compares its two sides itself: ibench report");
          return Optional.empty();
        }
        List<Path> series = folder.isBlank() ? List.of() : SeriesFolder.runs(path);
        if (!folder.isBlank() && series.isEmpty() && StoredDuet.areBelow(path)) {
          mistakes.add(
              folder
                  + " is a suite of duets, which compare their two sides: ibench report shows it");
          return Optional.empty();
        }
        if (series.isEmpty()) {
          read(argument, folder, runs);
        }
        List<StoredRun> all = new ArrayList<>();
        series.forEach(run -> read(argument, run.toString(), all));
        runs.addAll(usable(all));
        return Optional.of(path);
      } catch (InvalidPathException e) {
        mistakes.add(folder + " is not the name of a folder");
        return Optional.empty();
      }
    }

    /** Without the runs that are not in the means of their folder; all if no run is. */
    private List<StoredRun> usable(List<StoredRun> runs) {
      List<StoredRun> usable =
          runs.stream().filter(run -> SeriesReport.whyNot(run.report()).isEmpty()).toList();
      if (usable.isEmpty()) {
        return runs;
      }
      for (StoredRun run : runs) {
        SeriesReport.whyNot(run.report())
            .ifPresent(why -> notes.add(run.folder() + " is not compared: " + why));
      }
      return usable;
    }

    private void read(String argument, String folder, List<StoredRun> runs) {
      if (folder.isBlank()) {
        String mistake =
            argument.isBlank()
                ? "the name of a folder is empty"
                : "a folder is missing beside a comma: '" + argument + "'";
        if (!mistakes.contains(mistake)) {
          mistakes.add(mistake);
        }
        return;
      }
      try {
        Path path = Path.of(folder);
        String before = seen.putIfAbsent(real(path), folder);
        if (before == null) {
          add(StoredRun.read(path, budget), runs);
        } else {
          mistakes.add(
              folder
                  + (before.equals(folder) ? "" : ", which is " + before + ",")
                  + " is given twice: a run says nothing beside itself");
        }
      } catch (UnreadableResultException e) {
        mistakes.add(e.getMessage());
      }
    }

    /** Refuses a copy: it would count as a second run without noise. */
    private void add(StoredRun run, List<StoredRun> runs) {
      List<Object> which = List.of(run.report().id(), run.report().started());
      String folder = run.folder().toString();
      String before = started.putIfAbsent(which, folder);
      if (before == null) {
        runs.add(run);
      } else {
        mistakes.add(folder + " is a copy of " + before + ": a run says nothing beside itself");
      }
    }

    private static Path real(Path path) {
      try {
        return path.toRealPath();
      } catch (IOException e) {
        return path.toAbsolutePath().normalize();
      }
    }
  }

  /** Splits at commas, except those in the name of an existing file or folder. */
  static List<String> folders(String argument) {
    String[] parts = argument.split(",", -1);
    List<String> folders = new ArrayList<>();
    int from = 0;
    while (from < parts.length) {
      int to = parts.length;
      while (to > from + 1 && !exists(joined(parts, from, to))) {
        to--;
      }
      folders.add(joined(parts, from, to));
      from = to;
    }
    return folders;
  }

  private static String joined(String[] parts, int from, int to) {
    return String.join(",", List.of(parts).subList(from, to));
  }

  private static boolean exists(String name) {
    try {
      return Files.exists(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
