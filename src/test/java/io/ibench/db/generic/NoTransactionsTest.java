package io.ibench.db.generic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** A driver that takes setAutoCommit(false) and ignores it, as that of Apache Ignite does. */
class NoTransactionsTest {

  private static final String URL = "jdbc:no-transactions:";

  private static List<String> warnings(Map<String, String> settings) throws DatabaseException {
    try (Database database = Adapters.open("jdbc", settings)) {
      return database.description().warnings();
    }
  }

  @Test
  void aProductWithoutTransactionsIsWarnedOf() throws DatabaseException {
    assertThat(warnings(Map.of("url", URL, "driver", UntransactedH2.class.getName())))
        .anySatisfy(warning -> assertThat(warning).contains("a rollback undoes nothing"));
  }

  @Test
  void aProductWithTransactionsIsNot() throws DatabaseException {
    assertThat(warnings(Map.of("url", "jdbc:h2:mem:")))
        .noneSatisfy(warning -> assertThat(warning).contains("a rollback undoes nothing"));
  }

  /** Found by its name. */
  public static final class UntransactedH2 implements Driver {

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
      return acceptsURL(url) ? untransacted(DriverManager.getConnection("jdbc:h2:mem:")) : null;
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.startsWith(URL);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }
  }

  private static Connection untransacted(Connection h2) {
    return proxy(
        Connection.class,
        (self, method, arguments) ->
            method.getName().equals("getMetaData")
                ? proxy(
                    DatabaseMetaData.class,
                    (metaData, asked, parameters) ->
                        asked.getName().equals("supportsTransactions")
                            ? (Object) false
                            : call(h2.getMetaData(), asked, parameters))
                : call(h2, method, arguments));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
