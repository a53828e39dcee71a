package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.config.Key;
import io.ibench.config.Setting;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Table;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Opens a database; a failure names the settings to check. */
final class DatabaseOpener {

  private DatabaseOpener() {}

  static Database open(Setup setup) throws DatabaseException, UsageException {
    return open(setup.adapter());
  }

  static Database open(AdapterSetup setup) throws DatabaseException, UsageException {
    try {
      return setup.target().open();
    } catch (DatabaseException e) {
      String why = "cannot open " + setup.database() + ": " + e.getMessage();
      if (e.isInvalidSetting()) {
        throw new UsageException(why + look(setup));
      }
      throw new DatabaseException(e.kind(), why + hint(e.kind(), setup), e);
    } catch (IllegalArgumentException e) {
      // A driver refuses its options.
      throw new UsageException(
          "cannot open " + setup.database() + ": " + e.getMessage() + look(setup));
    }
  }

  /**
   * Refuses to go on without tables.
   *
   * @param verb what the command does with the tables
   * @param hint the end of the message
   */
  static void requireTables(RegisteredDataset dataset, String verb, String hint)
      throws UsageException, DatabaseException {
    List<Table> missing = dataset.missing();
    if (!missing.isEmpty()) {
      throw new UsageException(
          "there is nothing to "
              + verb
              + ": no table "
              + missing.stream().map(Table::name).collect(Collectors.joining(", "))
              + hint);
    }
  }

  private static String hint(FailureKind kind, AdapterSetup setup) {
    return switch (kind) {
      case CONNECTION_LOST, TIMEOUT -> "; is its server running there?" + look(setup);
      case DENIED, NOT_FOUND, FATAL -> look(setup);
      default -> "";
    };
  }

  private static String look(AdapterSetup setup) {
    Set<String> keys = setup.keys().stream().map(Key::name).collect(Collectors.toSet());
    Map<String, List<String>> byPlace = new LinkedHashMap<>();
    for (Setting setting : setup.config().effective()) {
      if (keys.contains(setting.name()) && !setting.origin().isDefault()) {
        String place = setting.origin().description().replaceAll(":[0-9]+$", "");
        byPlace.computeIfAbsent(place, none -> new ArrayList<>()).add(withVariables(setting));
      }
    }
    String given =
        byPlace.entrySet().stream()
            .map(place -> String.join(", ", place.getValue()) + " in " + place.getKey())
            .collect(Collectors.joining(", "));
    return given.isEmpty() ? "" : "; look at " + given;
  }

  /** The key; a value that the environment gives is not in the file. */
  private static String withVariables(Setting setting) {
    return setting.variables().isEmpty()
        ? setting.name()
        : setting.name() + " (" + setting.variables() + ")";
  }
}
