package io.ibench.compare;

import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunFile.MachineFigure;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How one run was measured: facts from its summary.json, and from its run.json if it is readable.
 * Immutable.
 *
 * @param trouble why settings and host are unknown; empty if run.json is readable
 * @param machine the figures of the machine that were measured with the run; may be empty
 */
record RunFacts(
    Map<Area, Map<String, String>> areas, Optional<String> trouble, List<MachineFigure> machine) {

  private static final String SERVER_HOST = "server_host.";

  /** How long to wait at most for a private server. */
  private static final Set<String> WAITS =
      Set.of("server.ready_within", "server.stop_within", "server.restart");

  private static final String URL = "url";

  /** Where the url of a private server comes from: it has another port each time. */
  private static final Pattern PRIVATE =
      Pattern.compile("--server|.*/servers/[^/]+/database\\.properties.*");

  /** Reported with the versions. */
  private static final Set<String> REPORTED = Set.of("jvm_name", "jvm_version");

  /** What a fact is about, in the order of presentation. */
  enum Area {
    WORK("work"),
    SHAPE("data"),
    SETTINGS("settings"),
    DATABASE("database"),
    DATABASE_SETTINGS("database settings"),
    VERSIONS("versions"),
    HISTORY("data before the run"),
    CLIENT_HOST("client host"),
    SERVER_HOST("server host");

    private final String label;

    Area(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /** Reads the facts; without a run.json only those of the summary. */
  static RunFacts read(StoredRun stored) {
    return of(stored.report(), RunFile.read(stored.folder()));
  }

  /** Whether the run reports facts of this area at all. */
  boolean reports(Area area) {
    return switch (area) {
      case SHAPE -> !Objects.requireNonNull(areas.get(area)).isEmpty();
      case SETTINGS, CLIENT_HOST, SERVER_HOST -> trouble.isEmpty();
      default -> true;
    };
  }

  private static RunFacts of(RunReport run, RunFile file) {
    Map<Area, Map<String, String>> areas = new LinkedHashMap<>();
    areas.put(Area.WORK, Map.of("workload", run.workload()));
    areas.put(Area.SHAPE, run.data().settings());
    areas.put(Area.SETTINGS, settings(file));
    Map<String, String> database = new LinkedHashMap<>(run.database().fields());
    database.remove("name");
    areas.put(Area.DATABASE, database);
    areas.put(Area.DATABASE_SETTINGS, run.database().settings());
    areas.put(Area.VERSIONS, versions(run, file));
    areas.put(Area.HISTORY, history(run));
    Map<String, String> host = new LinkedHashMap<>();
    Map<String, String> server = new LinkedHashMap<>();
    file.flat("host")
        .forEach(
            (name, value) -> {
              boolean ofServer = name.startsWith(SERVER_HOST);
              (ofServer ? server : host)
                  .put(ofServer ? name.substring(SERVER_HOST.length()) : name, value);
            });
    host.keySet().removeAll(REPORTED);
    host.keySet().removeIf(name -> name.startsWith(RunFile.MACHINE_PROBE));
    areas.put(Area.CLIENT_HOST, DirectoryFacts.merged(host));
    areas.put(Area.SERVER_HOST, DirectoryFacts.merged(server));
    return new RunFacts(areas, file.trouble(), file.machineFigures());
  }

  /**
   * Leaves out empty settings, secrets, which cannot be compared, and what says nothing about a
   * result.
   */
  private static Map<String, String> settings(RunFile file) {
    Map<String, String> settings = new LinkedHashMap<>();
    file.settings().forEach(setting -> settings.put(setting.name(), setting.value()));
    settings.values().removeAll(Set.of("", "***"));
    settings.keySet().removeAll(WAITS);
    file.settings().stream()
        .filter(setting -> setting.name().equals(URL))
        .filter(setting -> PRIVATE.matcher(setting.origin()).matches())
        .forEach(setting -> settings.remove(URL));
    return settings;
  }

  /** Without those of driver and server, which are in the database's fields. */
  private static Map<String, String> versions(RunReport run, RunFile file) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("ibench", run.version());
    file.flat("versions").entrySet().stream()
        .filter(version -> version.getKey().startsWith("jvm."))
        .forEach(version -> versions.put(version.getKey(), version.getValue()));
    return versions;
  }

  private static Map<String, String> history(RunReport run) {
    Map<String, String> history = new LinkedHashMap<>();
    history.put("runs before", Long.toString(run.data().runsBefore()));
    if (!run.data().asIs().isEmpty()) {
      history.put("as is", String.join("; ", run.data().asIs()));
    }
    return history;
  }
}
