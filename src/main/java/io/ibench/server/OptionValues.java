package io.ibench.server;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares values of server options that are written differently. Stateless. */
final class OptionValues {

  private static final Set<String> YES = Set.of("on", "1", "true", "yes", "enabled", "");
  private static final Set<String> NO = Set.of("off", "0", "false", "no", "disabled");

  private OptionValues() {}

  /** The same text but for case and blanks, the same switch, or the same number. */
  static boolean isEqual(String asked, String has, Map<String, Long> units) {
    String a = asked.strip().toLowerCase(Locale.ROOT);
    String b = has.strip().toLowerCase(Locale.ROOT);
    if (a.equals(b) || YES.contains(a) && YES.contains(b) || NO.contains(a) && NO.contains(b)) {
      return true;
    }
    Optional<BigDecimal> wanted = number(a, units);
    return wanted.isPresent()
        && number(b, units).map(found -> found.compareTo(wanted.get()) == 0).orElse(false);
  }

  /** A number with one of these units, or without. */
  static Optional<BigDecimal> number(String text, Map<String, Long> units) {
    String stripped = text.strip();
    int end = stripped.length();
    while (end > 0 && Character.isLetter(stripped.charAt(end - 1))) {
      end--;
    }
    String unit = stripped.substring(end).toLowerCase(Locale.ROOT);
    Long factor = unit.isEmpty() ? Long.valueOf(1) : units.get(unit);
    if (factor == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new BigDecimal(stripped.substring(0, end).strip()).multiply(BigDecimal.valueOf(factor)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether each entry of a list is in the other one; entries are separated by commas. */
  static boolean containsAll(String list, String entries) {
    return set(list).containsAll(set(entries));
  }

  static Set<String> set(String list) {
    Set<String> entries = new HashSet<>();
    Arrays.stream(list.toLowerCase(Locale.ROOT).split(","))
        .map(String::strip)
        .filter(entry -> !entry.isEmpty())
        .forEach(entries::add);
    return entries;
  }
}
