package io.ibench.db.mongo;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.testing.MongoBackendWithHints;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * A server of MongoDB's protocol in this process; the driver accepts only version 5.0 of it. It
 * announces sessions, and ignores them: no transactions, no retryable writes.
 */
public final class ServerInProcess implements AutoCloseable {

  private static final class Shared {
    private static final ServerInProcess SERVER = new ServerInProcess();
  }

  private static final JsonWriterSettings EXACTLY =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

  private final Backend backend = new Backend();
  private final MongoServer server = new MongoServer(backend);

  private final String address = "mongodb://127.0.0.1:" + server.bind().getPort() + "/";

  /** The server that the tests of this JVM share; the caller leaves it running. */
  public static ServerInProcess shared() {
    return Shared.SERVER;
  }

  /** Returns the name of a database that no other test uses. */
  public String urlOfItsOwn() {
    return address + "t" + UUID.randomUUID().toString().replace("-", "");
  }

  /** Drops the database of a URL. */
  public void dropDatabase(String url) {
    backend.dropDatabase(url.substring(address.length()));
  }

  /** Keeps the first rows of the next insert of several rows, and closes the connection. */
  void loseConnectionAfter(int rows) {
    backend.kept.set(rows);
  }

  String url() {
    return address + "ibench";
  }

  Database open() throws DatabaseException {
    return new MongodbAdapter().bind(Config.of(Map.of("url", url()))).open();
  }

  /** Adds the name of every command that the driver sends to {@code commands}. */
  Database open(List<String> commands) throws DatabaseException {
    return open(command -> commands.add(command.getFirstKey()));
  }

  /** Passes on every command that the driver sends, without the fields of its session. */
  Database open(Consumer<BsonDocument> commands) throws DatabaseException {
    CommandListener listener =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            BsonDocument command = BsonDocument.parse(event.getCommand().toJson(EXACTLY));
            List.of("lsid", "$db", "$readPreference").forEach(command::remove);
            commands.accept(command);
          }
        };
    return MongodbAdapter.target(Config.of(Map.of("url", url())))
        .open(settings -> settings.addCommandListener(listener));
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private static final class Backend extends MongoBackendWithHints {

    private static final int SESSION_MINUTES = 30;

    /** Negative: no row is lost. */
    private final AtomicInteger kept = new AtomicInteger(-1);

    @Override
    public Document handleCommand(
        Channel channel, String database, String command, Document query) {
      Document answer = super.handleCommand(channel, database, command, query);
      if (command.equalsIgnoreCase("isMaster")) {
        answer.put("logicalSessionTimeoutMinutes", SESSION_MINUTES);
      }
      return answer;
    }

    @Override
    public Document handleMessage(MongoMessage message) {
      Document command = message.getDocument();
      if (command.containsKey("insert")) {
        int rows = kept.getAndSet(-1);
        if (rows >= 0) {
          List<?> documents = (List<?>) command.get("documents");
          command.put("documents", List.copyOf(documents.subList(0, rows)));
          super.handleMessage(message);
          message.getChannel().close();
        }
      }
      return super.handleMessage(message);
    }
  }
}
