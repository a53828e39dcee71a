package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.WriteError;
import com.mongodb.bulk.WriteConcernError;
import com.mongodb.client.MongoDatabase;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.Native.Control;
import io.ibench.db.NativeKind;
import io.ibench.db.NativePrepared;
import io.ibench.db.RowHash;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import org.bson.types.Decimal128;

/**
 * A command as the user writes it, in Extended JSON. A string that is {@code :0} as a whole is the
 * first value. Confined to the session's thread.
 */
final class MongodbNative implements NativePrepared {

  private static final Set<String> CHANGES = Set.of("insert", "update", "delete");
  private static final long NULL = 0x4E554C4CL;

  private final MongoDatabase database;
  private final DriverSession session;
  private final Native definition;
  private final BsonDocument command;
  private final List<Consumer<BsonValue>> places;
  private final List<String> projected;
  private final List<BsonDocument> kept = new ArrayList<>();
  private List<String> columns = List.of();
  private boolean read;
  private long resultHash;

  MongodbNative(MongoDatabase database, DriverSession session, Native definition)
      throws DatabaseException {
    this.database = database;
    this.session = session;
    this.definition = definition;
    List<Consumer<BsonValue>> found =
        new ArrayList<>(Collections.nCopies(definition.parameters(), any -> {}));
    if (definition.control() == Control.NONE) {
      command = parse(definition.text());
      fill(command, found);
      read = !CHANGES.contains(command.getFirstKey());
    } else {
      command = new BsonDocument();
    }
    places = found;
    projected = projected(command);
  }

  static BsonDocument parse(String text) throws DatabaseException {
    try {
      BsonDocument parsed = BsonDocument.parse(text);
      if (parsed.isEmpty()) {
        throw new DatabaseException(FailureKind.FATAL, "the command is an empty document");
      }
      return parsed;
    } catch (JsonParseException e) {
      throw new DatabaseException(FailureKind.FATAL, String.valueOf(e.getMessage()), e);
    }
  }

  private static void fill(BsonValue value, List<Consumer<BsonValue>> places) {
    if (value instanceof BsonDocument document) {
      for (String key : List.copyOf(document.keySet())) {
        fill(Objects.requireNonNull(document.get(key)), places, bound -> document.put(key, bound));
      }
    } else if (value instanceof BsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        int at = i;
        fill(array.get(i), places, bound -> array.set(at, bound));
      }
    }
  }

  private static void fill(
      BsonValue value, List<Consumer<BsonValue>> places, Consumer<BsonValue> place) {
    if (!(value instanceof BsonString string)) {
      fill(value, places);
    } else if (string.getValue().matches(":\\d+")) {
      places.set(Integer.parseInt(string.getValue().substring(1)), place);
    } else if (string.getValue().startsWith("::")) {
      place.accept(new BsonString(string.getValue().substring(1)));
    }
  }

  /** The fields of the last projection, in its order; empty without one. */
  private static List<String> projected(BsonDocument command) {
    BsonValue projection = command.get("projection", command.get("fields"));
    if (command.get("pipeline") instanceof BsonArray pipeline) {
      for (BsonValue stage : pipeline) {
        BsonValue found = stage.asDocument().get("$project");
        projection = found == null ? projection : found;
      }
    }
    if (!(projection instanceof BsonDocument fields)) {
      return List.of();
    }
    return fields.keySet().stream()
        .filter(key -> !Objects.requireNonNull(fields.get(key)).equals(new BsonInt32(0)))
        .filter(key -> !Objects.requireNonNull(fields.get(key)).equals(BsonBoolean.FALSE))
        .toList();
  }

  @Override
  public void setLong(int parameter, long value) {
    places.get(parameter).accept(new BsonInt64(value));
  }

  @Override
  public void setDouble(int parameter, double value) {
    places.get(parameter).accept(new BsonDouble(value));
  }

  @Override
  public void setDecimal(int parameter, String value) throws DatabaseException {
    try {
      places.get(parameter).accept(new BsonDecimal128(Decimal128.parse(value)));
    } catch (NumberFormatException e) {
      throw new DatabaseException(
          FailureKind.FATAL, value + " has more digits than a Decimal128, which has 34", e);
    }
  }

  @Override
  public void setBoolean(int parameter, boolean value) {
    places.get(parameter).accept(BsonBoolean.valueOf(value));
  }

  @Override
  public void setText(int parameter, String value) {
    places.get(parameter).accept(new BsonString(value));
  }

  @Override
  public void setBytes(int parameter, byte[] value) {
    places.get(parameter).accept(new BsonBinary(value));
  }

  @Override
  public void setNull(int parameter) {
    places.get(parameter).accept(BsonNull.VALUE);
  }

  @Override
  public int execute() throws DatabaseException {
    switch (definition.control()) {
      case BEGIN -> session.begin();
      case COMMIT -> session.commit();
      case ROLLBACK -> session.rollback();
      default -> {
        return executeCommand();
      }
    }
    return 0;
  }

  private int executeCommand() throws DatabaseException {
    kept.clear();
    resultHash = 0;
    boolean alone = !session.get().hasActiveTransaction();
    try {
      BsonDocument answer = run(command);
      requireWritten(answer);
      return read ? read(answer) : answer.getNumber("n", new BsonInt32(0)).intValue();
    } catch (MongoException e) {
      throw read || !alone ? MongodbFailures.of(e) : MongodbFailures.ofChange(e);
    } catch (BsonInvalidOperationException e) {
      throw MongodbFailures.of(e);
    }
  }

  private BsonDocument run(BsonDocument question) throws DatabaseException {
    return database.runCommand(
        session.get(), question, ReadPreference.primary(), BsonDocument.class);
  }

  /** The driver takes an answer with errors of writes for a success. */
  private static void requireWritten(BsonDocument answer) {
    BsonArray errors = answer.getArray("writeErrors", new BsonArray());
    ServerAddress nowhere = new ServerAddress();
    if (!errors.isEmpty()) {
      BsonDocument first = errors.get(0).asDocument();
      throw new MongoWriteException(
          new WriteError(
              first.getNumber("code").intValue(),
              first.getString("errmsg", new BsonString("")).getValue(),
              new BsonDocument()),
          nowhere,
          List.of());
    }
    if (answer.get("writeConcernError") instanceof BsonDocument late) {
      throw new MongoWriteConcernException(
          new WriteConcernError(
              late.getNumber("code").intValue(),
              late.getString("codeName", new BsonString("")).getValue(),
              late.getString("errmsg", new BsonString("")).getValue(),
              new BsonDocument()),
          null,
          nowhere,
          List.of());
    }
  }

  private int read(BsonDocument answer) throws DatabaseException {
    if (!(answer.get("cursor") instanceof BsonDocument cursor)) {
      return readOne(answer);
    }
    int rows = rows(cursor.getArray("firstBatch"), 0);
    BsonDocument next = cursor;
    String collection = name(cursor.getString("ns").getValue());
    while (next.getNumber("id").longValue() != 0) {
      BsonDocument more =
          new BsonDocument("getMore", new BsonInt64(next.getNumber("id").longValue()))
              .append("collection", new BsonString(collection));
      next = run(more).getDocument("cursor");
      rows += rows(next.getArray("nextBatch"), rows);
    }
    return rows;
  }

  private static String name(String namespace) {
    return namespace.substring(namespace.indexOf('.') + 1);
  }

  /** The answers of findAndModify, count and distinct. */
  private int readOne(BsonDocument answer) {
    BsonValue value = answer.get("value", answer.get("values", answer.get("n")));
    if (value == null || value.isNull()) {
      return 0;
    }
    BsonDocument row =
        value instanceof BsonDocument document ? document : new BsonDocument("value", value);
    return rows(new BsonArray(List.of(row)), 0);
  }

  private int rows(BsonArray batch, int before) {
    for (int i = 0; i < batch.size(); i++) {
      BsonDocument row = batch.get(i).asDocument();
      resultHash += RowHash.end(hash(row), 0, false);
      keep(row, before + i);
    }
    return batch.size();
  }

  private void keep(BsonDocument row, int number) {
    if (definition.keptRows() == Native.LAST_ROW) {
      kept.clear();
    } else if (number >= definition.keptRows()) {
      return;
    }
    kept.add(row);
    columns = projected.isEmpty() ? List.copyOf(row.keySet()) : projected;
  }

  private static long hash(BsonDocument row) {
    long hash = 0;
    int column = 0;
    for (BsonValue value : row.values()) {
      if (value.isInt32() || value.isInt64()) {
        hash = RowHash.number(hash, column, value.asNumber().longValue());
      } else if (value.isNull()) {
        hash = RowHash.number(hash, column, NULL);
      } else {
        byte[] text = text(value).getBytes(StandardCharsets.UTF_8);
        hash = RowHash.bytes(hash, column, text, text.length);
      }
      column++;
    }
    return hash;
  }

  private static String text(BsonValue value) {
    return switch (value.getBsonType()) {
      case STRING -> value.asString().getValue();
      case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
      case INT32, INT64 -> Long.toString(value.asNumber().longValue());
      case DOUBLE -> Double.toString(value.asDouble().getValue());
      case BINARY -> Arrays.toString(value.asBinary().getData());
      default -> value.toString();
    };
  }

  @Override
  public boolean isRead() {
    return read;
  }

  @Override
  public long resultHash() {
    return resultHash;
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  @Override
  public int keptRows() {
    return kept.size();
  }

  private BsonValue value(int row, int column) {
    return kept.get(row).get(columns.get(column), BsonNull.VALUE);
  }

  @Override
  public NativeKind kind(int row, int column) {
    return switch (value(row, column).getBsonType()) {
      case INT32, INT64 -> NativeKind.INTEGER;
      case DOUBLE -> NativeKind.DOUBLE;
      case DECIMAL128 ->
          isNumber(value(row, column))
              ? NativeKind.of(decimal(value(row, column)))
              : NativeKind.DOUBLE;
      case BOOLEAN -> NativeKind.BOOLEAN;
      case NULL -> NativeKind.NULL;
      default -> NativeKind.TEXT;
    };
  }

  @Override
  public long getLong(int row, int column) {
    BsonValue value = value(row, column);
    if (value.isBoolean()) {
      return value.asBoolean().getValue() ? 1 : 0;
    }
    return value.isDecimal128() ? decimal(value).longValueExact() : value.asNumber().longValue();
  }

  @Override
  public double getDouble(int row, int column) {
    BsonValue value = value(row, column);
    return value.isDecimal128()
        ? value.asDecimal128().getValue().doubleValue()
        : value.asNumber().doubleValue();
  }

  private static boolean isNumber(BsonValue value) {
    Decimal128 number = value.asDecimal128().getValue();
    return !number.isNaN() && !number.isInfinite();
  }

  /** The driver makes no number of -0. */
  private static BigDecimal decimal(BsonValue value) {
    Decimal128 number = value.asDecimal128().getValue();
    return new BigDecimal(number.toString());
  }

  @Override
  public String getText(int row, int column) {
    BsonValue value = value(row, column);
    if (value.isDecimal128()) {
      return isNumber(value)
          ? decimal(value).toPlainString()
          : value.asDecimal128().getValue().toString();
    }
    return value.isNull() ? "" : text(value);
  }
}
