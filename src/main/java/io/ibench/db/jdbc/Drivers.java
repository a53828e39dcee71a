package io.ibench.db.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds JDBC drivers, also those in the jars of plug-ins, which {@link java.sql.DriverManager} does
 * not see. Stateless.
 */
public final class Drivers {

  /** Ends the search in a jar that fails again and again. */
  private static final int MAX_BROKEN = 100;

  private Drivers() {}

  /** No driver can be used; the message says why, and what to do. */
  public static final class NoDriverException extends Exception {

    private static final long serialVersionUID = 1L;

    NoDriverException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Finds the driver that takes a URL.
   *
   * @param classes where to look, such as {@code getClass().getClassLoader()} in a plug-in
   */
  public static Driver of(String url, ClassLoader classes) throws NoDriverException {
    List<String> broken = new ArrayList<>();
    TreeSet<String> others = new TreeSet<>();
    Iterator<Driver> drivers = ServiceLoader.load(Driver.class, classes).iterator();
    while (true) {
      try {
        if (broken.size() > MAX_BROKEN || !drivers.hasNext()) {
          throw new NoDriverException(none(others, broken), null);
        }
        Driver driver = drivers.next();
        if (driver.acceptsURL(url)) {
          return driver;
        }
        others.add(driver.getClass().getName());
      } catch (ServiceConfigurationError | LinkageError e) {
        broken.add(reason(e));
      } catch (SQLException e) {
        others.add("one that fails: " + e.getMessage());
      }
    }
  }

  /** Finds a driver by its class, for jars that do not name it in META-INF/services. */
  public static Driver ofClass(String name, String url, ClassLoader classes)
      throws NoDriverException {
    try {
      Object made = Class.forName(name, true, classes).getDeclaredConstructor().newInstance();
      if (!(made instanceof Driver driver)) {
        throw new NoDriverException("is not a java.sql.Driver", null);
      }
      if (!driver.acceptsURL(url)) {
        throw new NoDriverException("does not take this url", null);
      }
      return driver;
    } catch (ClassNotFoundException e) {
      throw new NoDriverException("is in no jar; put the driver's jar " + WHERE, e);
    } catch (ReflectiveOperationException | LinkageError | SQLException e) {
      throw new NoDriverException("cannot be used: " + reason(e), e);
    }
  }

  /**
   * The properties of a connection for a user.
   *
   * @param user empty: none
   * @param password empty: none
   */
  public static Properties login(String user, String password) {
    Properties login = new Properties();
    if (!user.isEmpty()) {
      login.setProperty("user", user);
    }
    if (!password.isEmpty()) {
      login.setProperty("password", password);
    }
    return login;
  }

  /** Connects; fails if the driver, after all, does not take the URL. */
  public static Connection connect(Driver driver, String url, Properties properties)
      throws SQLException {
    Connection connection = driver.connect(url, properties);
    if (connection == null) {
      throw new SQLException(driver.getClass().getName() + " does not take this url", "08001");
    }
    try {
      connection.setAutoCommit(true);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static final String WHERE =
      "into the folder plugins of the installation, or into a folder of IBENCH_PLUGINS";

  private static String none(TreeSet<String> others, List<String> broken) {
    String text =
        "no driver takes it; correct its beginning, or put the driver's jar "
            + WHERE
            + "; found: "
            + String.join(", ", others);
    return broken.isEmpty() ? text : text + "; broken: " + String.join(", ", broken);
  }

  private static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(failure.getMessage());
    return root == failure ? message : message + " (" + root + ")";
  }
}
