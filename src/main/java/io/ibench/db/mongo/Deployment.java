package io.ibench.db.mongo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What kind of servers answer, by their answers to hello and buildInfo. Immutable.
 *
 * @param host of the server that was asked
 */
record Deployment(BsonDocument hello, BsonDocument build, String host) {

  /** How servers work together. */
  enum Topology {
    STANDALONE,
    REPLICA_SET,
    SHARDED
  }

  static final String FERRETDB = "FerretDB";

  Topology topology() {
    if (Bson.text(hello, "msg").equals(Optional.of("isdbgrid"))) {
      return Topology.SHARDED;
    }
    return setName().isPresent() ? Topology.REPLICA_SET : Topology.STANDALONE;
  }

  Optional<String> setName() {
    return Bson.text(hello, "setName");
  }

  /** Members that keep data and are not hidden. */
  int members() {
    return list(hello, "hosts").size() + list(hello, "passives").size();
  }

  private static List<BsonValue> list(BsonDocument document, String name) {
    return Bson.value(document, name)
        .filter(BsonValue::isArray)
        .map(BsonValue::asArray)
        .map(BsonArray::getValues)
        .orElse(List.of());
  }

  boolean takesWrites() {
    return Bson.flag(hello, "isWritablePrimary") || Bson.flag(hello, "ismaster");
  }

  /** Why operations of several commands cannot be transactions; empty when they can. */
  Optional<String> whyNoTransactions() {
    if (product().equals(FERRETDB)) {
      return Optional.of("FerretDB keeps what was aborted");
    }
    if (topology() == Topology.STANDALONE) {
      return Optional.of("the server is of no replica set");
    }
    return Bson.number(hello, "logicalSessionTimeoutMinutes").isPresent()
        ? Optional.empty()
        : Optional.of("the server has no sessions");
  }

  String product() {
    if (build.containsKey("ferretdb") || build.containsKey("ferretdbVersion")) {
      return FERRETDB;
    }
    if (build.containsKey("psmdbVersion")) {
      return "Percona Server for MongoDB";
    }
    return host.endsWith(".docdb.amazonaws.com") ? "Amazon DocumentDB" : "MongoDB";
  }

  /** As the product counts; what it stands in for behind it. */
  String version() {
    Optional<String> own =
        Bson.text(build, "ferretdb", "version")
            .or(() -> Bson.text(build, "ferretdbVersion"))
            .or(() -> Bson.text(build, "psmdbVersion"));
    return own.map(version -> version + " (as MongoDB " + protocol() + ")").orElse(protocol());
  }

  private String protocol() {
    return Bson.text(build, "version").orElse("unknown");
  }

  /** The first number of the version of MongoDB that it is, or stands in for. */
  int majorVersion() {
    String digits = protocol().replaceFirst("[^0-9].*", "");
    return digits.isEmpty() || digits.length() > 4 ? 0 : Integer.parseInt(digits);
  }

  String line() {
    return switch (topology()) {
      case STANDALONE -> "standalone";
      case SHARDED -> "sharded, through a mongos";
      case REPLICA_SET -> "replica set " + setName().orElse("") + " of " + members();
    };
  }

  /** Compressors in use between the client and this server, the first of them first. */
  List<String> wireCompression() {
    List<String> names = new ArrayList<>();
    for (BsonValue value : list(hello, "compression")) {
      names.add(value.isString() ? value.asString().getValue() : value.toString());
    }
    return names;
  }
}
