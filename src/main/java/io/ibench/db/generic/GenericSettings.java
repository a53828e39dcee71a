package io.ibench.db.generic;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Secrets;
import io.ibench.db.ColumnType;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.Masker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the user says of a product: how to connect, and where it differs from standard SQL.
 * Immutable.
 *
 * @param driver a class; empty: the driver that takes the url
 * @param init a statement for every new connection; empty: none
 * @param codes for each kind of failure, SQLStates, their first two characters, or error codes
 */
record GenericSettings(
    String url,
    String user,
    String password,
    String driver,
    String init,
    Optional<Path> directory,
    Map<ColumnType, String> types,
    Statements statements,
    Map<FailureKind, List<String>> codes) {

  static final Key<String> URL =
      Key.program("url", "the driver's URL; the driver's jar belongs into plugins/");
  private static final Key<String> USER =
      Key.text("user", "the database user; empty: none").withDefault("");
  private static final Key<String> PASSWORD =
      Key.secret("password", "the user's password; best as ${IBENCH_PASSWORD:}").withDefault("");
  static final Key<String> DRIVER =
      Key.program("driver", "the driver's class, if its jar does not name it; empty: by the url")
          .withDefault("");
  private static final Key<String> INIT =
      Key.text("init", "a statement for each new connection, such as SET ...; empty: none")
          .withDefault("");
  private static final Key<String> DIRECTORY =
      Key.text("directory", "the folder of the data, for its size and its disk; empty: unknown")
          .withDefault("");

  private static final Key<Upserts> UPSERT =
      Key.choice("upsert", Upserts.class, "how a row is inserted or changed; none: two statements")
          .withDefault("none");
  private static final Key<Batches> BATCH =
      Key.choice("batch", Batches.class, "rows of one insert: the driver's batch, or one statement")
          .withDefault("driver");
  private static final Key<Long> BATCH_PARAMETERS =
      Key.count("batch.parameters", 100, 1_000_000, "batch = values: parameters of a statement")
          .withDefault("2000");
  private static final Key<Deletes> LIMITED_DELETE =
      Key.choice(
              "limited_delete",
              Deletes.class,
              "by keys IN (SELECT ...), by keys selected before, or by ORDER BY ... LIMIT")
          .withDefault("subquery");
  private static final Key<Limits> LIMIT =
      Key.choice(
              "limit",
              Limits.class,
              "LIMIT n, or standard SQL's OFFSET ... FETCH NEXT n ROWS; else the known product's")
          .optional();
  private static final Key<String> ROW_LOCK =
      Key.text("row_lock", "text after a select that locks its row; else one that is tried first")
          .optional();
  private static final Key<String> INDEX_HINT =
      Key.text("index_hint", "text after a select's table, with {index}; empty: no hints")
          .withDefault("");
  private static final Key<String> GENERATED_KEY =
      Key.text(
              "generated_key",
              "text after the type of a generated key; else the known product's, or standard"
                  + " SQL's")
          .optional();
  private static final Key<String> RESTART =
      Key.text(
              "generated_key.restart",
              "statement after explicit keys, with {table}, {column} and {next};"
                  + " else the known product's, or standard SQL's; empty: not needed")
          .optional();
  private static final Key<String> TABLE_OPTIONS =
      Key.text("table_options", "text at the end of CREATE TABLE").withDefault("");
  private static final Key<String> EXPLAIN =
      Key.text(
              "explain",
              "text before a statement that shows its plan; empty: there is none;"
                  + " else the known product's")
          .optional();
  private static final Key<String> SIZE =
      Key.text("size", "a query for the bytes on disk; empty: the files of directory, if given")
          .withDefault("");
  private static final Key<String> ANALYZE =
      Key.text("analyze", "the drain's statement for each {table}, such as ANALYZE {table}")
          .withDefault("");
  private static final Key<String> DURABILITY =
      Key.text("durability", "what a commit waits for, for the result")
          .withDefault("as the product is configured");

  private static final Map<ColumnType, Key<String>> TYPES = typeKeys();
  private static final Map<FailureKind, Key<String>> CODES = codeKeys();

  static final List<Key<?>> KEYS = keys();

  private static final int CLASS_LENGTH = 2;

  /** The forms of an upsert. */
  enum Upserts {
    NONE,
    ON_CONFLICT,
    ON_DUPLICATE_KEY,
    MERGE
  }

  /** The forms of an insert of several rows. */
  enum Batches {
    DRIVER,
    VALUES
  }

  /** The forms of a delete with a limit. */
  enum Deletes {
    SUBQUERY,
    KEYS,
    LIMIT
  }

  /** The forms of a select's limit. */
  enum Limits {
    LIMIT,
    FETCH
  }

  /**
   * The product's statements, as the keys describe them.
   *
   * @param rowLock empty: as the driver reports
   * @param explain empty: as the known product has it
   */
  record Statements(
      Upserts upsert,
      Batch batch,
      LimitForms limits,
      Optional<String> rowLock,
      String indexHint,
      GeneratedKey generatedKey,
      String tableOptions,
      Optional<String> explain,
      String size,
      String analyze,
      String durability) {}

  /**
   * An insert of several rows.
   *
   * @param parameters of one statement with all values, at most
   */
  record Batch(Batches form, int parameters) {}

  /**
   * Statements that stop after some rows.
   *
   * @param select empty: as the known product has it
   */
  record LimitForms(Deletes delete, Optional<Limits> select) {}

  /**
   * A key that the product numbers.
   *
   * @param column its definition; empty: the known product's, or standard SQL's
   * @param restart the statement after explicit keys; empty: the known product's, or standard SQL's
   */
  record GeneratedKey(Optional<String> column, Optional<String> restart) {}

  GenericSettings {
    types = Map.copyOf(types);
    codes = Map.copyOf(codes);
  }

  private static Map<ColumnType, Key<String>> typeKeys() {
    Map<ColumnType, Key<String>> keys = new EnumMap<>(ColumnType.class);
    for (ColumnType type : ColumnType.values()) {
      String length = !type.isNumber() ? ", with {length}" : "";
      keys.put(
          type,
          Key.text(
                  "type." + type.name().toLowerCase(Locale.ROOT),
                  "the product's type of " + type + " columns" + length + "; empty: the driver's")
              .withDefault(""));
    }
    return keys;
  }

  private static Map<FailureKind, Key<String>> codeKeys() {
    Map<FailureKind, Key<String>> keys = new LinkedHashMap<>();
    for (FailureKind kind :
        List.of(
            FailureKind.DEADLOCK,
            FailureKind.LOCK_TIMEOUT,
            FailureKind.DUPLICATE_KEY,
            FailureKind.CONNECTION_LOST,
            FailureKind.NOT_FOUND)) {
      keys.put(
          kind,
          Key.text(
                  "failure." + kind.label(),
                  "further SQLStates, error codes or \"words\" of messages, with commas between")
              .withDefault(""));
    }
    return keys;
  }

  private static List<Key<?>> keys() {
    List<Key<?>> keys =
        new ArrayList<>(
            List.of(
                URL,
                USER,
                PASSWORD,
                DRIVER,
                INIT,
                DIRECTORY,
                UPSERT,
                BATCH,
                BATCH_PARAMETERS,
                LIMITED_DELETE,
                LIMIT,
                ROW_LOCK,
                INDEX_HINT,
                GENERATED_KEY,
                RESTART,
                TABLE_OPTIONS));
    keys.addAll(TYPES.values());
    keys.addAll(CODES.values());
    keys.addAll(List.of(EXPLAIN, SIZE, ANALYZE, DURABILITY));
    return List.copyOf(keys);
  }

  static Key<String> typeKey(ColumnType type) {
    return Objects.requireNonNull(TYPES.get(type));
  }

  static GenericSettings bind(Config config) {
    String url = config.get(URL);
    if (!url.startsWith("jdbc:")) {
      if (config.has(URL.name())) {
        config.problem("does not begin with jdbc:, such as jdbc:h2:./ibench-h2", URL);
      }
      url = "";
    } else if (Secrets.holdsLogin(url)) {
      config.problem("holds a password; give it as password", URL);
    }
    Map<ColumnType, String> types = new EnumMap<>(ColumnType.class);
    TYPES.forEach((type, key) -> types.put(type, config.get(key).strip()));
    Map<FailureKind, List<String>> codes = new EnumMap<>(FailureKind.class);
    CODES.forEach((kind, key) -> codes.put(kind, codes(config, key)));
    return new GenericSettings(
        url,
        config.get(USER),
        config.get(PASSWORD),
        config.get(DRIVER).strip(),
        config.get(INIT).strip(),
        directory(config),
        types,
        statements(config),
        codes);
  }

  private static Statements statements(Config config) {
    return new Statements(
        config.get(UPSERT),
        new Batch(config.get(BATCH), Math.toIntExact(config.get(BATCH_PARAMETERS))),
        new LimitForms(config.get(LIMITED_DELETE), config.find(LIMIT)),
        config.find(ROW_LOCK).map(String::strip),
        with(config, INDEX_HINT, config.get(INDEX_HINT), "{index}"),
        new GeneratedKey(
            config.find(GENERATED_KEY).map(String::strip),
            config.find(RESTART).map(text -> with(config, RESTART, text, "{next}"))),
        config.get(TABLE_OPTIONS).strip(),
        config.find(EXPLAIN).map(String::strip),
        config.get(SIZE).strip(),
        with(config, ANALYZE, config.get(ANALYZE), "{table}"),
        config.get(DURABILITY).strip());
  }

  /** A text that needs a part, unless it is empty. */
  private static String with(Config config, Key<String> key, String given, String part) {
    String text = given.strip();
    if (!text.isEmpty() && !text.contains(part)) {
      config.problem("does not contain " + part, key);
    }
    return text;
  }

  private static Optional<Path> directory(Config config) {
    String name = config.get(DIRECTORY);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Path path = Path.of(name).toAbsolutePath().normalize();
    if (Files.exists(path) && !Files.isDirectory(path)) {
      config.problem("is a file; it names the folder of the data", DIRECTORY);
    }
    return Optional.of(path);
  }

  private static List<String> codes(Config config, Key<String> key) {
    String text = config.get(key).strip();
    List<String> codes = text.isEmpty() ? List.of() : List.of(text.split("\\s*,\\s*", -1));
    for (String code : codes) {
      if (!code.matches("-?[0-9A-Za-z]+|\"[^\"]+\"")) {
        config.problem(
            "has a part that is no SQLState, error code or text in quotes: " + code, key);
      }
    }
    return codes;
  }

  /** The user's kinds of failures, then those of {@code others}; masks the password. */
  Failures failures(Failures others) {
    List<String> secrets = new ArrayList<>(Secrets.hidden(url));
    secrets.addAll(Secrets.hidden(init));
    secrets.add(password);
    Masker masker = Masker.of(secrets, Secrets.mask(url) + user);
    return new Failures() {
      @Override
      public FailureKind classify(SQLException failure) {
        return kind(failure).orElseGet(() -> others.classify(failure));
      }

      @Override
      public Masker masker() {
        return masker;
      }
    };
  }

  private Optional<FailureKind> kind(SQLException failure) {
    for (SQLException at = failure; at != null; at = at.getNextException()) {
      for (Map.Entry<FailureKind, List<String>> entry : codes.entrySet()) {
        for (String code : entry.getValue()) {
          if (matches(at, code)) {
            return Optional.of(entry.getKey());
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean matches(SQLException failure, String code) {
    if (code.startsWith("\"")) {
      return String.valueOf(failure.getMessage()).contains(code.substring(1, code.length() - 1));
    }
    String state = String.valueOf(failure.getSQLState());
    return state.equals(code)
        || code.length() == CLASS_LENGTH && state.startsWith(code)
        || code.equals(Integer.toString(failure.getErrorCode()));
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "GenericSettings[" + url + "]";
  }
}
