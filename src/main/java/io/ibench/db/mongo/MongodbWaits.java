package io.ibench.db.mongo;

import io.ibench.db.DatabaseException;
import io.ibench.db.WaitStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * What MongoDB's operations wait for, by currentOp, which shows a user his own without any right. A
 * read of a file has no state: it is {@link #CPU}. Has no connection of its own, but one of the
 * client's.
 */
final class MongodbWaits implements WaitStates {

  static final String LOCK = "lock";
  static final String FLOW_CONTROL = "flow control";

  private final ServerCommands commands;
  private final String prefix;

  private MongodbWaits(ServerCommands commands, String database) {
    this.commands = commands;
    this.prefix = database + ".";
  }

  /** Empty for a server that refuses to tell. */
  static Optional<WaitStates> of(ServerCommands commands, String database)
      throws DatabaseException {
    return MongodbFailures.call(() -> commands.ask(question()))
        .map(answer -> new MongodbWaits(commands, database));
  }

  private static BsonDocument question() {
    return new BsonDocument("currentOp", new BsonInt32(1))
        .append("$ownOps", BsonBoolean.TRUE)
        .append("active", BsonBoolean.TRUE);
  }

  @Override
  public List<String> now() throws DatabaseException {
    return states(MongodbFailures.call(() -> commands.run(question())), prefix);
  }

  /** The states of the operations on this database. */
  static List<String> states(BsonDocument answer, String prefix) {
    List<String> states = new ArrayList<>();
    BsonValue operations = answer.get("inprog");
    if (operations instanceof BsonArray all) {
      for (BsonValue one : all) {
        if (one.isDocument() && Bson.text(one.asDocument(), "ns").orElse("").startsWith(prefix)) {
          states.add(state(one.asDocument()));
        }
      }
    }
    return states;
  }

  private static String state(BsonDocument operation) {
    if (Bson.flag(operation, "waitingForLock")) {
      return LOCK;
    }
    if (Bson.flag(operation, "waitingForFlowControl")) {
      return FLOW_CONTROL;
    }
    Optional<String> queue = Bson.text(operation, "currentQueue", "name");
    Optional<String> latch = Bson.text(operation, "waitingForLatch", "captureName");
    return queue
        .map(name -> "queue " + name)
        .or(() -> latch.map(name -> "latch " + name))
        .orElse(CPU);
  }

  @Override
  public void close() {
    // The client belongs to the database.
  }
}
