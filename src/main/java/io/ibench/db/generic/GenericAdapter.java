package io.ibench.db.generic;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.NativeLanguage;
import io.ibench.db.jdbc.BareAccess;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.Drivers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The database {@code jdbc}: any product with a JDBC driver, in portable SQL. Stateless. */
public final class GenericAdapter implements Adapter {

  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public String description() {
    return "any product with a JDBC driver, in portable SQL; the driver's jar is a plug-in";
  }

  @Override
  public List<Key<?>> keys() {
    return GenericSettings.KEYS;
  }

  @Override
  public Optional<NativeLanguage> language() {
    return Optional.of(NativeLanguage.SQL);
  }

  @Override
  public Target bind(Config config) {
    return bind(config, GenericAdapter.class.getClassLoader());
  }

  @Override
  public Target bind(Config config, ClassLoader plugIns) {
    GenericSettings settings = GenericSettings.bind(config);
    return new GenericTarget(settings, driver(config, settings, plugIns));
  }

  private static Optional<Driver> driver(
      Config config, GenericSettings settings, ClassLoader plugIns) {
    if (settings.url().isEmpty()) {
      return Optional.empty();
    }
    boolean named = !settings.driver().isEmpty();
    try {
      return Optional.of(
          named
              ? Drivers.ofClass(settings.driver(), settings.url(), plugIns)
              : Drivers.of(settings.url(), plugIns));
    } catch (Drivers.NoDriverException e) {
      config.problem(
          String.valueOf(e.getMessage()), named ? GenericSettings.DRIVER : GenericSettings.URL);
      return Optional.empty();
    }
  }

  /**
   * A product that can be connected to. Immutable.
   *
   * @param driver empty: the settings have a problem
   */
  private record GenericTarget(GenericSettings settings, Optional<Driver> driver)
      implements BareAccess.Target {

    @Override
    public boolean usesPlugIns() {
      ClassLoader own = GenericAdapter.class.getClassLoader();
      return driver.filter(found -> found.getClass().getClassLoader() != own).isPresent();
    }

    @Override
    public BareAccess open() throws DatabaseException {
      return new GenericDatabase(new GenericDialect(settings, this::connect, traits()));
    }

    @Override
    public Optional<Path> directory() {
      return settings.directory();
    }

    private ProductTraits traits() throws DatabaseException {
      try (Connection connection = connect()) {
        return ProductTraits.of(connection, settings.url());
      } catch (SQLException e) {
        DatabaseException failure = GenericDialect.failures(settings, KnownProduct.OTHER).of(e);
        boolean hasServer = GenericDialect.host(settings.url()).isPresent();
        // Without a server no connection was lost: a message would ask for one.
        throw hasServer || !failure.kind().isConnectionLoss()
            ? failure
            : new DatabaseException(
                FailureKind.FATAL, String.valueOf(failure.getMessage()), failure);
      }
    }

    private Connection connect() throws SQLException {
      Connection connection =
          Drivers.connect(
              driver.orElseThrow(),
              settings.url(),
              Drivers.login(settings.user(), settings.password()));
      if (!settings.init().isEmpty()) {
        try (var statement = connection.createStatement()) {
          statement.execute(settings.init());
        } catch (SQLException e) {
          Connections.breakOff(connection);
          throw e;
        }
      }
      return connection;
    }
  }
}
