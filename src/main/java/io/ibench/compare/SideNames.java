package io.ibench.compare;

import io.ibench.report.figures.RunLabel;
import io.ibench.report.store.StoredRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Short unique names of sides. Stateless. */
final class SideNames {

  /** The number of a run of one side, as in {@code base-1}. */
  private static final String NUMBER = "[-_.#]?\\d+$";

  /** A longer text is no legend. */
  private static final int LONGEST_LABEL = 60;

  private SideNames() {}

  /**
   * A name for each side: what the user calls its runs, else as few elements of the paths as make
   * the names unique.
   *
   * @param named the folders of each side that the user names; one of them may have several runs
   */
  static List<String> of(List<List<Path>> named, List<List<StoredRun>> sides) {
    List<String> labels = labels(sides);
    if (!labels.contains("") && Set.copyOf(labels).size() == labels.size()) {
      return labels;
    }
    List<List<Path>> folders =
        named.stream().map(side -> side.stream().map(SideNames::absolute).toList()).toList();
    int deepest =
        folders.stream().flatMap(List::stream).mapToInt(Path::getNameCount).max().orElse(1);
    List<String> names = List.of();
    for (int depth = 1; depth <= deepest; depth++) {
      int elements = depth;
      names =
          IntStream.range(0, folders.size())
              .mapToObj(side -> name(folders.get(side), sides.get(side).size(), elements))
              .toList();
      if (Set.copyOf(names).size() == names.size()) {
        return names;
      }
    }
    return numbered(names);
  }

  /**
   * The label of each side, or else those of its tags in which sides differ; empty where its runs
   * are called differently or the text is too long for a legend.
   */
  private static List<String> labels(List<List<StoredRun>> sides) {
    Set<String> tags = new TreeSet<>();
    sides.forEach(side -> tags.addAll(side.get(0).report().label().tags().keySet()));
    tags.removeIf(tag -> sides.stream().map(side -> common(side, tag)).distinct().count() == 1);
    return sides.stream()
        .map(
            side ->
                common(side, RunLabel.LABEL)
                    .orElseGet(
                        () ->
                            tags.stream()
                                .flatMap(tag -> common(side, tag).map(v -> tag + "=" + v).stream())
                                .collect(Collectors.joining(" "))))
        .map(label -> label.length() > LONGEST_LABEL ? "" : label)
        .toList();
  }

  private static Optional<String> common(List<StoredRun> side, String key) {
    List<Optional<String>> values =
        side.stream().map(run -> run.report().label().value(key)).distinct().toList();
    return values.size() == 1 ? values.get(0) : Optional.empty();
  }

  private static Path absolute(Path folder) {
    return folder.toAbsolutePath().normalize();
  }

  private static String name(List<Path> folders, int runs, int elements) {
    List<String> ends = folders.stream().map(folder -> end(folder, elements)).toList();
    String count = runs == 1 ? "" : " (" + runs + " runs)";
    if (ends.size() == 1) {
      return ends.get(0) + count;
    }
    String first = ends.get(0);
    String common = first.replaceFirst(NUMBER, "");
    boolean same = ends.stream().allMatch(end -> end.replaceFirst(NUMBER, "").equals(common));
    boolean named = same && !common.isEmpty() && !common.endsWith("/");
    return (named ? common : first + " .. " + ends.get(ends.size() - 1)) + count;
  }

  private static String end(Path folder, int elements) {
    int count = folder.getNameCount();
    return count == 0
        ? folder.toString()
        : folder.subpath(Math.max(0, count - elements), count).toString();
  }

  private static List<String> numbered(List<String> names) {
    List<String> unique = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (String name : names) {
      String other = name;
      for (int number = 2; !taken.add(other); number++) {
        other = name + " #" + number;
      }
      unique.add(other);
    }
    return unique;
  }
}
