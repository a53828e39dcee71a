package io.ibench.testing;

import io.ibench.testing.MongoTouch.Key;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * Which documents a command can depend on.
 *
 * @param namespace database and collection; empty: all that there are
 * @param ids empty: all of the collection
 */
record MongoScope(Optional<String> namespace, Optional<Set<BsonValue>> ids) {

  static MongoScope of(BsonDocument command) {
    BsonValue target = command.get(command.getFirstKey());
    if (!target.isString()) {
      return new MongoScope(Optional.empty(), Optional.empty());
    }
    String database = command.getString("$db").getValue();
    String namespace = namespace(database, target.asString().getValue());
    return new MongoScope(Optional.of(namespace), allIds(queries(command)));
  }

  private static Optional<Set<BsonValue>> allIds(List<BsonDocument> queries) {
    Set<BsonValue> all = new HashSet<>();
    for (BsonDocument query : queries) {
      Set<BsonValue> named = namedIds(query);
      if (named.isEmpty()) {
        return Optional.empty();
      }
      named.forEach(id -> all.add(comparable(id)));
    }
    return Optional.of(all).filter(ids -> !ids.isEmpty());
  }

  private static List<BsonDocument> queries(BsonDocument command) {
    return switch (command.getFirstKey()) {
      case "insert" -> command.getArray("documents").stream().map(BsonValue::asDocument).toList();
      case "update" -> queries(command, "updates");
      case "delete" -> queries(command, "deletes");
      case "findAndModify" -> List.of(command.getDocument("query"));
      case "find" -> List.of(command.getDocument("filter", new BsonDocument()));
      default -> List.of();
    };
  }

  private static List<BsonDocument> queries(BsonDocument command, String field) {
    return command.getArray(field).stream().map(one -> one.asDocument().getDocument("q")).toList();
  }

  /** The {@code _id}s that alone can match; empty: any may match. */
  static Set<BsonValue> namedIds(BsonDocument query) {
    BsonValue id = query.get("_id");
    Set<BsonValue> ids = new LinkedHashSet<>();
    if (id == null) {
      return ids;
    }
    if (!id.isDocument()) {
      ids.add(id);
    } else if (id.asDocument().containsKey("$in")) {
      ids.addAll(id.asDocument().getArray("$in"));
    }
    return ids;
  }

  /** Numbers of different types may be equal to the server. */
  private static BsonValue comparable(BsonValue id) {
    return id.isNumber() ? new BsonInt64(id.asNumber().longValue()) : id;
  }

  private static String namespace(String database, String collection) {
    return database + "." + collection;
  }

  boolean contains(Key key) {
    return namespace
            .filter(own -> !own.equals(namespace(key.database(), key.collection())))
            .isEmpty()
        && ids.filter(named -> !named.contains(comparable(key.id()))).isEmpty();
  }
}
