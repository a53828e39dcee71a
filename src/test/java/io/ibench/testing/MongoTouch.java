package io.ibench.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Finds out, before a write is executed, which documents it would touch and their contents. */
final class MongoTouch {

  /** A document's place. */
  record Key(String database, String collection, BsonValue id) {}

  private static final BsonInt32 ONE = new BsonInt32(1);

  private final MongoEngine engine;

  MongoTouch(MongoEngine engine) {
    this.engine = engine;
  }

  static boolean isWrite(BsonDocument command) {
    return switch (command.getFirstKey()) {
      case "insert", "update", "delete", "findAndModify" -> true;
      default -> false;
    };
  }

  /**
   * Every document that the write names by its {@code _id} or finds, unchanged; empty if absent.
   */
  Map<Key, Optional<BsonDocument>> before(BsonDocument command) {
    Map<Key, Optional<BsonDocument>> before = new LinkedHashMap<>();
    switch (command.getFirstKey()) {
      case "insert" ->
          documents(command, "documents")
              .forEach(row -> look(command, new BsonDocument("_id", row.get("_id")), 1, before));
      case "update" ->
          documents(command, "updates")
              .forEach(
                  one -> {
                    boolean multi = one.containsKey("multi") && one.getBoolean("multi").getValue();
                    look(command, one.getDocument("q"), multi ? 0 : 1, before);
                  });
      case "delete" ->
          documents(command, "deletes")
              .forEach(
                  one ->
                      look(
                          command,
                          one.getDocument("q"),
                          one.getNumber("limit").intValue(),
                          before));
      case "findAndModify" -> look(command, command.getDocument("query"), 1, before);
      default -> throw new IllegalArgumentException("no write: " + command.getFirstKey());
    }
    return before;
  }

  private static List<BsonDocument> documents(BsonDocument command, String field) {
    return command.getArray(field).stream().map(BsonValue::asDocument).toList();
  }

  private void look(
      BsonDocument command, BsonDocument query, int limit, Map<Key, Optional<BsonDocument>> into) {
    String database = command.getString("$db").getValue();
    String collection = command.getString(command.getFirstKey()).getValue();
    // A document of that _id may be there and not fulfil the other conditions.
    MongoScope.namedIds(query)
        .forEach(id -> into.computeIfAbsent(key(database, collection, id), this::present));
    for (BsonDocument found : find(database, collection, query, limit, command)) {
      into.put(key(database, collection, found.get("_id")), Optional.of(found));
    }
  }

  private static Key key(String database, String collection, BsonValue id) {
    return new Key(database, collection, id);
  }

  private List<BsonDocument> find(
      String database, String collection, BsonDocument query, int limit, BsonDocument command) {
    BsonDocument find =
        new BsonDocument("find", new BsonString(collection))
            .append("filter", query)
            .append("batchSize", new BsonInt32(Integer.MAX_VALUE))
            .append("$db", new BsonString(database));
    if (limit > 0) {
      find.append("limit", new BsonInt32(limit));
    }
    if (command.containsKey("sort")) {
      find.append("sort", command.get("sort"));
    }
    List<BsonDocument> found = new ArrayList<>();
    engine
        .run(find)
        .getDocument("cursor")
        .getArray("firstBatch")
        .forEach(document -> found.add(document.asDocument()));
    return found;
  }

  /** The unchanged document. */
  Optional<BsonDocument> present(Key key) {
    BsonDocument query = new BsonDocument("_id", key.id());
    return find(key.database(), key.collection(), query, 1, new BsonDocument()).stream()
        .findFirst();
  }

  /** Restores a document. */
  void restore(Key key, Optional<BsonDocument> image) {
    BsonDocument one =
        new BsonDocument("q", new BsonDocument("_id", key.id())).append("limit", ONE);
    engine.run(
        new BsonDocument("delete", new BsonString(key.collection()))
            .append("deletes", new BsonArray(List.of(one)))
            .append("$db", new BsonString(key.database())));
    image.ifPresent(
        document ->
            engine.run(
                new BsonDocument("insert", new BsonString(key.collection()))
                    .append("documents", new BsonArray(List.of(document)))
                    .append("$db", new BsonString(key.database()))));
  }
}
