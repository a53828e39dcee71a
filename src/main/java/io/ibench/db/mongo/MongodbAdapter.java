package io.ibench.db.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.ReadPreference;
import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.NativeLanguage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The database {@code mongodb}: MongoDB through its own driver. */
public final class MongodbAdapter implements Adapter {

  private static final Key<String> URL =
      Key.address(
          "url",
          "the connection string with all its options, such as"
              + " mongodb://127.0.0.1/ibench?replicaSet=rs0");
  private static final Key<String> USER =
      Key.text("user", "the database user; empty: as the url says, or none").withDefault("");
  private static final Key<String> PASSWORD =
      Key.secret("password", "the user's password; best as ${IBENCH_PASSWORD:}").withDefault("");
  private static final Key<Transactions> TRANSACTIONS =
      Key.choice(
              "mongo.transactions",
              Transactions.class,
              "for operations of several commands; auto: where the deployment has them")
          .withDefault("auto");
  private static final Key<FieldNames> NAMES =
      Key.choice(
              "mongo.names",
              FieldNames.class,
              "names of fields, which every document repeats: the columns', or short ones")
          .withDefault("long");
  private static final Key<Compression> COMPRESSION =
      Key.choice(
              "mongo.collection_compression",
              Compression.class,
              "of the blocks of collections; server: as it is configured")
          .withDefault("server");

  @Override
  public String name() {
    return "mongodb";
  }

  @Override
  public String description() {
    return "MongoDB through its Java driver";
  }

  @Override
  public List<Key<?>> keys() {
    List<Key<?>> keys = new ArrayList<>(List.of(URL, USER, PASSWORD));
    keys.addAll(Pool.KEYS);
    keys.addAll(List.of(TRANSACTIONS, NAMES, COMPRESSION));
    return List.copyOf(keys);
  }

  @Override
  public Optional<NativeLanguage> language() {
    return Optional.of(NativeLanguage.DOCUMENTS);
  }

  @Override
  public Target bind(Config config) {
    return target(config);
  }

  /** Like bind, with the type that tests need. */
  static MongodbTarget target(Config config) {
    MongodbUrl url = new MongodbUrl(config.get(URL));
    url.check(config, URL);
    MongodbTarget target =
        new MongodbTarget(
            url,
            config.get(USER),
            config.get(PASSWORD),
            Pool.bind(config),
            config.get(TRANSACTIONS),
            config.get(NAMES),
            config.get(COMPRESSION));
    checkUser(config, target);
    if (url.isWellFormed() && !config.isBroken(URL, USER, PASSWORD)) {
      checkDriver(config, target);
    }
    return target;
  }

  private static void checkUser(Config config, MongodbTarget target) {
    if (target.url().holdsUser() && !(target.user() + target.password()).isEmpty()) {
      config.problem("holds a user, and so do user and password; say it once", URL, USER, PASSWORD);
    } else if (target.user().isEmpty() && !target.password().isEmpty()) {
      config.problem("is given without a user", PASSWORD, USER, URL);
    }
  }

  /** The driver reports the other mistakes. */
  private static void checkDriver(Config config, MongodbTarget target) {
    ConnectionString parsed;
    try {
      parsed = target.url().parsed(target.user(), target.password());
    } catch (IllegalArgumentException e) {
      config.problem("is not taken by the driver: " + e.getMessage(), URL);
      return;
    }
    ReadPreference readPreference = parsed.getReadPreference();
    if (readPreference != null
        && !readPreference.equals(ReadPreference.primary())
        && target.transactions() != Transactions.OFF) {
      config.problem(
          "says readPreference="
              + readPreference.getName()
              + ", which needs mongo.transactions = off: transactions read from the primary",
          URL,
          TRANSACTIONS);
    }
  }
}
