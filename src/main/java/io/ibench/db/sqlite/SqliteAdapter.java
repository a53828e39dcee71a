package io.ibench.db.sqlite;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.DatabaseException;
import io.ibench.db.NativeLanguage;
import io.ibench.db.jdbc.BareAccess;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The database {@code sqlite}: SQLite in this process, without a server. */
public final class SqliteAdapter implements Adapter {

  private static final Key<String> FILE =
      Key.text("file", "the database file; its folder must exist").withDefault("ibench.db");
  private static final Key<Sync> SYNC =
      Key.choice("sync", Sync.class, "full: a commit is durable; normal: as of the checkpoint")
          .withDefault("full");
  private static final Key<Long> CACHE =
      Key.sizeBytes("cache", "page cache of each connection").withDefault("8MB");

  /** SQLite counts kilobytes in 32 bits. */
  private static final long MAX_CACHE_BYTES = 1L << 40;

  /** What a commit waits for. */
  enum Sync {
    FULL,
    NORMAL
  }

  /** A configured file. Immutable. */
  record SqliteTarget(Path path, Sync sync, long cacheBytes) implements BareAccess.Target {

    @Override
    public Optional<String> whyNoSnapshots() {
      return Optional.empty();
    }

    @Override
    public BareAccess open() throws DatabaseException {
      return SqliteDatabase.open(this);
    }

    @Override
    public Optional<Path> directory() {
      return Optional.of(Objects.requireNonNull(path.getParent()));
    }
  }

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public String description() {
    return "SQLite in write-ahead mode, inside the client: no server needed";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(FILE, SYNC, CACHE);
  }

  @Override
  public Optional<NativeLanguage> language() {
    return Optional.of(NativeLanguage.SQL);
  }

  @Override
  public Target bind(Config config) {
    long cacheBytes = config.get(CACHE);
    if (cacheBytes > MAX_CACHE_BYTES) {
      config.problem("is out of range; allowed: at most 1TB", CACHE);
    }
    return new SqliteTarget(file(config), config.get(SYNC), cacheBytes);
  }

  private static Path file(Config config) {
    String name = config.get(FILE);
    Path file;
    try {
      file = Path.of(name).toAbsolutePath();
    } catch (InvalidPathException e) {
      config.problem("is not the name of a file on this system: " + e.getReason(), FILE);
      return Path.of("ibench.db").toAbsolutePath();
    }
    if (name.isEmpty()) {
      config.problem("is empty; it names the database file", FILE);
    } else if (Files.isDirectory(file)) {
      config.problem("is a folder; it names the database file", FILE);
    } else if (!Files.isDirectory(Objects.requireNonNull(file.getParent()))) {
      config.problem("lies in a folder that does not exist", FILE);
    }
    return file;
  }
}
