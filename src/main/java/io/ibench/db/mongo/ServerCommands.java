package io.ibench.db.mongo;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** Runs administrative commands, which a server may not know or allow. Thread-safe. */
final class ServerCommands {

  private static final int UNAUTHORIZED = 13;

  private final MongoDatabase admin;

  ServerCommands(MongoClient client) {
    this.admin = client.getDatabase("admin");
  }

  /**
   * @throws com.mongodb.MongoException also when the server refuses
   */
  BsonDocument run(BsonDocument command) {
    return admin.runCommand(command, BsonDocument.class);
  }

  /** The answer to a command without arguments; empty when the server refuses. */
  Optional<BsonDocument> ask(String command) {
    return ask(new BsonDocument(command, new BsonInt32(1)));
  }

  /** The answer; empty when the server refuses. */
  Optional<BsonDocument> ask(BsonDocument command) {
    try {
      return Optional.of(run(command));
    } catch (MongoCommandException e) {
      return Optional.empty();
    }
  }

  static boolean isDenied(MongoCommandException refusal) {
    return refusal.getErrorCode() == UNAUTHORIZED;
  }
}
