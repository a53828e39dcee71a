package io.ibench.db.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.ibench.db.DiagnosticText;
import io.ibench.db.ServerSecrets;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * Diagnostic texts of MongoDB, as JSON. If a command is refused or takes too long, its text is the
 * reason; only a lost connection is a failure. Masks secrets. Not thread-safe.
 */
final class MongodbDiagnostics {

  private static final long TIMEOUT_SECONDS = 30;

  /** The start of the driver's message that it found no server; its type is that of a timeout. */
  private static final String NO_SERVER = "waiting for a server";

  private static final JsonWriterSettings JSON =
      JsonWriterSettings.builder().indent(true).outputMode(JsonMode.RELAXED).build();

  private final MongoDatabase admin;
  private final MongoDatabase database;
  private final List<DiagnosticText> texts = new ArrayList<>();

  private MongodbDiagnostics(MongoDatabase admin, MongoDatabase database) {
    this.admin = admin.withTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    this.database = database.withTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * @throws MongoException when the connection is lost
   */
  static List<DiagnosticText> of(MongoClient client, MongoDatabase database, List<Table> tables) {
    MongodbDiagnostics found = new MongodbDiagnostics(client.getDatabase("admin"), database);
    for (String command : List.of("serverStatus", "buildInfo", "getCmdLineOpts")) {
      found.add(command, () -> found.command(command, new BsonInt32(1)));
    }
    found.add("getParameter", () -> found.command("getParameter", new BsonString("*")));
    for (Table table : tables) {
      found.add("collStats-" + table.name(), () -> found.collection(table.name()));
    }
    return List.copyOf(found.texts);
  }

  private BsonDocument command(String name, BsonValue argument) {
    return admin.runCommand(new BsonDocument(name, argument), BsonDocument.class);
  }

  /** One document for each shard. */
  private BsonDocument collection(String name) {
    List<BsonDocument> stages =
        List.of(
            new BsonDocument(
                "$collStats",
                new BsonDocument("storageStats", new BsonDocument())
                    .append("latencyStats", new BsonDocument())));
    BsonArray shards = new BsonArray();
    try {
      database
          .getCollection(name, BsonDocument.class)
          .aggregate(stages)
          .forEach(shard -> shards.add(withoutIndexDetails(shard)));
    } catch (MongoException e) {
      requirePresent(e);
      shards.add(
          withoutIndexDetails(
              database.runCommand(
                  new BsonDocument("collStats", new BsonString(name)), BsonDocument.class)));
    }
    return new BsonDocument(name, shards);
  }

  /** Keeps the storage engine's text of the collection, and removes those of its indexes. */
  private static BsonDocument withoutIndexDetails(BsonDocument statistics) {
    statistics.remove("indexDetails");
    Bson.document(statistics, "storageStats").ifPresent(found -> found.remove("indexDetails"));
    return statistics;
  }

  private void add(String name, Supplier<BsonDocument> question) {
    String text;
    try {
      text = ((BsonDocument) masked("", question.get())).toJson(JSON) + "\n";
    } catch (MongoException e) {
      requirePresent(e);
      text = "not available: " + FailureText.of(e) + "\n";
    }
    texts.add(new DiagnosticText(name + ".json", text));
  }

  /** Ignores a refusal and a command that took too long; throws other failures. */
  private static void requirePresent(MongoException failure) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof MongoOperationTimeoutException && message.contains(NO_SERVER)) {
      throw new MongoTimeoutException(message);
    }
    boolean answered =
        failure instanceof MongoCommandException
            && !MongodbFailures.isAway(MongodbFailures.of(failure).kind());
    if (!answered && !(failure instanceof MongoOperationTimeoutException)) {
      throw failure;
    }
  }

  /** Masks secrets and removes the raw command line; its parsed options remain. */
  private static BsonValue masked(String name, BsonValue value) {
    if (value.isDocument()) {
      BsonDocument masked = new BsonDocument();
      for (Map.Entry<String, BsonValue> entry : value.asDocument().entrySet()) {
        masked.append(entry.getKey(), masked(entry.getKey(), entry.getValue()));
      }
      return masked;
    }
    if (value.isArray()) {
      BsonArray masked = new BsonArray();
      value.asArray().forEach(each -> masked.add(masked(name, each)));
      return name.equals("argv") ? new BsonString("left out: see parsed") : masked;
    }
    return value.isString()
        ? new BsonString(ServerSecrets.masked(name, value.asString().getValue()))
        : value;
  }
}
