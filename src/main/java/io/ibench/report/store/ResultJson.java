package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.type.MapType;
import com.fasterxml.jackson.databind.util.NameTransformer;
import io.ibench.measure.OperationCounts;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.RunState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Binds the records of summary.json and run.json. Keys are the components' names with underscores,
 * constants are written in lower case.
 *
 * <ul>
 *   <li>A missing key and null are the same: an empty list, map or {@code Optional}, 0 or false.
 *       Text, times and constants are required.
 *   <li>A value of another type is damage; nothing is converted. However, a map takes the values of
 *       its type and ignores all others, because figures share their object with other keys, and
 *       keys may be added to a schema.
 *   <li>{@link EarlierKeys} are read as today's.
 *   <li>A map with {@code @JsonUnwrapped} is written into the object around it, and reads all of
 *       that object's keys that no component has.
 * </ul>
 *
 * Thread-safe.
 */
final class ResultJson {

  private static final int LONGEST_EXCERPT = 40;
  private static final JsonMapper MAPPER = mapper();
  private static final String CHECKSUM = ",\n  \"checksum\" : \"";
  private static final Optional<String> CHANGED =
      Optional.of("was changed after ibench wrote it, or is damaged: its checksum differs");

  private ResultJson() {}

  /** The message says what is wrong and where, as in {@code steps[0].name is missing}. */
  static final class DamageException extends Exception {

    private static final long serialVersionUID = 1L;

    DamageException(String message) {
      super(message);
    }
  }

  /** The published name of a role that differs from the constant's name. */
  private enum PublishedRole {
    @JsonProperty("aside")
    AUXILIARY
  }

  /** The order of the keys of counts in files, and those that each result has. */
  @JsonPropertyOrder({"count", "rows", "retries", "unstarted", "abandoned", "clamped", "late"})
  private interface StoredCounts {

    @JsonSetter(nulls = Nulls.FAIL)
    long count();

    @JsonSetter(nulls = Nulls.FAIL)
    long rows();

    @JsonSetter(nulls = Nulls.FAIL)
    long retries();
  }

  /** The keys of earlier results, in which an agent was called a driver. Only read. */
  interface EarlierKeys {

    @JsonAlias("driver")
    Object agent();

    @JsonAlias("drivers")
    Object agents();
  }

  private static JsonMapper mapper() {
    JsonMapper.Builder builder =
        JsonMapper.builder()
            .addModule(module())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enumNamingStrategy(EnumNamingStrategies.SNAKE_CASE)
            .addMixIn(Role.class, PublishedRole.class)
            .addMixIn(OperationCounts.class, StoredCounts.class)
            .addMixIn(RunFile.class, EarlierKeys.class)
            .addMixIn(RunReport.class, EarlierKeys.class)
            .addMixIn(RunReport.Step.class, EarlierKeys.class)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .withCoercionConfig(
                LogicalType.Textual,
                textual ->
                    List.of(
                            CoercionInputShape.Integer,
                            CoercionInputShape.Float,
                            CoercionInputShape.Boolean)
                        .forEach(shape -> textual.setCoercion(shape, CoercionAction.Fail)));
    nulls(builder, List.class, Nulls.AS_EMPTY, Nulls.FAIL);
    for (Class<?> required :
        List.of(String.class, Instant.class, RunState.class, Unit.class, Role.class)) {
      nulls(builder, required, Nulls.FAIL, Nulls.FAIL);
    }
    return builder.build();
  }

  private static void nulls(JsonMapper.Builder builder, Class<?> type, Nulls value, Nulls content) {
    builder.withConfigOverride(
        type, override -> override.setSetterInfo(JsonSetter.Value.forValueNulls(value, content)));
  }

  private static SimpleModule module() {
    SimpleModule module = new SimpleModule();
    module.setDeserializers(
        new SimpleDeserializers() {

          private static final long serialVersionUID = 1L;

          @Override
          public JsonDeserializer<?> findMapDeserializer(
              MapType type,
              DeserializationConfig config,
              BeanDescription description,
              KeyDeserializer keys,
              TypeDeserializer typed,
              JsonDeserializer<?> values) {
            return new MapReader(type.getContentType());
          }
        });
    module.addDeserializer(Optional.class, new OptionalReader(null));
    module.addDeserializer(Instant.class, new InstantReader());
    module.addSerializer(Instant.class, ToStringSerializer.instance);
    module.addSerializer(new OptionalWriter());
    module.addSerializer(new MapWriter(false));
    return module;
  }

  /** A file's content; its last key is the checksum of what is before it. */
  static byte[] bytes(Object record) {
    try {
      String text = MAPPER.writeValueAsString(record);
      String open = text.substring(0, text.lastIndexOf('}')).stripTrailing();
      byte[] content = open.getBytes(StandardCharsets.UTF_8);
      String sum = CHECKSUM + FileSums.of(content, content.length) + "\"\n}\n";
      return (open + sum).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of numbers and text always have a JSON form", e);
    }
  }

  /**
   * Whether a file's content is not what {@link #bytes} has made. A file without a checksum, which
   * something else has written, is not judged.
   *
   * @return what is wrong; empty if nothing is
   */
  static Optional<String> damage(byte[] json) {
    String text = new String(json, StandardCharsets.ISO_8859_1);
    int start = text.lastIndexOf(CHECKSUM);
    if (start < 0) {
      return text.contains("\"checksum\"") ? CHANGED : Optional.empty();
    }
    String end = text.substring(start + CHECKSUM.length());
    return end.equals(FileSums.of(json, start) + "\"\n}\n") ? Optional.empty() : CHANGED;
  }

  static JsonNode tree(byte[] json) throws JsonProcessingException {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory can always be read", e);
    }
  }

  static JsonNode tree(Object record) {
    return MAPPER.valueToTree(record);
  }

  static <T> T read(JsonNode node, Class<T> type) throws DamageException {
    if (!node.isObject()) {
      throw new DamageException("the file is not an object");
    }
    try {
      return MAPPER.treeToValue(node, type);
    } catch (JsonMappingException e) {
      String place = place(e.getPath());
      throw new DamageException((place.isEmpty() ? "the file" : place) + " " + reason(e));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree has been read from JSON", e);
    }
  }

  private static String place(List<JsonMappingException.Reference> path) {
    StringBuilder place = new StringBuilder();
    for (JsonMappingException.Reference step : path) {
      if (step.getFieldName() == null) {
        place.append('[').append(step.getIndex()).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return place.toString();
  }

  private static String reason(JsonMappingException e) {
    if (e instanceof InvalidNullException) {
      return "is missing";
    }
    Class<?> type = Object.class;
    if (e instanceof MismatchedInputException mismatch) {
      type = mismatch.getTargetType();
    } else if (e.getCause() instanceof InputCoercionException coercion) {
      type = coercion.getTargetType();
    }
    if (e instanceof InvalidFormatException format && format.getValue() instanceof String text) {
      if (type.isEnum()) {
        return "is not known: " + excerpt(text);
      }
      if (type == Instant.class) {
        return "is not a time: " + excerpt(text);
      }
    }
    return "is not " + name(type);
  }

  private static String excerpt(String text) {
    return text.length() <= LONGEST_EXCERPT ? text : text.substring(0, LONGEST_EXCERPT) + " ...";
  }

  private static String name(Class<?> type) {
    if (type == String.class || type == Instant.class || type.isEnum()) {
      return "text";
    }
    if (type == long.class || type == Long.class || type == int.class) {
      return "a whole number";
    }
    if (type == double.class || Number.class.isAssignableFrom(type)) {
      return "a number";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    return List.class.isAssignableFrom(type) ? "a list" : "an object";
  }

  /** Writes null for 0 and for an empty value: for components that are null in files then. */
  static final class OrNull extends JsonSerializer<Object> {

    @Override
    public void serialize(Object value, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      boolean empty =
          value instanceof Long number && number == 0
              || value instanceof Map<?, ?> map && map.isEmpty()
              || value instanceof StoredOutages outages && outages.count() == 0
              || value instanceof StoredStalls stalls && stalls.count() == 0;
      provider.defaultSerializeValue(empty ? null : value, generator);
    }
  }

  private static final class OptionalWriter extends StdSerializer<Optional<?>> {

    private static final long serialVersionUID = 1L;

    OptionalWriter() {
      super(Optional.class, false);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Optional<?> value) {
      return value.isEmpty();
    }

    @Override
    public void serialize(Optional<?> value, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      provider.defaultSerializeValue(value.orElse(null), generator);
    }
  }

  private static final class OptionalReader extends StdDeserializer<Optional<?>>
      implements ContextualDeserializer {

    private static final long serialVersionUID = 1L;

    private final @Nullable JavaType content;

    OptionalReader(@Nullable JavaType content) {
      super(Optional.class);
      this.content = content;
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, BeanProperty property) {
      return new OptionalReader(context.getContextualType().containedType(0));
    }

    @Override
    public Optional<?> deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return Optional.of(context.readValue(parser, content));
    }

    @Override
    public Optional<?> getNullValue(DeserializationContext context) {
      return Optional.empty();
    }
  }

  private static final class InstantReader extends StdDeserializer<Instant> {

    private static final long serialVersionUID = 1L;

    InstantReader() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!parser.hasToken(JsonToken.VALUE_STRING)) {
        return (Instant) context.handleUnexpectedToken(Instant.class, parser);
      }
      try {
        Instant time = Instant.parse(parser.getText());
        // Charts and files have times in milliseconds: others overflow.
        long unused = time.toEpochMilli();
        return time;
      } catch (DateTimeException | ArithmeticException e) {
        throw context.weirdStringException(parser.getText(), Instant.class, e.getMessage());
      }
    }
  }

  private static final class MapWriter extends StdSerializer<Map<?, ?>> {

    private static final long serialVersionUID = 1L;

    private final boolean unwrapped;

    MapWriter(boolean unwrapped) {
      super(Map.class, false);
      this.unwrapped = unwrapped;
    }

    @Override
    public boolean isUnwrappingSerializer() {
      return unwrapped;
    }

    @Override
    public JsonSerializer<Map<?, ?>> unwrappingSerializer(NameTransformer names) {
      return new MapWriter(true);
    }

    @Override
    public void serialize(Map<?, ?> map, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      if (!unwrapped) {
        generator.writeStartObject(map);
      }
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String key = (String) entry.getKey();
        if (!unwrapped || !RunReport.Step.PLACED_FIGURES.contains(key)) {
          provider.defaultSerializeField(key, entry.getValue(), generator);
        }
      }
      if (!unwrapped) {
        generator.writeEndObject();
      }
    }
  }

  /** Keeps the order of the file. Numbers are Long, Double, or BigInteger. */
  private static final class MapReader extends StdDeserializer<Map<String, Object>> {

    private static final long serialVersionUID = 1L;

    private final JavaType content;

    MapReader(JavaType content) {
      super(Map.class);
      this.content = content;
    }

    @Override
    public JsonDeserializer<Map<String, Object>> unwrappingDeserializer(NameTransformer names) {
      return new MapReader(content);
    }

    @Override
    public Map<String, Object> getNullValue(DeserializationContext context) {
      return Map.of();
    }

    @Override
    public Map<String, Object> deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!parser.isExpectedStartObjectToken()) {
        context.handleUnexpectedToken(Map.class, parser);
      }
      Map<String, Object> map = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value != JsonToken.VALUE_NULL && fits(value)) {
          map.put(key, value(parser, context));
        } else {
          parser.skipChildren();
        }
      }
      return Collections.unmodifiableMap(map);
    }

    private boolean fits(JsonToken value) {
      Class<?> type = content.getRawClass();
      return type == Number.class
          ? value.isNumeric()
          : type == String.class
              ? value == JsonToken.VALUE_STRING
              : type == Map.class ? value == JsonToken.START_OBJECT : true;
    }

    private Object value(JsonParser parser, DeserializationContext context) throws IOException {
      return parser.hasToken(JsonToken.VALUE_NUMBER_INT)
              && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
          ? (Object) parser.getLongValue()
          : context.readValue(parser, content);
    }
  }
}
