package io.ibench.merge;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Checks that folders are those of all agents of one run. Stateless. */
final class AgentFolders {

  /** More ranks, or folders, are not named one by one. */
  private static final int MAX_NAMED = 10;

  private AgentFolders() {}

  /**
   * Reads the heads of all folders.
   *
   * @param to where the result is to be; must not exist
   * @return the folders by rank
   * @throws MergeException with all mistakes
   */
  static List<AgentFolder> read(Collection<Path> paths, Path to) throws MergeException {
    List<String> mistakes = new ArrayList<>();
    if (Files.exists(to)) {
      mistakes.add("-o " + to + " exists; name a new folder");
    }
    List<AgentFolder> folders = new ArrayList<>();
    for (Path path : paths) {
      AgentFolder.read(path, mistakes).ifPresent(folders::add);
    }
    requireOneRun(folders, mistakes);
    if (folders.size() == paths.size()) {
      requireAllRanks(folders, mistakes);
    }
    if (!mistakes.isEmpty()) {
      throw new MergeException(mistakes);
    }
    return folders.stream().sorted(Comparator.comparingInt(AgentFolder::rank)).toList();
  }

  private static void requireOneRun(List<AgentFolder> folders, List<String> mistakes) {
    requireEqual(folders, mistakes, "run (--together)", folder -> folder.agent().name());
    requireEqual(folders, mistakes, "number of agents", folder -> "" + folder.agent().of());
    requireEqual(folders, mistakes, "settings", folder -> folder.agent().settingsHash());
  }

  private static void requireEqual(
      List<AgentFolder> folders,
      List<String> mistakes,
      String what,
      Function<AgentFolder, String> value) {
    Map<String, List<AgentFolder>> byValue =
        folders.stream().collect(Collectors.groupingBy(value, TreeMap::new, Collectors.toList()));
    if (byValue.size() > 1) {
      String each =
          byValue.entrySet().stream()
              .limit(MAX_NAMED)
              .map(entry -> entry.getKey() + " in " + named(entry.getValue()))
              .collect(Collectors.joining(", "));
      mistakes.add("the folders differ in their " + what + ": " + each);
    }
  }

  private static String named(List<AgentFolder> folders) {
    int more = folders.size() - 1;
    return folders.get(0).path() + (more == 0 ? "" : " and " + more + " more");
  }

  private static void requireAllRanks(List<AgentFolder> folders, List<String> mistakes) {
    if (folders.stream().map(folder -> folder.agent().of()).distinct().count() != 1) {
      return;
    }
    int of = folders.get(0).agent().of();
    Map<Integer, List<AgentFolder>> byRank =
        folders.stream()
            .collect(Collectors.groupingBy(AgentFolder::rank, TreeMap::new, Collectors.toList()));
    byRank.forEach(
        (rank, same) -> {
          if (same.size() > 1) {
            mistakes.add(
                "agent "
                    + rank
                    + " is there "
                    + same.size()
                    + " times: "
                    + same.stream()
                        .limit(MAX_NAMED)
                        .map(folder -> folder.path().toString())
                        .collect(Collectors.joining(", ")));
          }
        });
    Set<Integer> missing =
        IntStream.range(0, of).boxed().collect(Collectors.toCollection(LinkedHashSet::new));
    missing.removeAll(byRank.keySet());
    if (!missing.isEmpty()) {
      String ranks =
          missing.stream().limit(MAX_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
      mistakes.add(
          (missing.size() == 1 ? "agent " : missing.size() + " agents are missing: ")
              + ranks
              + (missing.size() > MAX_NAMED ? ", ..." : "")
              + (missing.size() == 1 ? " of " + of + " is missing" : " of " + of)
              + "; ranks begin with 0");
    }
  }
}
