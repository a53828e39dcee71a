package io.ibench.cli.setup;

import io.ibench.cli.ground.UsageException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Opens a database; a failure names the settings to check. */
public final class DatabaseOpener {

  private static final String URL = "url";
  private static final String SOCKET = "socket";

  /** The settings that lead to a server. */
  private static final Set<String> LEADING = Set.of(URL, SOCKET);

  /** Host and port in a URL, without the user. */
  private static final Pattern AUTHORITY = Pattern.compile("//(?:[^/?@]*@)?([^/?@;]+)");

  private DatabaseOpener() {}

  /** For a run; a database that no step would make must be there. */
  public static Database open(Setup setup) throws DatabaseException, UsageException {
    Set<TableUse> makers = EnumSet.of(TableUse.DROPS, TableUse.CREATES);
    boolean makes = setup.plan().steps().stream().map(Step::use).anyMatch(makers::contains);
    return makes ? open(setup.adapter()) : openLoaded(setup);
  }

  /** For a command that works on data, and makes no database for it. */
  public static Database openLoaded(Setup setup) throws DatabaseException, UsageException {
    Optional<String> absence = setup.target().absence();
    if (absence.isPresent()) {
      throw new UsageException(absence.get() + look(setup.adapter(), absence.get()));
    }
    return open(setup.adapter());
  }

  public static Database open(AdapterSetup setup) throws DatabaseException, UsageException {
    try {
      return setup.target().open();
    } catch (DatabaseException e) {
      String why = "cannot open " + setup.database() + ": " + e.getMessage();
      if (e.isInvalidSetting()) {
        throw new UsageException(why + look(setup, why));
      }
      String advice = e.advice().isEmpty() ? "" : "; " + e.advice();
      throw new DatabaseException(e.kind(), why + hint(e.kind(), setup, why) + advice, e);
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
  public static void requireTables(RegisteredDataset dataset, String verb, String hint)
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
      case CONNECTION_LOST, TIMEOUT ->
          "; is its server running" + place(setup) + "?" + look(leading(given(setup)));
      case DENIED, NOT_FOUND, FATAL -> look(setup, why);
      default -> "";
    };
  }

  /** Where the server is looked for, which some drivers do not say. */
  private static String place(AdapterSetup setup) {
    List<Setting> given = given(setup);
    boolean socket = given.stream().anyMatch(setting -> setting.name().equals(SOCKET));
    return given.stream()
        .filter(setting -> setting.name().equals(URL) && !socket)
        .map(setting -> AUTHORITY.matcher(setting.value()))
        .filter(Matcher::find)
        .map(found -> " at " + found.group(1))
        .findFirst()
        .orElse(" there");
  }

  /** The settings that lead to the server; all if none of them is known to. */
  private static List<Setting> leading(List<Setting> given) {
    List<Setting> leading =
        given.stream().filter(setting -> LEADING.contains(setting.name())).toList();
    return leading.isEmpty() ? given : leading;
  }

  /** The adapter's settings that are not defaults. */
  private static List<Setting> given(AdapterSetup setup) {
    Set<String> keys = setup.keys().stream().map(Key::name).collect(Collectors.toSet());
    return setup.config().effective().stream()
        .filter(setting -> keys.contains(setting.name()) && !setting.origin().isDefault())
        .toList();
  }

  /** The keys that were given; of a message that names the data's folder those that name it. */
  private static String look(AdapterSetup setup, String why) {
    Optional<Path> folder = setup.target().directory().filter(in -> why.contains(in.toString()));
    return look(
        given(setup).stream()
            .filter(setting -> folder.isEmpty() || isIn(folder.get(), setting.value()))
            .toList());
  }

  private static String look(List<Setting> settings) {
    Map<String, List<String>> byPlace = new LinkedHashMap<>();
    for (Setting setting : settings) {
      String place = setting.origin().description().replaceAll(":[0-9]+$", "");
      byPlace.computeIfAbsent(place, none -> new ArrayList<>()).add(withVariables(setting));
    }
    String places =
        byPlace.entrySet().stream()
            .map(place -> String.join(", ", place.getValue()) + " in " + place.getKey())
            .collect(Collectors.joining(", "));
    return places.isEmpty() ? "" : "; look at " + places;
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
