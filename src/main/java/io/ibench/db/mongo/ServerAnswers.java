package io.ibench.db.mongo;

import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * What a server says of itself when it is opened. What it does not know or not allow is empty.
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
   * Asks.
   *
   * @param host known when the first answer is there
   * @throws com.mongodb.MongoException when there is no server, or it does not let the client in
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

  /** Servers that only speak the protocol may know the older name alone. */
  private static BsonDocument hello(ServerCommands commands) {
    return commands
        .ask("hello")
        .orElseGet(() -> commands.run(new BsonDocument("isMaster", new BsonInt32(1))));
  }
}
