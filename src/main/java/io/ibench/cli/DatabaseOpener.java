package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.config.Key;
import io.ibench.config.Setting;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Table;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Opens a database; a failure names the settings to check. */
final class DatabaseOpener {

  private DatabaseOpener() {}

  /** For a run; a database that no step would make must be there. */
  static Database open(Setup setup) throws DatabaseException, UsageException {
    Set<TableUse> makers = EnumSet.of(TableUse.DROPS, TableUse.CREATES);
    boolean makes = setup.plan().steps().stream().map(Step::use).anyMatch(makers::contains);
    return makes ? open(setup.adapter()) : openLoaded(setup);
  }

  /** For a command that works on data, and makes no database for it. */
  static Database openLoaded(Setup setup) throws DatabaseException, UsageException {
    Optional<String> absence = setup.target().absence();
    if (absence.isPresent()) {
      throw new UsageException(absence.get() + look(setup.adapter(), absence.get()));
    }
    return open(setup.adapter());
  }

  static Database open(AdapterSetup setup) throws DatabaseException, UsageException {
    try {
      return setup.target().open();
    } catch (DatabaseException e) {
      String why = "cannot open " + setup.database() + ": " + e.getMessage();
      if (e.isInvalidSetting()) {
        throw new UsageException(why + look(setup, why));
      }
      throw new DatabaseException(e.kind(), why + hint(e.kind(), setup, why), e);
    } catch (IllegalArgumentException e) {
      // A driver refuses its options.
      String why = "cannot open " + setup.database() + ": " + e.getMessage();
      throw new UsageException(why + look(setup, why));
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

  private static String hint(FailureKind kind, AdapterSetup setup, String why) {
    return switch (kind) {
      case CONNECTION_LOST, TIMEOUT -> "; is its server running there?" + look(setup, why);
      case DENIED, NOT_FOUND, FATAL -> look(setup, why);
      default -> "";
    };
  }

  /** The keys that were given; of a message that names the data's folder those that name it. */
  private static String look(AdapterSetup setup, String why) {
    Set<String> keys = setup.keys().stream().map(Key::name).collect(Collectors.toSet());
    Optional<Path> folder = setup.target().directory().filter(in -> why.contains(in.toString()));
    Map<String, List<String>> byPlace = new LinkedHashMap<>();
    for (Setting setting : setup.config().effective()) {
      if (keys.contains(setting.name())
          && !setting.origin().isDefault()
          && (folder.isEmpty() || isIn(folder.get(), setting.value()))) {
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

  private static boolean isIn(Path folder, String value) {
    try {
      return Path.of(value).toAbsolutePath().normalize().startsWith(folder.normalize());
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** The key; a value that the environment gives is not in the file. */
  private static String withVariables(Setting setting) {
    return setting.variables().isEmpty()
        ? setting.name()
        : setting.name() + " (" + setting.variables() + ")";
  }
}
