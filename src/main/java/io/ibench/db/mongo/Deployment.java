package io.ibench.db.mongo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Product, version and topology of a deployment, from its answers to hello and buildInfo.
 * Immutable.
 *
 * @param host the server that answered
 */
record Deployment(BsonDocument hello, BsonDocument build, String host) {

  /** Kinds of deployments. */
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

  /** Number of members with data that are not hidden. */
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

  /** The reason why there are no transactions; empty when there are. */
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

  /** The product's version, and the version of MongoDB that it emulates. */
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

  /** The major version of MongoDB that it is, or emulates. */
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

  /** Compressors that client and server agree on; the first one is used. */
  List<String> wireCompression() {
    List<String> names = new ArrayList<>();
    for (BsonValue value : list(hello, "compression")) {
      names.add(value.isString() ? value.asString().getValue() : value.toString());
    }
    return names;
  }
}
