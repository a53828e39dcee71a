package io.ibench.db.jdbc;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** SQLite in this process: a real database without a server. */
public final class SqliteAdapter implements Adapter {

  private static final Key<String> FILE =
      Key.text("file", "the database file; its folder must exist").withDefault("ibench.db");
  private static final Key<Sync> SYNC =
      Key.choice("sync", Sync.class, "full: a commit is durable; normal: as of the checkpoint")
          .withDefault("full");
  private static final Key<Long> CACHE =
      Key.sizeBytes("cache", "page cache of each connection").withDefault("8MB");

  /** What a commit waits for. */
  enum Sync {
    FULL,
    NORMAL
  }

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public String line() {
    return "SQLite in write-ahead mode, inside the client: no server needed";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(FILE, SYNC, CACHE);
  }

  @Override
  public Target bind(Config config) {
    Path file = Path.of(config.get(FILE)).toAbsolutePath();
    if (!config.isBroken(FILE)) {
      if (Files.isDirectory(file)) {
        config.problem("is a folder; it names the database file", FILE);
      } else if (!Files.isDirectory(file.getParent())) {
        config.problem("lies in a folder that does not exist", FILE);
      }
    }
    return new SqliteTarget(file, config.get(SYNC), config.get(CACHE));
  }
}
