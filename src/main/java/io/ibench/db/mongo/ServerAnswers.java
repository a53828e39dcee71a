package io.ibench.db.mongo;

import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * A server's answers when it is opened; empty where it does not know or allow the command.
 * Immutable.
 *
 * @param status serverStatus; needs the role clusterMonitor
 * @param options getCmdLineOpts
 * @param concerns getDefaultRWConcern
 * @param parameters of getParameter: the version that data files are of, and the journal's interval
 * @param replicaSet replSetGetConfig
 */
record ServerAnswers(
    Deployment deployment,
    Optional<BsonDocument> status,
    Optional<BsonDocument> options,
    Optional<BsonDocument> concerns,
    Optional<BsonDocument> parameters,
    Optional<BsonDocument> replicaSet) {

  /**
   * @param host called after the first answer
   * @throws com.mongodb.MongoException when there is no server, or it refuses the login
   */
  static ServerAnswers of(ServerCommands commands, Supplier<String> host) {
    BsonDocument hello = hello(commands);
    BsonDocument build = commands.ask("buildInfo").orElseGet(BsonDocument::new);
    return new ServerAnswers(
        new Deployment(hello, build, host.get()),
        commands.ask("serverStatus"),
        commands.ask("getCmdLineOpts"),
        commands.ask("getDefaultRWConcern"),
        commands.ask(
            new BsonDocument("getParameter", new BsonInt32(1))
                .append("featureCompatibilityVersion", new BsonInt32(1))
                .append("journalCommitInterval", new BsonInt32(1))),
        commands.ask("replSetGetConfig"));
  }

  /** Other products with MongoDB's protocol may know only the older name. */
  private static BsonDocument hello(ServerCommands commands) {
    return commands
        .ask("hello")
        .orElseGet(() -> commands.run(new BsonDocument("isMaster", new BsonInt32(1))));
  }
}
