package io.ibench.db.mysql;

import io.ibench.config.Config;
import io.ibench.db.jdbc.DriverUrl;

/** The database {@code mysql}: MySQL Connector/J, with any server of the MySQL protocol. */
public final class MysqlAdapter extends MysqlAdapterBase {

  public MysqlAdapter() {
    super(new MysqlConnector());
  }

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  public String description() {
    return "MySQL 5.5 to 9.x through MySQL Connector/J, any storage engine";
  }

  @Override
  void checkBatch(Config config, MariadbAdapter.Batch batch, DriverUrl given) {
    if (batch == MariadbAdapter.Batch.BULK) {
      config.problem(
          "is MariaDB's protocol, which this driver does not speak; use values or text", BATCH);
    }
  }
}
