package io.ibench.db.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.ReadConcern;
import com.mongodb.ReadConcernLevel;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import io.ibench.db.Description;
import io.ibench.db.ServerLocation;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Product, configuration and location of a deployment, from its answers. Immutable. */
final class MongodbServerInfo {

  private static final Set<ReadConcernLevel> IN_TRANSACTIONS =
      Set.of(ReadConcernLevel.LOCAL, ReadConcernLevel.MAJORITY, ReadConcernLevel.SNAPSHOT);

  private static final String NOT_TOLD = "not told";
  private static final String SERVERS_CHOICE = "server's default";

  private final MongodbTarget target;
  private final ConnectionString url;
  private final ServerAnswers answers;
  private final Deployment deployment;

  MongodbServerInfo(MongodbTarget target, ConnectionString url, ServerAnswers answers) {
    this.target = target;
    this.url = url;
    this.answers = answers;
    this.deployment = answers.deployment();
  }

  /**
   * Options of transactions; empty without transactions. They read a snapshot, unless the URL names
   * another read concern for transactions, and have the same write concern as other commands.
   */
  Optional<TransactionOptions> transactions() {
    if (target.transactions() == Transactions.OFF || deployment.whyNoTransactions().isPresent()) {
      return Optional.empty();
    }
    TransactionOptions.Builder options =
        TransactionOptions.builder()
            .readConcern(transactionReadConcern())
            .readPreference(ReadPreference.primary());
    Optional.ofNullable(url.getWriteConcern()).ifPresent(options::writeConcern);
    return Optional.of(options.build());
  }

  private ReadConcern transactionReadConcern() {
    return Optional.ofNullable(url.getReadConcern())
        .filter(concern -> IN_TRANSACTIONS.contains(concern.getLevel()))
        .orElse(ReadConcern.SNAPSHOT);
  }

  Description description() {
    return new Description(
        "mongodb",
        deployment.product(),
        deployment.version(),
        engine(),
        driver(),
        "one unordered insertMany",
        durability(),
        isolation(),
        settings(),
        warnings());
  }

  private boolean isFerretdb() {
    return deployment.product().equals(Deployment.FERRETDB);
  }

  private String engine() {
    if (isFerretdb()) {
      return "PostgreSQL, as it is configured there";
    }
    String name =
        answers
            .status()
            .flatMap(status -> Bson.text(status, "storageEngine", "name"))
            .orElse("not told");
    return switch (target.compression()) {
      case SERVER -> name + ", compressed as the server is configured" + configuredCompression();
      case NONE -> name + ", not compressed";
      default -> name + ", compressed by " + target.compression();
    };
  }

  private String configuredCompression() {
    return answers
        .options()
        .flatMap(
            options ->
                Bson.text(
                    options,
                    "parsed",
                    "storage",
                    "wiredTiger",
                    "collectionConfig",
                    "blockCompressor"))
        .map(name -> " (" + name + ")")
        .orElse("");
  }

  /** The driver's name and version, and compression, encryption and pool, if used. */
  private String driver() {
    boolean encrypted = Boolean.TRUE.equals(url.getSslEnabled());
    return "mongodb-driver-sync"
        + driverVersion().map(version -> " " + version).orElse("")
        + (encrypted ? ", TLS" : "")
        + deployment.wireCompression().stream().findFirst().map(name -> ", " + name).orElse("")
        + ", "
        + target.pool().line();
  }

  /** From the manifest of the driver's jar. */
  private static Optional<String> driverVersion() {
    URL source = MongoClient.class.getResource("MongoClient.class");
    try {
      return source != null && source.openConnection() instanceof JarURLConnection jar
          ? Optional.ofNullable(jar.getManifest())
              .map(manifest -> manifest.getMainAttributes().getValue("Bundle-Version"))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The write concern of the URL, else the server's default. */
  private String durability() {
    if (isFerretdb()) {
      return "that of its PostgreSQL, whatever the write concern";
    }
    Optional<WriteConcern> given =
        Optional.ofNullable(url.getWriteConcern()).filter(concern -> !concern.isServerDefault());
    Optional<Boolean> journal = given.map(WriteConcern::getJournal);
    String w = given.map(WriteConcern::getWObject).map(Object::toString).orElse("");
    String waits = w.isEmpty() ? defaultW() : w;
    return "w="
        + waits
        + (w.isEmpty() ? " (" + SERVERS_CHOICE + ")" : "")
        + journal.map(waited -> ", j=" + waited).orElse(", j not set")
        + ": "
        + inPlainWords(waits, journal);
  }

  private String defaultW() {
    return answers
        .concerns()
        .flatMap(concerns -> Bson.value(concerns, "defaultWriteConcern", "w"))
        .map(w -> w.isNumber() ? Long.toString(w.asNumber().longValue()) : text(w))
        .orElse(NOT_TOLD);
  }

  private static String text(BsonValue value) {
    return value.isString() ? value.asString().getValue() : value.toString();
  }

  /** A majority acknowledges journaled writes, unless the replica set is configured otherwise. */
  private String inPlainWords(String w, Optional<Boolean> journal) {
    if (w.equals(NOT_TOLD) && deployment.topology() != Deployment.Topology.STANDALONE) {
      return "mostly a majority has it; to ask needs the role clusterMonitor";
    }
    boolean journaled = journal.orElse(w.equals("majority") && majorityJournals());
    String who =
        w.equals("majority")
            ? "a majority has it"
            : w.matches("[2-9]|\\d\\d+") ? w + " servers have it" : "the server has it";
    return journaled
        ? who + " in the journal"
        : who
            + " in memory; the journal follows within "
            + answers
                .parameters()
                .map(parameters -> Bson.number(parameters, "journalCommitInterval").orElse(0))
                .filter(millis -> millis > 0)
                .orElse(100L)
            + " ms";
  }

  private boolean majorityJournals() {
    return deployment.topology() != Deployment.Topology.STANDALONE
        && answers
            .replicaSet()
            .flatMap(set -> Bson.value(set, "config", "writeConcernMajorityJournalDefault"))
            .map(value -> !value.isBoolean() || value.asBoolean().getValue())
            .orElse(true);
  }

  private String isolation() {
    return transactions()
        .map(options -> "transactions: " + level(options.getReadConcern()))
        .orElse("none: each command by itself");
  }

  private static String level(ReadConcern concern) {
    return concern == null || concern.getLevel() == null
        ? SERVERS_CHOICE
        : concern.getLevel().getValue();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("topology", deployment.line());
    settings.put("transactions", transactionsLine());
    settings.put("read concern", level(url.getReadConcern()));
    settings.put(
        "read preference",
        Optional.ofNullable(url.getReadPreference()).orElse(ReadPreference.primary()).getName());
    settings.put(
        "retryable writes",
        deployment.topology() == Deployment.Topology.STANDALONE
            ? "none"
            : Boolean.FALSE.equals(url.getRetryWritesValue()) ? "off" : "on");
    settings.put("field names", target.names().toString().toLowerCase(Locale.ROOT));
    settings.put("generated keys", "a counter of this client for each collection");
    answers
        .status()
        .map(status -> Bson.number(status, "wiredTiger", "cache", "maximum bytes configured"))
        .filter(OptionalLong::isPresent)
        .ifPresent(bytes -> settings.put("cache bytes", Long.toString(bytes.getAsLong())));
    answers
        .parameters()
        .flatMap(found -> Bson.text(found, "featureCompatibilityVersion", "version"))
        .ifPresent(version -> settings.put("feature compatibility", version));
    return settings;
  }

  private String transactionsLine() {
    if (transactions().isPresent()) {
      return "used";
    }
    return target.transactions() == Transactions.OFF
        ? "off"
        : "none: " + deployment.whyNoTransactions().orElse("");
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (transactions().isEmpty()) {
      String reason =
          target.transactions() == Transactions.OFF
              ? "mongo.transactions = off"
              : deployment.whyNoTransactions().orElse("");
      warnings.add(
          "no transactions: "
              + reason
              + "; the writes of one operation are commands by themselves, so that a failure"
              + " between them leaves the first one");
    }
    if (deployment.majorVersion() < 6 && !isFerretdb()) {
      warnings.add(deployment.version() + " is older than what ibench is made for, 6.0 to 8.x");
    }
    boolean alone = url.getRequiredReplicaSetName() == null && url.getHosts().size() == 1;
    if (deployment.topology() == Deployment.Topology.REPLICA_SET
        && deployment.members() > 1
        && alone
        && !url.isSrvProtocol()) {
      warnings.add(
          "connected to one member of the replica set only, a fail-over is not followed: add"
              + " replicaSet="
              + deployment.setName().orElse("")
              + " to the url");
    }
    if (!url.getCompressorList().isEmpty() && deployment.wireCompression().isEmpty()) {
      warnings.add("the server compresses by none of the url's compressors: messages are plain");
    }
    return warnings;
  }

  ServerLocation location() {
    BsonDocument status = answers.status().orElseGet(BsonDocument::new);
    List<Path> directories =
        answers
            .options()
            .flatMap(options -> Bson.text(options, "parsed", "storage", "dbPath"))
            .map(Path::of)
            .stream()
            .toList();
    return new ServerLocation(
        deployment.host(),
        Bson.number(status, "pid"),
        List.of("mongod", "mongos", "ferretdb"),
        directories,
        false,
        false,
        pidFile());
  }

  private Optional<Path> pidFile() {
    return answers
        .options()
        .flatMap(options -> Bson.text(options, "parsed", "processManagement", "pidFilePath"))
        .map(Path::of);
  }
}
