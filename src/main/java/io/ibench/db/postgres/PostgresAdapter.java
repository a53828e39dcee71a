package io.ibench.db.postgres;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.NativeLanguage;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.PoolSettings;
import io.ibench.db.jdbc.Tls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The database {@code postgres}: PostgreSQL through pgjdbc. */
public final class PostgresAdapter implements Adapter {

  private static final Key<String> URL =
      Key.text("url", "the driver's URL, such as jdbc:postgresql://127.0.0.1:5432/ibench");
  private static final Key<String> ENGINE =
      Key.text("engine", "the table access method of the tables").withDefault(PostgresStorage.HEAP);
  private static final Key<String> TABLE_OPTIONS =
      Key.text("table_options", "what follows USING in CREATE TABLE: WITH (...), TABLESPACE ...")
          .withDefault("");
  private static final Key<Boolean> UNLOGGED =
      Key.flag("unlogged", "tables that are not in the write-ahead log, and lost in a crash")
          .withDefault("false");
  private static final Key<String> TEXT_COLLATION =
      Key.text("text.collation", "collation of text, such as C; default: the database's")
          .withDefault("");
  private static final Key<Batch> BATCH =
      Key.choice("batch", Batch.class, "how the rows of one insert travel").withDefault("values");

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** How the rows of one insert are sent. */
  public enum Batch {
    VALUES("multi-row VALUES"),
    BULK("an array per column (INSERT .. SELECT unnest)");

    private final String form;

    Batch(String form) {
      this.form = form;
    }

    /**
     * Its name in a result.
     *
     * @param unnamed the server parses the statement at each execution
     */
    String line(boolean unnamed) {
      return form + (unnamed ? ", parsed at each execution" : ", prepared on the server");
    }
  }

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public String description() {
    return PostgresVersion.SUPPORTED + " through pgjdbc, any table access method";
  }

  @Override
  public List<Key<?>> keys() {
    List<Key<?>> keys = new ArrayList<>(ConnectionSettings.keys(URL));
    keys.addAll(PoolSettings.KEYS);
    keys.addAll(List.of(ENGINE, TABLE_OPTIONS, UNLOGGED, TEXT_COLLATION, BATCH));
    return List.copyOf(keys);
  }

  @Override
  public Optional<NativeLanguage> language() {
    return Optional.of(new NativeLanguage(false, false, false, false, true, true, "??", true));
  }

  @Override
  public Target bind(Config config) {
    ConnectionSettings settings = ConnectionSettings.bind(config, URL, new PostgresConnector());
    PostgresStorage storage =
        new PostgresStorage(
            config.get(ENGINE),
            config.get(TABLE_OPTIONS).strip(),
            config.get(UNLOGGED),
            config.get(TEXT_COLLATION));
    if (!IDENTIFIER.matcher(storage.engine()).matches()) {
      config.problem("is not the name of a table access method, such as heap", ENGINE);
    }
    if (!storage.collation().matches("[A-Za-z0-9_.@-]*")) {
      config.problem("is no name such as C or en_US.utf8", TEXT_COLLATION);
    }
    if (!settings.socket().isEmpty() && settings.tls().mode() != Tls.Mode.DISABLE) {
      config.problem("is for TCP; PostgreSQL encrypts nothing on a unix socket", Tls.MODE);
    }
    if (storage.tableOptions().contains(";")) {
      config.problem("holds a semicolon; it is one part of CREATE TABLE", TABLE_OPTIONS);
    }
    return new PostgresTarget(
        name(), settings, storage, config.get(BATCH), PoolSettings.bind(config));
  }
}
