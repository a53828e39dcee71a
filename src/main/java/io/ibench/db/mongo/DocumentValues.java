package io.ibench.db.mongo;

import io.ibench.db.ColumnType;
import org.bson.BsonDateTime;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * Encodes numbers in documents: LONG as int64; INT as int32 if the value fits, else int64; SIGNED
 * and BYTE as int32; TIME as a date; FLOAT as a double. Stateless.
 */
final class DocumentValues {

  private static final double HUNDREDTHS = 100.0;

  private DocumentValues() {}

  /** Encodes a bound number. */
  static BsonValue of(ColumnType type, long value) {
    return switch (type) {
      case LONG -> new BsonInt64(value);
      case INT, SIGNED, BYTE ->
          value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
      case TIME -> new BsonDateTime(value);
      case FLOAT -> new BsonDouble(value / HUNDREDTHS);
      case BYTES, CHAR, VARCHAR ->
          throw new IllegalArgumentException("bytes and text are no number");
    };
  }

  /**
   * Reads the current value.
   *
   * @throws BsonInvalidOperationException when it has another type
   */
  static long read(BsonReader reader, ColumnType type) {
    BsonType found = reader.getCurrentBsonType();
    if (type.isWholeNumber()) {
      if (found == BsonType.INT64) {
        return reader.readInt64();
      }
      if (found == BsonType.INT32) {
        return reader.readInt32();
      }
    } else if (type == ColumnType.TIME && found == BsonType.DATE_TIME) {
      return reader.readDateTime();
    } else if (type == ColumnType.FLOAT && found == BsonType.DOUBLE) {
      return Math.round(reader.readDouble() * HUNDREDTHS);
    }
    throw new BsonInvalidOperationException(
        reader.getCurrentName() + " is " + found + " in a document, which is no " + type);
  }
}
