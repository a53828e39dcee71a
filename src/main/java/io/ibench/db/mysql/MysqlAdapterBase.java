package io.ibench.db.mysql;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.NativeLanguage;
import io.ibench.db.jdbc.ConnectionSettings;
import io.ibench.db.jdbc.DriverUrl;
import io.ibench.db.jdbc.PoolSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The common part of the adapters for MariaDB and MySQL: everything but the driver. */
abstract class MysqlAdapterBase implements Adapter {

  private static final Key<String> ENGINE =
      Key.text("engine", "the storage engine of the tables").withDefault(Storage.INNODB);
  private static final Key<Long> PARTITIONS =
      Key.count("partitions", 0, 8192, "partitions by key of every table; 0: none")
          .withDefault("0");
  private static final Key<Boolean> COLUMN_FAMILIES =
      Key.flag("column_families", "MyRocks: a column family for every key and index")
          .withDefault("false");
  private static final Key<String> TABLE_OPTIONS =
      Key.text("table_options", "what else follows ENGINE= in CREATE TABLE").withDefault("");
  private static final Key<String> TEXT_CHARSET =
      Key.text("text.charset", "character set of text, such as latin1; default: the database's")
          .withDefault("");
  private static final Key<String> TEXT_COLLATION =
      Key.text("text.collation", "collation of text; default: that of its character set")
          .withDefault("");
  static final Key<MariadbAdapter.Batch> BATCH =
      Key.choice("batch", MariadbAdapter.Batch.class, "how the rows of one insert travel")
          .withDefault("values");

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private final MysqlConnectorBase driver;
  private final Key<String> url;

  MysqlAdapterBase(MysqlConnectorBase driver) {
    this.driver = driver;
    this.url =
        Key.text("url", "the driver's URL, such as " + driver.scheme() + "//127.0.0.1:3306/ibench");
  }

  /** Records a problem with the setting of batches. */
  abstract void checkBatch(Config config, MariadbAdapter.Batch batch, DriverUrl given);

  final Key<String> url() {
    return url;
  }

  @Override
  public final List<Key<?>> keys() {
    List<Key<?>> keys = new ArrayList<>(ConnectionSettings.keys(url));
    keys.addAll(PoolSettings.KEYS);
    keys.addAll(List.of(ENGINE, PARTITIONS, COLUMN_FAMILIES, TABLE_OPTIONS));
    keys.addAll(List.of(TEXT_CHARSET, TEXT_COLLATION, BATCH));
    return List.copyOf(keys);
  }

  @Override
  public final Optional<NativeLanguage> language() {
    return Optional.of(new NativeLanguage(false, true, true, true, false, false, "", false));
  }

  @Override
  public final Target bind(Config config) {
    ConnectionSettings settings = ConnectionSettings.bind(config, url, driver);
    MariadbAdapter.Batch batch = config.get(BATCH);
    checkBatch(config, batch, settings.url());
    return new MysqlConfig(name(), settings, storage(config), batch, PoolSettings.bind(config));
  }

  private static Storage storage(Config config) {
    Storage storage =
        new Storage(
            config.get(ENGINE),
            config.get(PARTITIONS),
            config.get(COLUMN_FAMILIES),
            config.get(TABLE_OPTIONS).strip(),
            config.get(TEXT_CHARSET),
            config.get(TEXT_COLLATION));
    if (!IDENTIFIER.matcher(storage.engine()).matches()) {
      config.problem("is not the name of a storage engine, such as InnoDB", ENGINE);
    }
    if (storage.columnFamilies() && !storage.isRocksdb()) {
      config.problem("needs engine = RocksDB", COLUMN_FAMILIES, ENGINE);
    }
    if (storage.tableOptions().contains(";")) {
      config.problem("holds a semicolon; it is one part of CREATE TABLE", TABLE_OPTIONS);
    }
    for (Key<String> key : List.of(TEXT_CHARSET, TEXT_COLLATION)) {
      String name = config.get(key);
      if (!name.isEmpty() && !IDENTIFIER.matcher(name).matches()) {
        config.problem("is no name such as latin1 or utf8mb4_bin", key);
      }
    }
    return storage;
  }
}
