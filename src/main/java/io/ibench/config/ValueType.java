package io.ibench.config;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses the text of a setting into its value. Immutable.
 *
 * @param name for lists of keys, such as {@code count 1 .. 1M}
 * @param allowed the allowed texts, for messages
 * @param standIn the value with which binding continues after a mistake
 */
record ValueType<T>(String name, String allowed, T standIn, Parser<T> parser) {

  private static final double LARGEST_SHARE = 1e9;
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.]*");

  /** Parses text without control characters; the exception's message is complete. */
  interface Parser<T> {
    T parse(String text) throws BadValueException;
  }

  T parse(String text) throws BadValueException {
    if (text.codePoints().anyMatch(Printable::isControl)) {
      throw new BadValueException("has a control character; allowed: " + allowed);
    }
    if (text.isEmpty() && !"".equals(standIn)) {
      throw new BadValueException("is empty; allowed: " + allowed);
    }
    return parser.parse(text);
  }

  static ValueType<String> text(String name) {
    return new ValueType<>(name, "text in one line", "", text -> text);
  }

  static ValueType<Boolean> flag() {
    return new ValueType<>(
        "true or false",
        "true or false",
        false,
        text -> {
          if (!text.equals("true") && !text.equals("false")) {
            throw new BadValueException("is not a flag; allowed: true or false");
          }
          return text.equals("true");
        });
  }

  static ValueType<Long> epochMillis(Instant min, Instant max) {
    String allowed = min + " .. " + max;
    return new ValueType<>(
        "time " + allowed,
        allowed,
        min.toEpochMilli(),
        text -> {
          try {
            Instant time = Instant.parse(text);
            if (!time.isBefore(min) && !time.isAfter(max)) {
              return time.toEpochMilli();
            }
          } catch (DateTimeParseException e) {
            throw new BadValueException("is not a time; allowed: " + allowed);
          }
          throw new BadValueException("is out of range; allowed: " + allowed);
        });
  }

  static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
    List<E> constants = constants(type);
    String allowed = lower(constants);
    return new ValueType<>(
        "one of " + allowed,
        allowed,
        constants.get(0),
        text ->
            constant(constants, text)
                .orElseThrow(() -> new BadValueException("is not known; allowed: " + allowed)));
  }

  static <E extends Enum<E>> ValueType<Set<E>> choices(Class<E> type) {
    List<E> constants = constants(type);
    String allowed = lower(constants);
    return new ValueType<>(
        "some of " + allowed,
        "some of " + allowed + ", with commas between",
        Set.of(constants.get(0)),
        text -> {
          Set<E> chosen = EnumSet.noneOf(type);
          for (String name : splitNames(text, allowed)) {
            chosen.add(
                constant(constants, name)
                    .orElseThrow(
                        () -> new BadValueException(name + " is not known; allowed: " + allowed)));
          }
          return Collections.unmodifiableSet(chosen);
        });
  }

  private static <E extends Enum<E>> List<E> constants(Class<E> type) {
    List<E> constants = Arrays.asList(type.getEnumConstants());
    if (constants.isEmpty()) {
      throw new IllegalArgumentException(type + " has no constants to choose from");
    }
    return constants;
  }

  private static <E extends Enum<E>> Optional<E> constant(List<E> constants, String text) {
    return constants.stream().filter(constant -> lower(constant).equals(text)).findFirst();
  }

  private static String lower(List<? extends Enum<?>> constants) {
    return constants.stream().map(ValueType::lower).collect(Collectors.joining(", "));
  }

  private static String lower(Enum<?> constant) {
    return constant.toString().toLowerCase(Locale.ROOT);
  }

  static ValueType<List<String>> names() {
    String allowed = "names with commas between, each a letter, then letters, digits, _ and .";
    return new ValueType<>("names", allowed, List.of(), text -> splitNames(text, allowed));
  }

  static ValueType<Map<String, Double>> shares() {
    String allowed = "names with commas between, each with a share above 0 or none, which is 1";
    return new ValueType<>(
        "names with shares", allowed, Map.of(), text -> splitShares(text, allowed));
  }

  private static Map<String, Double> splitShares(String text, String allowed)
      throws BadValueException {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] words = part.strip().split("\\s+", 2);
      String name = splitNames(words[0], allowed).get(0);
      double share = words.length == 1 ? 1 : share(words[1], allowed);
      if (shares.putIfAbsent(name, share) != null) {
        throw new BadValueException("names " + name + " twice; allowed: " + allowed);
      }
    }
    return Collections.unmodifiableMap(shares);
  }

  private static double share(String text, String allowed) throws BadValueException {
    double share = Numbers.exact(text).map(BigDecimal::doubleValue).orElse(0.0);
    if (share <= 0 || share > LARGEST_SHARE) {
      throw new BadValueException(
          "\"" + Printable.line(text, 60) + "\" is not a share; allowed: " + allowed);
    }
    return share;
  }

  private static List<String> splitNames(String text, String allowed) throws BadValueException {
    List<String> names = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String name = part.strip();
      if (name.isEmpty()) {
        throw new BadValueException("has an empty name; allowed: " + allowed);
      }
      if (!NAME.matcher(name).matches()) {
        throw new BadValueException(
            "\"" + Printable.line(name, 60) + "\" is not a name; allowed: " + allowed);
      }
      names.add(name);
    }
    return List.copyOf(names);
  }
}
