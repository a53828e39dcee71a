package io.ibench.db.mongo;

import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads a server's answers, in which anything may be missing or of another type. Stateless. */
final class Bson {

  private Bson() {}

  static Optional<BsonValue> value(BsonDocument document, String... path) {
    BsonValue value = document;
    for (String name : path) {
      if (value == null || !value.isDocument()) {
        return Optional.empty();
      }
      value = value.asDocument().get(name);
    }
    return Optional.ofNullable(value);
  }

  static Optional<BsonDocument> document(BsonDocument document, String... path) {
    return value(document, path).filter(BsonValue::isDocument).map(BsonValue::asDocument);
  }

  static Optional<String> text(BsonDocument document, String... path) {
    return value(document, path)
        .filter(BsonValue::isString)
        .map(found -> found.asString().getValue());
  }

  static OptionalLong number(BsonDocument document, String... path) {
    return value(document, path)
        .filter(BsonValue::isNumber)
        .map(found -> OptionalLong.of(found.asNumber().longValue()))
        .orElse(OptionalLong.empty());
  }

  static boolean flag(BsonDocument document, String... path) {
    return value(document, path)
        .map(
            found ->
                found.isBoolean()
                    ? found.asBoolean().getValue()
                    : found.isNumber() && found.asNumber().longValue() != 0)
        .orElse(false);
  }
}
