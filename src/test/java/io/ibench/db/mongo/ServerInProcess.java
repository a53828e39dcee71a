package io.ibench.db.mongo;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.util.List;
import java.util.Map;

/** A server of MongoDB's protocol in this process; of its versions the driver accepts 5.0 only. */
final class ServerInProcess implements AutoCloseable {

  private final MongoServer server =
      new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));

  private final String url = "mongodb://127.0.0.1:" + server.bind().getPort() + "/ibench";

  Database open() throws DatabaseException {
    return new MongodbAdapter().bind(Config.of(Map.of("url", url))).open();
  }

  /** Adds the name of every command that the driver sends to {@code commands}. */
  Database open(List<String> commands) throws DatabaseException {
    CommandListener listener =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            commands.add(event.getCommandName());
          }
        };
    return MongodbAdapter.target(Config.of(Map.of("url", url)))
        .open(settings -> settings.addCommandListener(listener));
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
