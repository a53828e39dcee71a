package io.ibench.cli;

import io.ibench.cli.Mistakes.UsageException;
import io.ibench.config.Key;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Kind;
import java.util.Set;
import java.util.stream.Collectors;

/** Opens a run's database; says which settings to look at when it does not open. */
final class Opening {

  private Opening() {}

  static Database open(Setup setup) throws DatabaseException, UsageException {
    try {
      return setup.target().open();
    } catch (DatabaseException e) {
      throw new DatabaseException(
          e.kind(),
          "cannot open " + setup.database() + ": " + e.getMessage() + hint(e.kind(), setup),
          e);
    } catch (IllegalArgumentException e) {
      // A driver that does not like its options.
      throw new UsageException(
          "cannot open " + setup.database() + ": " + e.getMessage() + look(setup));
    }
  }

  private static String hint(Kind kind, Setup setup) {
    return switch (kind) {
      case CONNECTION_LOST, TIMEOUT ->
          "; is a server running there, and is it one of " + setup.database() + "?" + look(setup);
      case DENIED, NOT_FOUND, FATAL -> look(setup);
      default -> "";
    };
  }

  private static String look(Setup setup) {
    Set<String> keys =
        Setup.adapters().get(setup.database()).keys().stream()
            .map(Key::name)
            .collect(Collectors.toSet());
    String given =
        setup.config().effective().stream()
            .filter(setting -> keys.contains(setting.name()))
            .filter(setting -> !setting.origin().isDefault())
            .map(setting -> setting.name() + " (" + setting.origin() + ")")
            .collect(Collectors.joining(", "));
    return given.isEmpty() ? "" : "; look at " + given;
  }
}
