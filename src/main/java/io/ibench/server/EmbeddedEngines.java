package io.ibench.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An engine inside ibench: no server, new files for each run. */
abstract class EmbeddedEngines implements ServerProduct {

  /** What users call the product. */
  abstract String product();

  /** The adapter's key for its file or folder. */
  abstract String key();

  /** The name of the file or folder below the data directory. */
  abstract String file();

  @Override
  public final String adapter() {
    return name();
  }

  @Override
  public final boolean listens() {
    return false;
  }

  @Override
  public final List<String> mistakes(ServerSpec spec) {
    return spec.conf().keySet().stream()
        .map(
            option ->
                "conf."
                    + option
                    + ": "
                    + product()
                    + " has no configuration file; set a key of the adapter, such as sync or"
                    + " cache")
        .toList();
  }

  @Override
  public final String configuration(ServerInstance server) {
    return "";
  }

  @Override
  public final Program command(ServerInstance server) {
    return Program.of(product(), List.of());
  }

  @Override
  public final void ready(ServerInstance server) {}

  @Override
  public final Map<String, String> readBack(ServerInstance server, Set<String> options) {
    return Map.of();
  }

  @Override
  public final boolean isEqual(String option, String asked, String has) {
    return asked.equals(has);
  }

  @Override
  public final ServerAccess access(ServerInstance server) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("database", adapter());
    settings.put(key(), server.data().resolve(file()).toString());
    return new ServerAccess(settings, Map.of());
  }
}
