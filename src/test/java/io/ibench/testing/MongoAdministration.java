package io.ibench.testing;

import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What a server reports of itself, and which write concerns it knows. Stateless. */
final class MongoAdministration {

  private final MongoDeployment deployment;

  MongoAdministration(MongoDeployment deployment) {
    this.deployment = deployment;
  }

  /** Empty: not an administrative command. */
  Optional<BsonDocument> answer(BsonDocument command) {
    return switch (command.getFirstKey()) {
      case "aggregate" ->
          command.isNumber("aggregate") ? Optional.of(operations()) : Optional.empty();
      case "ping", "endSessions", "killSessions", "fsync", "setParameter" ->
          Optional.of(MongoAnswers.ok());
      case "buildInfo", "buildinfo" -> Optional.of(buildInfo());
      case "serverStatus" -> Optional.of(serverStatus());
      case "replSetGetConfig" -> Optional.of(configuration());
      case "saslStart" -> Optional.of(MongoAnswers.error(18, "Authentication failed."));
      default -> Optional.empty();
    };
  }

  /** Nothing else is running. */
  private static BsonDocument operations() {
    BsonDocument cursor =
        new BsonDocument("id", new BsonInt64(0))
            .append("ns", new BsonString("admin.$cmd.aggregate"))
            .append("firstBatch", new BsonArray());
    return MongoAnswers.ok().append("cursor", cursor);
  }

  private BsonDocument buildInfo() {
    BsonArray numbers = new BsonArray();
    for (String number : deployment.version().split("\\.")) {
      numbers.add(new BsonInt32(Integer.parseInt(number)));
    }
    return MongoAnswers.ok()
        .append("version", new BsonString(deployment.version()))
        .append("versionArray", numbers)
        .append("maxBsonObjectSize", new BsonInt32(16_777_216));
  }

  private BsonDocument serverStatus() {
    BsonDocument engine =
        new BsonDocument("name", new BsonString("wiredTiger"))
            .append("persistent", BsonBoolean.TRUE);
    return MongoAnswers.ok()
        .append("host", new BsonString("127.0.0.1"))
        .append("version", new BsonString(deployment.version()))
        .append("process", new BsonString("mongod"))
        .append("pid", new BsonInt64(ProcessHandle.current().pid()))
        .append("uptime", new BsonDouble(1))
        .append("storageEngine", engine);
  }

  private BsonDocument configuration() {
    if (!deployment.isReplicaSet()) {
      return MongoAnswers.error(76, "not running with --replSet");
    }
    BsonArray members = new BsonArray();
    for (int i = 0; i < deployment.members(); i++) {
      members.add(
          new BsonDocument("_id", new BsonInt32(i)).append("arbiterOnly", BsonBoolean.FALSE));
    }
    BsonDocument configuration =
        new BsonDocument("_id", new BsonString(deployment.setName())).append("members", members);
    configuration.append("settings", new BsonDocument("getLastErrorModes", new BsonDocument()));
    return MongoAnswers.ok().append("config", configuration);
  }

  /** Adds the error of the write concern that the command contains. */
  BsonDocument withWriteConcern(BsonDocument command, BsonDocument answer) {
    if (!command.containsKey("writeConcern") || !MongoAnswers.isOk(answer)) {
      return answer;
    }
    BsonValue wanted = command.getDocument("writeConcern").get("w");
    if (wanted == null || answer.containsKey("writeConcernError")) {
      return answer;
    }
    if (wanted.isString() && !wanted.asString().getValue().equals("majority")) {
      String message = "No write concern mode named '" + wanted.asString().getValue() + "' found";
      return MongoAnswers.writeConcernError(answer, 79, message + " in replica set configuration");
    }
    if (wanted.isNumber() && wanted.asNumber().intValue() > deployment.servers()) {
      return MongoAnswers.writeConcernError(answer, 100, "Not enough data-bearing nodes");
    }
    return answer;
  }
}
