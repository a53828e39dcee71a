package io.ibench.config;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A setting: its name, type, range, default and one line of help. Parser, lists of keys and
 * messages use it; no other code contains the key's name. Immutable.
 *
 * <p>A key is required unless it has a default or is optional.
 */
public final class Key<T> {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.]+");
  private static final ValueType<String> ADDRESS = ValueType.text("text");
  private static final ValueType<String> PROGRAM = ValueType.text("text");
  static final String MASK = "***";

  private final String name;
  private final ValueType<T> type;
  private final String description;
  private final boolean secret;
  private final boolean optional;
  private final Optional<String> defaultText;
  private final Optional<T> defaultValue;
  private final Optional<Presets<?, T>> presets;

  private Key(String name, ValueType<T> type, String description, boolean secret) {
    this(
        name,
        type,
        description,
        secret,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private Key(
      String name,
      ValueType<T> type,
      String description,
      boolean secret,
      boolean optional,
      Optional<String> defaultText,
      Optional<T> defaultValue,
      Optional<Presets<?, T>> presets) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a key's name: " + name);
    }
    this.name = name;
    this.type = type;
    this.description = description;
    this.secret = secret;
    this.optional = optional;
    this.defaultText = defaultText;
    this.defaultValue = defaultValue;
    this.presets = presets;
  }

  /** Any text in one line, may be empty. */
  public static Key<String> text(String name, String description) {
    return new Key<>(name, ValueType.text("text"), description, false);
  }

  /** Text that is always shown as {@code ***}. Refused on -s. */
  public static Key<String> secret(String name, String description) {
    return new Key<>(name, ValueType.text("secret"), description, true);
  }

  /**
   * A URL that may contain a user and a password before the host, as some products' standard form
   * does. The password is always masked, and refused on -s.
   */
  public static Key<String> address(String name, String description) {
    return new Key<>(name, ADDRESS, description, false);
  }

  /**
   * A text by which ibench or a server of its own runs a program or loads a library: its name, its
   * folder, or a line for sh. SECURITY.md lists these keys.
   */
  public static Key<String> program(String name, String description) {
    return new Key<>(name, PROGRAM, description, false);
  }

  /** A whole number: {@code 1000}, {@code 1_000_000}, {@code 200k}, {@code 2.5M}, {@code 1B}. */
  public static Key<Long> count(String name, long min, long max, String description) {
    return new Key<>(name, Numbers.count(min, max), description, false);
  }

  /** Any long, in digits. */
  public static Key<Long> seed(String name, String description) {
    return new Key<>(name, Numbers.seed(), description, false);
  }

  /** A number with an optional fraction, both bounds included. */
  public static Key<Double> decimal(String name, double min, double max, String description) {
    return new Key<>(name, Numbers.decimal(min, max), description, false);
  }

  /** So many numbers of any sign, separated by commas: {@code 14.18, -2.917}. */
  public static Key<List<Double>> decimals(String name, int count, String description) {
    return new Key<>(name, Numbers.decimals(count), description, false);
  }

  /** A positive duration up to 100 years, in nanoseconds: {@code 500ms 20s 5m 1h 7d}. */
  public static Key<Long> durationNanos(String name, String description) {
    return new Key<>(name, Units.durationNanos(), description, false);
  }

  /** What ends a step: a duration, {@code steady} or a percentage. */
  public static Key<Until> until(String name, String description) {
    return new Key<>(name, Until.type(), description, false);
  }

  /** A duration with its unit, in nanoseconds; both bounds included, in whole milliseconds. */
  public static Key<Long> durationNanos(
      String name, Duration min, Duration max, String description) {
    return new Key<>(name, Units.durationNanos(min, max), description, false);
  }

  /** The same, or {@code off}, which is {@link Long#MAX_VALUE}. */
  public static Key<Long> durationNanosOrOff(
      String name, Duration min, Duration max, String description) {
    return new Key<>(name, Units.durationNanosOrOff(min, max), description, false);
  }

  /** A positive size with its unit, in bytes: {@code 512B 64KB 1GB}; 1 KB is 1024 bytes. */
  public static Key<Long> sizeBytes(String name, String description) {
    return new Key<>(name, Units.sizeBytes(), description, false);
  }

  /** The same, or {@code 0}. */
  public static Key<Long> sizeBytesOrZero(String name, String description) {
    return new Key<>(name, Units.sizeBytesOrZero(), description, false);
  }

  /** {@code 100/s 90/m 5/h 2.5k/s} or {@code unlimited}. */
  public static Key<Rate> rate(String name, String description) {
    return new Key<>(name, Units.rate(), description, false);
  }

  /** {@code true} or {@code false}. */
  public static Key<Boolean> flag(String name, String description) {
    return new Key<>(name, ValueType.flag(), description, false);
  }

  /** A moment, in milliseconds since 1970 UTC: {@code 2026-01-01T00:00:00Z}. */
  public static Key<Long> epochMillis(String name, Instant min, Instant max, String description) {
    return new Key<>(name, ValueType.epochMillis(min, max), description, false);
  }

  /** One constant of {@code type}, by its text (toString) in lower case. */
  public static <E extends Enum<E>> Key<E> choice(String name, Class<E> type, String description) {
    return new Key<>(name, ValueType.choice(type), description, false);
  }

  /** One or more constants of {@code type}, separated by commas, in the order of the type. */
  public static <E extends Enum<E>> Key<Set<E>> choices(
      String name, Class<E> type, String description) {
    return new Key<>(name, ValueType.choices(type), description, false);
  }

  /** One or more names, separated by commas; a name may come twice. */
  public static Key<List<String>> names(String name, String description) {
    return new Key<>(name, ValueType.names(), description, false);
  }

  /**
   * One or more names with shares, separated by commas: {@code market 2, register 0.5, pdc}; the
   * share is 1 without a number. In the given order.
   */
  public static Key<Map<String, Double>> shares(String name, String description) {
    return new Key<>(name, ValueType.shares(), description, false);
  }

  /**
   * The same key with a default, as a user would write it.
   *
   * @throws IllegalArgumentException when the text is not a value of this key
   */
  public Key<T> withDefault(String text) {
    Optional<T> value = Optional.of(parseDefault(text));
    return new Key<>(
        name, type, description, secret, optional, Optional.of(text), value, Optional.empty());
  }

  /**
   * The same key with a default that depends on another key's value. The setting's origin then
   * names that value.
   *
   * @param texts the default for every value of the other key, as a user would write it
   * @throws IllegalArgumentException when a text is not a value of this key
   */
  public <D> Key<T> withDefaults(Key<D> decider, Map<D, String> texts) {
    Map<D, T> values = new LinkedHashMap<>();
    texts.forEach((decision, text) -> values.put(decision, parseDefault(text)));
    Optional<Presets<?, T>> all = Optional.of(new Presets<>(decider, texts, values));
    return new Key<>(
        name, type, description, secret, optional, Optional.empty(), Optional.empty(), all);
  }

  private T parseDefault(String text) {
    try {
      return type.parse(text);
    } catch (BadValueException e) {
      throw new IllegalArgumentException(
          "default of " + name + " = " + render(text) + ": " + e.getMessage(), e);
    }
  }

  /** The same key, which may be missing: read with {@link Config#find}. */
  public Key<T> optional() {
    return new Key<>(name, type, description, secret, true, defaultText, defaultValue, presets);
  }

  /** The same key, named {@code prefix.name}. */
  public Key<T> under(String prefix) {
    String longer = prefix + "." + name;
    return new Key<>(
        longer, type, description, secret, optional, defaultText, defaultValue, presets);
  }

  public String name() {
    return name;
  }

  /** Type and range in a few words, such as {@code count 1 .. 1M} or {@code one of none, all}. */
  public String type() {
    return type.name();
  }

  /** The one line that says what the setting does. */
  public String description() {
    return description;
  }

  /**
   * The default as written; masked for a secret unless it is empty. Lists all defaults that another
   * key decides, such as {@code 8 (2011), 23 (2017)}.
   */
  public Optional<String> defaultText() {
    return defaultText
        .or(() -> presets.map(Presets::toString))
        .map(text -> text.isEmpty() ? text : render(text));
  }

  /** Whether its value makes ibench run a program; see {@link #program}. */
  public boolean runsProgram() {
    return type == PROGRAM;
  }

  public boolean isSecret() {
    return secret;
  }

  public boolean isOptional() {
    return optional;
  }

  /** Whether the key must be given. */
  public boolean isRequired() {
    return !optional && defaultText.isEmpty() && presets.isEmpty();
  }

  @Override
  public String toString() {
    return name;
  }

  T parse(String text) throws BadValueException {
    return type.parse(text);
  }

  /**
   * The value of a text that is no setting, such as that of an option.
   *
   * @throws IllegalArgumentException with a message that goes on after the text: "is not a
   *     duration; allowed: ..."
   */
  public T valueOf(String text) {
    try {
      return type.parse(text);
    } catch (BadValueException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Whether the value may contain a password, as in {@code //user:password@host}. */
  boolean mayHoldPassword() {
    return secret || type == ADDRESS;
  }

  /** The default as written, also that of a secret. */
  Optional<String> unmaskedDefault() {
    return defaultText;
  }

  Optional<T> defaultValue() {
    return defaultValue;
  }

  Optional<Presets<?, T>> presets() {
    return presets;
  }

  /** The value with which binding continues after a mistake. */
  T standIn() {
    return defaultValue.or(() -> presets.map(Presets::first)).orElse(type.standIn());
  }

  String render(String text) {
    return secret ? MASK : text;
  }
}
