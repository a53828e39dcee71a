package io.ibench.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Short unique names of sides. Stateless. */
final class SideNames {

  /** The number of a run of one side, as in {@code base-1}. */
  private static final String NUMBER = "[-_.#]?\\d+$";

  private SideNames() {}

  /**
   * A name for each side, of as few elements of the paths as make the names unique.
   *
   * @param sides the folders that the user names; one of them may have several runs
   * @param runs how many runs each side has
   */
  static List<String> of(List<List<Path>> sides, List<Integer> runs) {
    List<List<Path>> folders =
        sides.stream().map(side -> side.stream().map(SideNames::absolute).toList()).toList();
    int deepest =
        folders.stream().flatMap(List::stream).mapToInt(Path::getNameCount).max().orElse(1);
    List<String> names = List.of();
    for (int depth = 1; depth <= deepest; depth++) {
      int elements = depth;
      names =
          IntStream.range(0, folders.size())
              .mapToObj(side -> name(folders.get(side), runs.get(side), elements))
              .toList();
      if (Set.copyOf(names).size() == names.size()) {
        return names;
      }
    }
    return numbered(names);
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
