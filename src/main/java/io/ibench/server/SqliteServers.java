package io.ibench.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** SQLite: no server, a new file for each run. */
public final class SqliteServers implements ServerProduct {

  private static final String FILE = "ibench.db";

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public String adapter() {
    return "sqlite";
  }

  @Override
  public boolean listens() {
    return false;
  }

  @Override
  public Installed installed(ServerSpec spec) throws ServerException {
    return new Installed(
        "SQLite " + Sql.value("jdbc:sqlite::memory:", "", "", "SELECT sqlite_version()"), Map.of());
  }

  @Override
  public List<String> mistakes(ServerSpec spec) {
    return spec.conf().keySet().stream()
        .map(
            option ->
                "conf."
                    + option
                    + ": SQLite has no configuration file; set a key of the adapter,"
                    + " such as sync or cache")
        .toList();
  }

  @Override
  public String configuration(ServerInstance server) {
    return "";
  }

  @Override
  public Program command(ServerInstance server) {
    return Program.of("SQLite", List.of());
  }

  @Override
  public void ready(ServerInstance server) {}

  @Override
  public Map<String, String> readBack(ServerInstance server, Set<String> options) {
    return Map.of();
  }

  @Override
  public boolean isEqual(String option, String asked, String has) {
    return asked.equals(has);
  }

  @Override
  public ServerAccess access(ServerInstance server) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("database", adapter());
    settings.put("file", server.data().resolve(FILE).toString());
    return new ServerAccess(settings, Map.of());
  }
}
