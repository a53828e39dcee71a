package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.config.Key;
import io.ibench.config.Setting;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Opens a run's database; says which settings to look at when it does not open. */
final class DatabaseOpener {

  private DatabaseOpener() {}

  static Database open(Setup setup) throws DatabaseException, UsageException {
    try {
      return setup.target().open();
    } catch (DatabaseException e) {
      String why = "cannot open " + setup.database() + ": " + e.getMessage();
      if (e.isInvalidSetting()) {
        throw new UsageException(why + look(setup));
      }
      throw new DatabaseException(e.kind(), why + hint(e.kind(), setup), e);
    } catch (IllegalArgumentException e) {
      // A driver that does not like its options.
      throw new UsageException(
          "cannot open " + setup.database() + ": " + e.getMessage() + look(setup));
    }
  }

  private static String hint(FailureKind kind, Setup setup) {
    return switch (kind) {
      case CONNECTION_LOST, TIMEOUT ->
          "; is a " + setup.database() + " server running there?" + look(setup);
      case DENIED, NOT_FOUND, FATAL -> look(setup);
      default -> "";
    };
  }

  private static String look(Setup setup) {
    Set<String> keys = setup.databaseKeys().stream().map(Key::name).collect(Collectors.toSet());
    Map<String, List<String>> byPlace = new LinkedHashMap<>();
    for (Setting setting : setup.config().effective()) {
      if (keys.contains(setting.name()) && !setting.origin().isDefault()) {
        String place = setting.origin().description().replaceAll(":[0-9]+$", "");
        byPlace.computeIfAbsent(place, none -> new ArrayList<>()).add(setting.name());
      }
    }
    String given =
        byPlace.entrySet().stream()
            .map(place -> String.join(", ", place.getValue()) + " in " + place.getKey())
            .collect(Collectors.joining(", "));
    return given.isEmpty() ? "" : "; look at " + given;
  }
}
