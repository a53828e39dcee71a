package io.ibench.compare;

import io.ibench.report.store.StoredRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Short unique names of sides. Stateless. */
final class SideNames {

  /** The number of a run of one side, as in {@code base-1}. */
  private static final String NUMBER = "[-_.#]?\\d+$";

  private SideNames() {}

  /** A name for each side, of as few elements of the paths as make the names unique. */
  static List<String> of(List<List<StoredRun>> sides) {
    List<List<Path>> folders =
        sides.stream()
            .map(side -> side.stream().map(run -> absolute(run.folder())).toList())
            .toList();
    int deepest =
        folders.stream().flatMap(List::stream).mapToInt(Path::getNameCount).max().orElse(1);
    List<String> names = List.of();
    for (int depth = 1; depth <= deepest; depth++) {
      int elements = depth;
      names = folders.stream().map(side -> name(side, elements)).toList();
      if (Set.copyOf(names).size() == names.size()) {
        return names;
      }
    }
    return numbered(names);
  }

  private static Path absolute(Path folder) {
    return folder.toAbsolutePath().normalize();
  }

  private static String name(List<Path> folders, int elements) {
    List<String> ends = folders.stream().map(folder -> end(folder, elements)).toList();
    if (ends.size() == 1) {
      return ends.get(0);
    }
    String first = ends.get(0);
    String common = first.replaceFirst(NUMBER, "");
    boolean same = ends.stream().allMatch(end -> end.replaceFirst(NUMBER, "").equals(common));
    boolean named = same && !common.isEmpty() && !common.endsWith("/");
    return (named ? common : first + " .. " + ends.get(ends.size() - 1))
        + " ("
        + ends.size()
        + " runs)";
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
