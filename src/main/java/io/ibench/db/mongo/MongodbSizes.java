package io.ibench.db.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Bytes on disk, from the best of three commands that the product has. Stateless. */
final class MongodbSizes {

  private final MongoDatabase database;

  MongodbSizes(MongoDatabase database) {
    this.database = database;
  }

  /** Tries the commands; ignores failures of unknown commands. */
  Size of(List<Table> tables) {
    try {
      return sum(tables, this::byAggregation, "$collStats storageSize + totalIndexSize");
    } catch (MongoCommandException e) {
      // The product does not know it: the older commands remain.
      return byCommands(tables);
    }
  }

  /** One of the three commands. */
  private interface Means {
    OptionalLong bytes(String collection);
  }

  private static Size sum(List<Table> tables, Means means, String source) {
    long sum = 0;
    for (Table table : tables) {
      OptionalLong bytes = means.bytes(table.name());
      if (bytes.isEmpty()) {
        return Size.unknown(source + " does not tell");
      }
      sum += bytes.getAsLong();
    }
    return Size.of(sum, source);
  }

  private Size byCommands(List<Table> tables) {
    try {
      Size size = sum(tables, this::byCommand, "collStats storageSize + totalIndexSize");
      return size.bytes().isPresent() ? size : ofDatabase();
    } catch (MongoCommandException e) {
      // As above.
      return ofDatabase();
    }
  }

  /** One document for each shard. */
  private OptionalLong byAggregation(String collection) {
    List<BsonDocument> stages =
        List.of(
            new BsonDocument("$collStats", new BsonDocument("storageStats", new BsonDocument())));
    long sum = 0;
    for (BsonDocument shard :
        database.getCollection(collection, BsonDocument.class).aggregate(stages)) {
      OptionalLong bytes =
          Bson.document(shard, "storageStats")
              .map(MongodbSizes::withIndexes)
              .orElse(OptionalLong.empty());
      if (bytes.isEmpty()) {
        return bytes;
      }
      sum += bytes.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  private OptionalLong byCommand(String collection) {
    return withIndexes(
        database.runCommand(
            new BsonDocument("collStats", new BsonString(collection)), BsonDocument.class));
  }

  private static OptionalLong withIndexes(BsonDocument statistics) {
    return plus(Bson.number(statistics, "storageSize"), Bson.number(statistics, "totalIndexSize"));
  }

  private static OptionalLong plus(OptionalLong left, OptionalLong right) {
    return left.isPresent() && right.isPresent()
        ? OptionalLong.of(left.getAsLong() + right.getAsLong())
        : OptionalLong.empty();
  }

  private Size ofDatabase() {
    Optional<BsonDocument> statistics;
    try {
      statistics =
          Optional.of(
              database.runCommand(
                  new BsonDocument("dbStats", new BsonInt32(1)), BsonDocument.class));
    } catch (MongoCommandException e) {
      return Size.unknown("the server refuses dbStats: " + e.getErrorMessage());
    }
    OptionalLong bytes =
        statistics
            .map(found -> plus(Bson.number(found, "storageSize"), Bson.number(found, "indexSize")))
            .orElse(OptionalLong.empty());
    return bytes.isPresent()
        ? Size.of(bytes.getAsLong(), "dbStats storageSize + indexSize, of the whole database")
        : Size.unknown("dbStats does not tell");
  }
}
