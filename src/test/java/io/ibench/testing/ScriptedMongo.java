package io.ibench.testing;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/**
 * A deployment of MongoDB for tests, on free ports of 127.0.0.1: one server, or a replica set whose
 * members share one store. It records the commands that it receives and follows a script.
 *
 * <p>It executes commands on documents in memory with sessions, transactions and retried writes, as
 * described in {@link MongoTransactions}. It does not replicate (a secondary refuses everything but
 * the commands with which drivers find the primary), does not check users (every login is refused),
 * does not compress and has no TLS; indexes that are not unique are known by name only.
 * Thread-safe.
 */
public final class ScriptedMongo implements AutoCloseable {

  private static final Set<String> HELLO = Set.of("hello", "ismaster", "isMaster");
  private static final Set<String> FOR_ANY_MEMBER =
      Set.of("ping", "buildInfo", "serverStatus", "endSessions", "killSessions", "saslStart");

  private final MongoDeployment deployment;
  private final MongoTopology topology;
  private final MongoTransactions store = new MongoTransactions();
  private final MongoScript script = new MongoScript();
  private final MongoAdministration administration;
  private final List<MongoListener> members = new ArrayList<>();
  private final List<MongoCommand> commands = Collections.synchronizedList(new ArrayList<>());

  private ScriptedMongo(MongoDeployment deployment) {
    this.deployment = deployment;
    this.topology = new MongoTopology(deployment);
    this.administration = new MongoAdministration(deployment);
  }

  public static ScriptedMongo start(MongoDeployment deployment) {
    ScriptedMongo mongo = new ScriptedMongo(deployment);
    AtomicLong connections = new AtomicLong();
    try {
      for (int i = 0; i < deployment.servers(); i++) {
        int member = i;
        MongoListener listener =
            MongoListener.open(
                connections,
                (in, client, connection) -> mongo.serve(member, in, client, connection));
        mongo.members.add(listener);
        mongo.topology.addHost(listener.port());
      }
    } catch (IOException e) {
      mongo.close();
      throw new UncheckedIOException(e);
    }
    mongo.members.forEach(MongoListener::start);
    return mongo;
  }

  public static ScriptedMongo replicaSet() {
    return start(MongoDeployment.replicaSet());
  }

  /** For {@code url =}: the database is {@code ibench}. */
  public String url() {
    return deployment.isReplicaSet()
        ? url("replicaSet=" + deployment.setName())
        : "mongodb://" + seeds() + "/ibench";
  }

  /** The same with these options instead of the set's name. */
  public String url(String options) {
    return "mongodb://" + seeds() + "/ibench?" + options;
  }

  /** All servers, as in a URL. */
  public String seeds() {
    return topology.seeds();
  }

  public MongoScript script() {
    return script;
  }

  /** The commands received so far, except hello, in the order of arrival. */
  public List<MongoCommand> commands() {
    synchronized (commands) {
      return List.copyOf(commands);
    }
  }

  /** The same, but only commands of these names. */
  public List<MongoCommand> commands(String... names) {
    Set<String> wanted = Set.of(names);
    return commands().stream().filter(command -> wanted.contains(command.name())).toList();
  }

  /** Clears the record of received commands. */
  public void clearCommands() {
    commands.clear();
  }

  public int primary() {
    return topology.primary();
  }

  public long openTransactions() {
    return store.openTransactions();
  }

  /** Aborts all open transactions, as the server does when their time is over. */
  public void expireTransactions() {
    store.abortAll();
  }

  /** Makes the next member primary immediately; open transactions are aborted. */
  public void stepDown() {
    losePrimary();
    topology.electNext();
  }

  /** Leaves no primary until {@link #electNext}; open transactions are aborted. */
  public void losePrimary() {
    store.stepDown(topology::losePrimary);
  }

  public void electNext() {
    topology.electNext();
  }

  /** Closes all connections of all members; new ones are served. */
  public void cut() {
    members.forEach(MongoListener::cut);
  }

  private void serve(int member, DataInputStream in, Socket client, long connection)
      throws IOException, InterruptedException {
    while (true) {
      MongoWire.Request request = MongoWire.read(in);
      Optional<BsonDocument> answer =
          answer(new MongoCommand(member, connection, request.command()));
      if (answer.isEmpty()) {
        return;
      }
      if (request.answered()) {
        client
            .getOutputStream()
            .write(MongoWire.answer(request.id(), request.legacy(), answer.get()));
      }
    }
  }

  private Optional<BsonDocument> answer(MongoCommand command) throws InterruptedException {
    if (HELLO.contains(command.name())) {
      return Optional.of(
          topology.hello(command.member(), command.connection(), command.document()));
    }
    commands.add(command);
    Optional<MongoReaction> reaction = script.take(command);
    if (reaction.isEmpty()) {
      return Optional.of(execute(command));
    }
    Optional<BsonDocument> answer = reaction.get().to(command, new Means(command));
    if (command.isInTransaction() && answer.filter(said -> aborts(command, said)).isPresent()) {
      store.abort(command);
    }
    return answer;
  }

  /**
   * A commit that failed may be requested again, unless the answer says that everything is lost.
   */
  private static boolean aborts(MongoCommand command, BsonDocument answer) {
    return command.isCommit()
        ? MongoAnswers.hasLabel(answer, MongoAnswers.TRANSIENT)
        : !MongoAnswers.isSuccess(answer);
  }

  private BsonDocument execute(MongoCommand command) throws InterruptedException {
    boolean forAny = FOR_ANY_MEMBER.contains(command.name());
    if (!forAny && !topology.isPrimary(command.member())) {
      return MongoAnswers.notPrimary(command);
    }
    if (command.name().equals("killSessions")) {
      command.document().getArray("killSessions").forEach(id -> store.kill(id.asDocument()));
    }
    Optional<BsonDocument> administrative = administration.answer(command.document());
    if (administrative.isPresent()) {
      return administrative.get();
    }
    if (command.isInTransaction() && !deployment.isReplicaSet()) {
      return MongoAnswers.error(
          20, "Transaction numbers are only allowed on a replica set member or mongos");
    }
    return administration.withWriteConcern(
        command.document(), store.run(command, () -> topology.isPrimary(command.member())));
  }

  /** A reaction's means for one command. */
  private final class Means implements MongoReaction.Means {

    private final MongoCommand command;

    Means(MongoCommand command) {
      this.command = command;
    }

    @Override
    public BsonDocument execute() throws InterruptedException {
      return ScriptedMongo.this.execute(command);
    }

    @Override
    public boolean abort() {
      return store.abort(command);
    }

    @Override
    public void stepDown() {
      ScriptedMongo.this.stepDown();
    }
  }

  @Override
  public void close() {
    members.forEach(MongoListener::close);
    topology.changed();
    store.close();
  }
}
