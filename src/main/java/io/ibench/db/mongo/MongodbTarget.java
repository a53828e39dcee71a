package io.ibench.db.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.MongoIncompatibleDriverException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ServerDescription;
import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A configured deployment. Immutable.
 *
 * @param user empty: the URL's user, if any
 */
record MongodbTarget(
    MongodbUrl url,
    String user,
    String password,
    Pool pool,
    Transactions transactions,
    FieldNames names,
    Compression compression)
    implements Adapter.Target {

  /** Short: a failover should be an outage, and not operations that take 30 s. */
  private static final int SERVER_SELECTION_MILLIS = 2_000;

  private static final int CONNECT_MILLIS = 5_000;

  @Override
  public Optional<String> whyNoSnapshots() {
    return Optional.of("ibench holds none on MongoDB, which ends transactions after a minute");
  }

  @Override
  public Database open() throws DatabaseException {
    return open(UnaryOperator.identity());
  }

  /**
   * Opens a client.
   *
   * @param change adds listeners to the driver's settings
   */
  Database open(UnaryOperator<MongoClientSettings.Builder> change) throws DatabaseException {
    SeenServers seen = new SeenServers();
    Checkouts checkouts = new Checkouts();
    ConnectionString resolved = resolved();
    MongoClient client =
        MongoClients.create(change.apply(settings(resolved, seen, checkouts)).build());
    boolean opened = false;
    try {
      ServerAnswers answers = ServerAnswers.of(new ServerCommands(client), () -> host(client));
      var refusal = new DeploymentCheck(answers, resolved, transactions).refusal();
      if (refusal.isPresent()) {
        throw new DatabaseException(FailureKind.FATAL, refusal.get());
      }
      MongodbServerInfo facts = new MongodbServerInfo(this, resolved, answers);
      Database database = new MongodbDatabase(this, client, facts, checkouts);
      opened = true;
      return database;
    } catch (MongoException e) {
      throw refused(e, seen, resolved);
    } finally {
      if (!opened) {
        client.close();
      }
    }
  }

  private ConnectionString resolved() throws DatabaseException {
    try {
      return url.resolved(user, password);
    } catch (MongoException e) {
      throw new DatabaseException(FailureKind.CONNECTION_LOST, SeenServers.reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new DatabaseException(FailureKind.FATAL, "the name service says: " + e.getMessage(), e);
    }
  }

  private MongoClientSettings.Builder settings(
      ConnectionString string, SeenServers seen, Checkouts checkouts) {
    MongoClientSettings.Builder settings = MongoClientSettings.builder();
    settings
        .applicationName("ibench")
        .applyToClusterSettings(
            cluster ->
                cluster.serverSelectionTimeout(SERVER_SELECTION_MILLIS, TimeUnit.MILLISECONDS))
        .applyToSocketSettings(
            socket -> socket.connectTimeout(CONNECT_MILLIS, TimeUnit.MILLISECONDS))
        .applyToConnectionPoolSettings(
            connections -> pool.applyTo(connections.addConnectionPoolListener(checkouts)))
        .applyConnectionString(string)
        .applyToServerSettings(server -> server.addServerListener(seen));
    return settings;
  }

  private static String host(MongoClient client) {
    List<ServerDescription> servers = client.getClusterDescription().getServerDescriptions();
    return servers.stream()
        .filter(ServerDescription::isPrimary)
        .findFirst()
        .or(() -> servers.stream().filter(ServerDescription::isOk).findFirst())
        .map(server -> server.getAddress().getHost())
        .orElse("");
  }

  /** One line with the reason; the driver's message says only that it has waited. */
  private DatabaseException refused(
      MongoException failure, SeenServers seen, ConnectionString resolved) {
    if (failure instanceof MongoSecurityException security) {
      String named = security.getCredential().getUserName();
      String who = named == null ? "the certificate's user" : named;
      String source = security.getCredential().getSource();
      return new DatabaseException(
          FailureKind.DENIED,
          "no login as " + who + " of " + source + ": " + SeenServers.reason(failure),
          failure);
    }
    if (failure instanceof MongoIncompatibleDriverException) {
      return new DatabaseException(
          FailureKind.FATAL, "the server is too old or too new: " + failure.getMessage(), failure);
    }
    if (failure instanceof MongoTimeoutException) {
      return new DatabaseException(FailureKind.CONNECTION_LOST, seen.whyNone(resolved), failure);
    }
    return MongodbFailures.of(failure);
  }

  @Override
  public String toString() {
    return "MONGODB[" + url + "]";
  }
}
