package io.ibench.db.jdbc;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.NativeLanguage;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * An adapter for a product with a JDBC driver. A subclass has a constructor without parameters and
 * a {@link Dialect}; the kit does everything else. Immutable.
 */
public abstract class JdbcAdapter implements Adapter {

  private final String name;
  private final String description;
  private final List<Key<?>> keys;

  /**
   * @param name the value of {@code database =}
   * @param description one line for {@code ibench list}
   * @param keys every key that {@link #dialect} reads
   */
  protected JdbcAdapter(String name, String description, Key<?>... keys) {
    this.name = name;
    this.description = description;
    this.keys = List.of(keys);
  }

  /** Reads and checks this adapter's keys. Records problems in {@code config}; opens nothing. */
  protected abstract Dialect dialect(Config config);

  /** An {@link #opener(Config, Key, String, String, String)} without a login. */
  protected final Connections.Opener opener(Config config, Key<?> key, String url) {
    return opener(config, key, url, "", "");
  }

  /**
   * Finds the driver of a URL, also in the jars of plug-ins. Without a driver it records a problem.
   *
   * @param key that the URL is made of
   * @param user empty: none
   * @param password empty: none
   */
  protected final Connections.Opener opener(
      Config config, Key<?> key, String url, String user, String password) {
    try {
      Driver driver = Drivers.of(url, getClass().getClassLoader());
      return () -> Drivers.connect(driver, url, Drivers.login(user, password));
    } catch (Drivers.NoDriverException e) {
      config.problem(url + ": " + e.getMessage(), key);
      return () -> {
        throw new SQLException(e);
      };
    }
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final List<Key<?>> keys() {
    return keys;
  }

  /** Standard SQL. */
  @Override
  public Optional<NativeLanguage> language() {
    return Optional.of(NativeLanguage.SQL);
  }

  @Override
  public final Target bind(Config config) {
    Dialect dialect = dialect(config);
    BareAccess.Target target = () -> new JdbcDatabase(name, dialect);
    return target;
  }
}
