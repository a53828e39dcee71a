package io.ibench.report.figures;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An object of a stored result. What is null and what is not there are the same; a value of another
 * type than asked for is damage, and the exception names its place in the file.
 */
public final class StoredObject {

  private static final int LONGEST_EXCERPT = 40;

  private final String place;
  private final JsonNode node;

  private StoredObject(String place, JsonNode node) {
    this.place = place;
    this.node = node;
  }

  /** What is wrong in a file, as in {@code steps[0].name is missing}. */
  public static final class DamageException extends Exception {

    private static final long serialVersionUID = 1L;

    public DamageException(String message) {
      super(message);
    }
  }

  /** The whole file. */
  public static StoredObject of(JsonNode node) throws DamageException {
    return new StoredObject("", require(node.isObject(), node, "the file", "an object"));
  }

  public String text(String key) throws DamageException {
    return findText(key).orElseThrow(() -> new DamageException(place(key) + " is missing"));
  }

  public Optional<String> findText(String key) throws DamageException {
    JsonNode value = node.path(key);
    return isAbsent(value)
        ? Optional.empty()
        : Optional.of(require(value.isTextual(), value, place(key), "text").textValue());
  }

  public Instant time(String key) throws DamageException {
    String text = text(key);
    try {
      Instant time = Instant.parse(text);
      // Charts and files tell times in milliseconds.
      time.toEpochMilli();
      return time;
    } catch (DateTimeException | ArithmeticException e) {
      throw new DamageException(place(key) + " is not a time: " + excerpt(text));
    }
  }

  public <E extends Enum<E>> E choice(String key, Class<E> type) throws DamageException {
    String text = text(key);
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> label(constant).equals(text))
        .findFirst()
        .orElseThrow(() -> new DamageException(place(key) + " is not known: " + excerpt(text)));
  }

  /** How a constant stands in files. */
  public static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String excerpt(String text) {
    return text.length() <= LONGEST_EXCERPT ? text : text.substring(0, LONGEST_EXCERPT) + " ...";
  }

  /** 0 where there is none. */
  public long count(String key) throws DamageException {
    JsonNode value = node.path(key);
    boolean whole = value.isIntegralNumber() && value.canConvertToLong();
    return isAbsent(value) ? 0 : require(whole, value, place(key), "a whole number").longValue();
  }

  /** Of what every result has: 0 for one that is not there would be made up. */
  public long requiredCount(String key) throws DamageException {
    if (isAbsent(node.path(key))) {
      throw new DamageException(place(key) + " is missing");
    }
    return count(key);
  }

  public Optional<Number> findNumber(String key) throws DamageException {
    JsonNode value = node.path(key);
    return isAbsent(value)
        ? Optional.empty()
        : Optional.of(number(require(value.isNumber(), value, place(key), "a number")));
  }

  /** Empty where there is none. */
  public List<Long> counts(String key) throws DamageException {
    List<Long> counts = new ArrayList<>();
    for (JsonNode value : list(key)) {
      String at = place(key) + "[" + counts.size() + "]";
      boolean whole = value.isIntegralNumber() && value.canConvertToLong();
      counts.add(require(whole, value, at, "a whole number").longValue());
    }
    return counts;
  }

  /** False where there is none. */
  public boolean flag(String key) throws DamageException {
    JsonNode value = node.path(key);
    return !isAbsent(value)
        && require(value.isBoolean(), value, place(key), "true or false").booleanValue();
  }

  /** Empty where there is none. */
  public StoredObject object(String key) throws DamageException {
    JsonNode value = node.path(key);
    boolean fits = isAbsent(value) || value.isObject();
    return new StoredObject(place(key), require(fits, value, place(key), "an object"));
  }

  /** Empty where there is none. */
  public List<StoredObject> objects(String key) throws DamageException {
    List<StoredObject> objects = new ArrayList<>();
    for (JsonNode value : list(key)) {
      String at = place(key) + "[" + objects.size() + "]";
      objects.add(new StoredObject(at, require(value.isObject(), value, at, "an object")));
    }
    return objects;
  }

  /** Empty where there is none. */
  public List<String> texts(String key) throws DamageException {
    List<String> texts = new ArrayList<>();
    for (JsonNode value : list(key)) {
      String at = place(key) + "[" + texts.size() + "]";
      texts.add(require(value.isTextual(), value, at, "text").textValue());
    }
    return texts;
  }

  private JsonNode list(String key) throws DamageException {
    JsonNode value = node.path(key);
    return require(isAbsent(value) || value.isArray(), value, place(key), "a list");
  }

  /** Those of this object's own values that are text. */
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    node.properties().stream()
        .filter(entry -> entry.getValue().isTextual())
        .forEach(entry -> texts.put(entry.getKey(), entry.getValue().textValue()));
    return texts;
  }

  /** Those of this object's own values that are numbers: Long, Double, or BigInteger. */
  public Map<String, Number> numbers() {
    Map<String, Number> numbers = new LinkedHashMap<>();
    node.properties().stream()
        .filter(entry -> entry.getValue().isNumber())
        .forEach(entry -> numbers.put(entry.getKey(), number(entry.getValue())));
    return numbers;
  }

  private static Number number(JsonNode value) {
    boolean fits = value.isIntegralNumber() && value.canConvertToLong();
    return fits ? Long.valueOf(value.longValue()) : value.numberValue();
  }

  private String place(String key) {
    return place.isEmpty() ? key : place + "." + key;
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static JsonNode require(boolean fits, JsonNode value, String place, String wanted)
      throws DamageException {
    if (!fits) {
      throw new DamageException(place + " is not " + wanted);
    }
    return value;
  }
}
