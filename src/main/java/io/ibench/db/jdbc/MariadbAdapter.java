package io.ibench.db.jdbc;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import java.util.List;
import java.util.regex.Pattern;

/** MariaDB with its own driver, and any of its storage engines. */
public final class MariadbAdapter implements Adapter {

  private static final Key<String> URL =
      Key.text("url", "the driver's URL, such as jdbc:mariadb://127.0.0.1:3306/ibench");
  private static final Key<String> USER = Key.text("user", "the database user");
  private static final Key<String> PASSWORD =
      Key.secret("password", "the user's password; best as ${IBENCH_PASSWORD:}").withDefault("");
  private static final Key<String> ENGINE =
      Key.text("engine", "the storage engine of the tables").withDefault("InnoDB");
  private static final Key<String> TABLE_OPTIONS =
      Key.text("table_options", "what else follows ENGINE= in CREATE TABLE").withDefault("");

  private static final Key<Batch> BATCH =
      Key.choice("batch", Batch.class, "how the rows of one insert travel").withDefault("values");

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  /** The driver takes an option's name in any case, and 1 and 0 for true and false. */
  private static final Pattern RELIED_ON =
      Pattern.compile(
          "(?i).*[?&]((useAffectedRows|allowLocalInfile)=(true|1)|useServerPrepStmts=(false|0))"
              + "(&.*)?");

  /** Some make the driver split a batch or send it row by row; the last one hides a limit. */
  private static final Pattern BULK_RELIES_ON =
      Pattern.compile(
          "(?i).*[?&](useBulkStmts(ForInserts)?=(false|0)|rewriteBatchedStatements=(true|1)"
              + "|maxAllowedPacket=.*)(&.*)?");

  private static final Pattern CREDENTIALS = Pattern.compile("(?i).*[?&](user|password)=.*");

  /** How the rows of one insert travel. */
  enum Batch {
    VALUES("multi-row VALUES, prepared on the server"),
    BULK("bulk protocol (COM_STMT_BULK_EXECUTE), prepared on the server");

    private final String line;

    Batch(String line) {
      this.line = line;
    }

    /** What a result says of it. */
    String line() {
      return line;
    }
  }

  @Override
  public String name() {
    return "mariadb";
  }

  @Override
  public String line() {
    return "MariaDB through MariaDB Connector/J, any storage engine";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(URL, USER, PASSWORD, ENGINE, TABLE_OPTIONS, BATCH);
  }

  @Override
  public Target bind(Config config) {
    String url = config.get(URL);
    checkUrl(config, url);
    Batch batch = config.get(BATCH);
    if (batch == Batch.BULK && BULK_RELIES_ON.matcher(url).matches()) {
      config.problem(
          "changes an option that batch = bulk relies on: useBulkStmts, useBulkStmtsForInserts,"
              + " rewriteBatchedStatements or maxAllowedPacket",
          URL,
          BATCH);
    }
    String engine = config.get(ENGINE);
    if (!IDENTIFIER.matcher(engine).matches()) {
      config.problem("is not the name of a storage engine, such as InnoDB", ENGINE);
    }
    String tableOptions = config.get(TABLE_OPTIONS);
    if (tableOptions.contains(";")) {
      config.problem("holds a semicolon; it is one part of CREATE TABLE", TABLE_OPTIONS);
    }
    return new MariadbTarget(
        url,
        config.get(USER),
        config.get(PASSWORD),
        new MariadbSql(engine, tableOptions),
        engine,
        batch);
  }

  private static void checkUrl(Config config, String url) {
    if (!url.startsWith("jdbc:mariadb:")) {
      config.problem("does not begin with jdbc:mariadb:", URL);
    } else if (!url.matches("jdbc:mariadb:[^?]*//[^?]*/[^?]+(\\?.*)?")) {
      config.problem("names no database; the form is jdbc:mariadb://host:port/database", URL);
    } else if (CREDENTIALS.matcher(url).matches()) {
      config.problem("holds a user or password; give them as user and password", URL);
    } else if (RELIED_ON.matcher(url).matches()) {
      config.problem(
          "changes an option that ibench relies on: useAffectedRows, useServerPrepStmts and"
              + " allowLocalInfile",
          URL);
    }
  }
}
