package io.ibench.db.mysql;

import static io.ibench.db.jdbc.Accounts.INCREMENT;
import static io.ibench.db.jdbc.Accounts.amount;
import static io.ibench.db.jdbc.Accounts.bound;
import static io.ibench.db.jdbc.Accounts.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.db.jdbc.Accounts;
import io.ibench.db.jdbc.ForwardingPrepared;
import io.ibench.testing.NeedsServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A server, or a proxy before it, that knows blocks and does not prepare them. */
@NeedsServer
class MysqlWithoutBlocksTest {

  private static final long PACKET_BYTES = 1 << 20;
  private static final int NOT_PREPARABLE = 1295;
  private static final int CONNECTION_LOST = 2013;

  private final List<String> refused = new ArrayList<>();

  private static MysqlTarget target(ServerSchema schema) {
    MysqlConfig config =
        (MysqlConfig) new MariadbAdapter().bind(Config.of(schema.settings(schema.url())));
    return new MysqlTarget(
        config.name(),
        config.settings(),
        config.storage(),
        config.batch(),
        config.pool(),
        MysqlDialect.of("10.11.1-MariaDB").orElseThrow());
  }

  /** The connection, which fails with this error to prepare a block. */
  private Connection refusing(Connection connection, int error) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              if (method.getName().equals("prepareStatement")
                  && arguments[0].toString().startsWith("BEGIN NOT ATOMIC")) {
                refused.add(arguments[0].toString());
                throw new SQLException("not supported to prepare", "HY000", error);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private MysqlTransaction transaction(MysqlTarget target, Connection connection, int error) {
    return new MysqlTransaction(
        new MysqlCompiler(Optional.of(connection), target, PACKET_BYTES),
        MysqlCompiler.committing(refusing(connection, error), target, PACKET_BYTES),
        target.failures());
  }

  @Test
  void theCommitIsAStatementOfItsOwn() throws Exception {
    try (ServerSchema schema = ServerSchema.of(Product.MARIADB);
        Database database = schema.open(schema.url())) {
      Accounts.create(database);
      MysqlTarget target = target(schema);
      try (Connection connection = target.connect()) {
        connection.setAutoCommit(false);
        MysqlTransaction transaction = transaction(target, connection, NOT_PREPARABLE);
        Prepared last = bound(transaction.prepareLast(INCREMENT), 1);
        assertThat(refused).hasSize(1);
        assertThat(last).isInstanceOf(ForwardingPrepared.Committing.class);
        transaction.begin();
        assertThat(last.execute()).isEqualTo(1);
        assertThat(amount(database, 1)).as("another session sees it").isEqualTo(1);
        transaction.renew(connection);
        transaction.begin();
        assertThat(last.execute()).as("after a renewal").isEqualTo(1);
        assertThat(amount(database, 1)).isEqualTo(2);
        connection.rollback();
      }
    }
  }

  @Test
  void aConnectionThatIsLostMeanwhileIsNoReasonToDoWithoutBlocks() throws Exception {
    try (ServerSchema schema = ServerSchema.of(Product.MARIADB);
        Database database = schema.open(schema.url())) {
      Accounts.create(database);
      MysqlTarget target = target(schema);
      try (Connection connection = target.connect()) {
        MysqlTransaction transaction = transaction(target, connection, CONNECTION_LOST);
        failure(FailureKind.CONNECTION_LOST, () -> transaction.prepareLast(INCREMENT));
      }
    }
  }
}
