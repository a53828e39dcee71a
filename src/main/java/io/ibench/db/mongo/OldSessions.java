package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import io.ibench.db.Aftermath;
import io.ibench.db.DatabaseException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Sessions that lost connections have used. The primary lists their operations, including open
 * transactions; every user sees his own operations. Not thread-safe.
 */
final class OldSessions implements Aftermath {

  private static final long KILL_SECONDS = 5;

  private final MongoClient client;
  private final List<BsonDocument> sessions;
  private boolean wasThere;

  /**
   * @param sessions no longer used
   */
  OldSessions(MongoClient client, List<BsonDocument> sessions) {
    this.client = client;
    this.sessions = List.copyOf(sessions);
  }

  @Override
  public State look() throws DatabaseException {
    if (sessions.isEmpty()) {
      return State.OVER;
    }
    try {
      BsonDocument answer =
          client
              .getDatabase("admin")
              .runCommand(question(), ReadPreference.primary(), BsonDocument.class);
      if (answer.getDocument("cursor").getArray("firstBatch").isEmpty()) {
        return State.OVER;
      }
    } catch (MongoException e) {
      DatabaseException failure = MongodbFailures.of(e);
      if (MongodbFailures.isAway(failure.kind())) {
        throw failure;
      }
      return State.UNSEEN; // The server does not know the command, or refuses it.
    }
    if (wasThere) {
      end(client, sessions);
    }
    wasThere = true;
    return State.GOING_ON;
  }

  private BsonDocument question() {
    BsonArray ids = new BsonArray();
    sessions.forEach(session -> ids.add(session.get("id")));
    BsonDocument theirs = new BsonDocument("lsid.id", new BsonDocument("$in", ids));
    return new BsonDocument("aggregate", new BsonInt32(1))
        .append(
            "pipeline",
            new BsonArray(
                List.of(
                    new BsonDocument("$currentOp", new BsonDocument()),
                    new BsonDocument("$match", theirs),
                    new BsonDocument("$project", new BsonDocument("op", new BsonInt32(1))))))
        .append("cursor", new BsonDocument());
  }

  /** Asks the server to end the operations of these sessions. */
  static void end(MongoClient client, List<BsonDocument> sessions) {
    try {
      client
          .getDatabase("admin")
          .withTimeout(KILL_SECONDS, TimeUnit.SECONDS)
          .runCommand(new BsonDocument("killSessions", new BsonArray(sessions)));
    } catch (MongoException | IllegalStateException e) {
      // The server refuses or does not answer, or the client is closed: the server's limits remain.
      return;
    }
  }
}
