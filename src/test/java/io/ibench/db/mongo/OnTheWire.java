package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.Session;
import io.ibench.testing.MongoCommand;
import io.ibench.testing.ScriptedMongo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A session with LinkBench's link writes on a scripted replica set. */
@Timeout(300)
abstract class OnTheWire {

  ScriptedMongo server;
  Database database;
  Session session;
  GraphCommands graph;

  @BeforeEach
  void open() throws Exception {
    server = ScriptedMongo.replicaSet();
    String patient = server.url() + "&serverSelectionTimeoutMS=60000";
    database = Adapters.open("mongodb", Map.of("url", patient));
    GraphCommands.createTables(database);
    session = database.session();
    graph = new GraphCommands(session);
    server.clearCommands();
  }

  @AfterEach
  void close() throws Exception {
    if (session != null) {
      session.close();
    }
    if (database != null) {
      database.close();
    }
    server.close();
  }

  static List<String> names(List<MongoCommand> commands) {
    return commands.stream().map(MongoCommand::name).toList();
  }

  static long number(MongoCommand command) {
    return command.txnNumber().orElseThrow();
  }

  /** Checks that the commands are one transaction, from its beginning. */
  static void assertOneTransaction(List<MongoCommand> commands) {
    MongoCommand first = commands.get(0);
    assertThat(first.startsTransaction()).isTrue();
    assertThat(commands.subList(1, commands.size())).noneMatch(MongoCommand::startsTransaction);
    assertThat(commands)
        .allMatch(MongoCommand::isInTransaction)
        .allMatch(command -> number(command) == number(first))
        .allMatch(command -> command.lsid().orElseThrow().equals(first.lsid().orElseThrow()));
  }
}
