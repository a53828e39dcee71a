package io.ibench.server;

import java.util.Map;

/** SQLite: a new file for each run. */
public final class SqliteServers extends EmbeddedEngines {

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  String product() {
    return "SQLite";
  }

  @Override
  String key() {
    return "file";
  }

  @Override
  String file() {
    return "ibench.db";
  }

  @Override
  public Installed installed(ServerSpec spec) throws ServerException {
    return new Installed(
        "SQLite " + Sql.value("jdbc:sqlite::memory:", "", "", "SELECT sqlite_version()"), Map.of());
  }
}
