package io.ibench.compare;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The storage of a run's data directories as one fact. Names of folders and mount points do not
 * matter, and the number and order of the folders depend on the server's engines. The fact lists
 * each kind of storage once: first that of the first folder, which contains the data, then the
 * others sorted. Stateless.
 */
final class DirectoryFacts {

  private static final String NAME = "storage.directories";

  /** A single folder has no number in its keys. */
  private static final Pattern KEY =
      Pattern.compile(Pattern.quote(NAME) + "(?:\\.(\\d+))?\\.(\\w+)|" + Pattern.quote(NAME));

  private DirectoryFacts() {}

  /** A host's facts in their order, with one fact for all directories at the end. */
  static Map<String, String> merged(Map<String, String> host) {
    Map<String, Map<String, String>> directories = new LinkedHashMap<>();
    Map<String, String> merged = new LinkedHashMap<>();
    host.forEach(
        (name, value) -> {
          Matcher key = KEY.matcher(name);
          if (!key.matches()) {
            merged.put(name, value);
          } else if (key.group(2) != null) {
            String number = Objects.requireNonNullElse(key.group(1), "");
            directories
                .computeIfAbsent(number, any -> new LinkedHashMap<>())
                .put(key.group(2), value);
          }
        });
    String storage = storage(directories.values().stream().map(DirectoryFacts::text).toList());
    if (!storage.isEmpty()) {
      merged.put(NAME, storage);
    }
    return merged;
  }

  /** The first one, then the others sorted. */
  private static String storage(List<String> directories) {
    List<String> known = directories.stream().filter(text -> !text.isEmpty()).toList();
    Set<String> all = new LinkedHashSet<>(known.stream().limit(1).toList());
    all.addAll(known.stream().sorted().toList());
    return String.join("; ", all);
  }

  /** As in {@code ext4 on /dev/sda1 (rw,relatime)}; empty if nothing is known. */
  private static String text(Map<String, String> directory) {
    Optional<String> type = Optional.ofNullable(directory.get("type"));
    Optional<String> source = Optional.ofNullable(directory.get("source"));
    Optional<String> options = Optional.ofNullable(directory.get("options"));
    return Stream.of(type, source.map("on "::concat), options.map(text -> "(" + text + ")"))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(" "));
  }
}
