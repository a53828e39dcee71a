package io.ibench.cli.run;

import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.cli.setup.MainStepOptions;
import io.ibench.cli.setup.SettingFiles;
import io.ibench.cli.setup.Setup;
import io.ibench.config.ConfigException;
import io.ibench.config.Setting;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A workload on a database, of which there are several runs. Immutable.
 *
 * @param name of its folder; empty if there is one side only
 * @param load the run that loads the data of all others; empty if each run does all steps
 */
public record RunSide(String name, Optional<Setup> load, Setup setup) {

  private static final Set<TableUse> BEFORE_DATA =
      Set.of(TableUse.DROPS, TableUse.CREATES, TableUse.LOADS, TableUse.INDEXES);

  /** Reads and checks the settings of all sides. Touches no database. */
  public static List<RunSide> all(
      List<Given> all, MainStepOptions options, boolean onLoaded, Map<String, String> environment)
      throws ConfigException, UsageException {
    if (all.size() == 1) {
      return List.of(of("", all.get(0), options, onLoaded, environment));
    }
    List<RunSide> sides = new ArrayList<>();
    Set<String> mistakes = new LinkedHashSet<>();
    List<String> names = names(all);
    for (int i = 0; i < all.size(); i++) {
      try {
        sides.add(of(names.get(i), all.get(i), options, onLoaded, environment));
      } catch (ConfigException | UsageException e) {
        mistakes.addAll(ErrorReporter.mistakes(e));
      }
    }
    if (mistakes.isEmpty()) {
      mistakes.addAll(contradictions(sides, onLoaded));
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(List.copyOf(mistakes));
    }
    return sides;
  }

  /** With {@code onLoaded} the steps up to the load, and those after it, are runs of their own. */
  private static RunSide of(
      String name,
      Given given,
      MainStepOptions options,
      boolean onLoaded,
      Map<String, String> environment)
      throws ConfigException, UsageException {
    Setup all = Setup.of(given, options, environment);
    List<String> steps = all.plan().steps().stream().map(Step::name).toList();
    int later = steps.size();
    while (later > 0 && !BEFORE_DATA.contains(all.plan().steps().get(later - 1).use())) {
      later--;
    }
    if (!onLoaded || later == 0) {
      return new RunSide(name, Optional.empty(), all);
    }
    if (later == steps.size()) {
      throw new UsageException(
          "--on-loaded: no step follows "
              + steps.get(later - 1)
              + " in steps = "
              + String.join(", ", steps)
              + "; add those to be repeated");
    }
    if (all.database().equals("memory")) {
      throw new UsageException(
          "--on-loaded: database = memory forgets its tables after each run; use --fresh");
    }
    return new RunSide(
        name,
        Optional.of(Setup.of(given.withSteps(steps.subList(0, later)), environment)),
        Setup.of(given.withSteps(steps.subList(later, steps.size())), options, environment));
  }

  /** Of the database's file, the workload's, or both, whatever differs. */
  private static List<String> names(List<Given> all) {
    boolean workloads = all.stream().map(Given::workload).distinct().count() > 1;
    boolean databases = all.stream().map(Given::database).distinct().count() > 1;
    List<String> names = new ArrayList<>();
    for (Given given : all) {
      String workload = SettingFiles.name(given.workload());
      String database = given.database().map(SettingFiles::name).orElse("");
      String name =
          workloads && databases ? workload + "-" + database : workloads ? workload : database;
      String unique = name;
      for (int i = 2; names.contains(unique); i++) {
        unique = name + "-" + i;
      }
      names.add(unique);
    }
    return names;
  }

  /** Why sides cannot be compared, or would lose their tables to each other; one line each. */
  private static List<String> contradictions(List<RunSide> sides, boolean onLoaded) {
    List<String> lines = new ArrayList<>();
    for (int i = 1; i < sides.size(); i++) {
      RunSide other = sides.get(i);
      unlike(sides.get(0), other).ifPresent(lines::add);
      for (RunSide before : sides.subList(0, i)) {
        if (onLoaded && shareTables(before.setup(), other.setup())) {
          lines.add(shared(before.name(), other.name()));
        }
      }
    }
    return lines;
  }

  private static Optional<String> unlike(RunSide base, RunSide other) {
    Setup a = base.setup();
    Setup b = other.setup();
    String why =
        !a.workload().equals(b.workload())
            ? "they are " + a.workload() + " and " + b.workload()
            : a.plan().dataSettings().equals(b.plan().dataSettings())
                ? ""
                : "the settings that shape their data differ";
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(
            base.name()
                + " and "
                + other.name()
                + " cannot be compared: "
                + why
                + "; run each by itself");
  }

  static String shared(String one, String other) {
    return "--on-loaded: "
        + one
        + " and "
        + other
        + " have the same tables, and a load of one would drop those of the other; use --fresh, or"
        + " another database or schema for one of them";
  }

  private static boolean shareTables(Setup a, Setup b) {
    Set<String> tables = tables(a.plan());
    tables.retainAll(tables(b.plan()));
    return !tables.isEmpty() && !place(a).isEmpty() && place(a).equals(place(b));
  }

  private static Set<String> tables(Plan plan) {
    return plan.tables().stream().map(one -> one.table().name()).collect(Collectors.toSet());
  }

  /** The settings that name the database; empty if none does. */
  static Map<String, String> place(Setup setup) {
    Map<String, String> place = new TreeMap<>();
    for (Setting setting : setup.config().effective()) {
      String value = setting.value();
      switch (setting.name()) {
        case "url" -> place.put("url", value.replaceAll("\\?.*", ""));
        case "socket" -> place.put("socket", value);
        case "file" -> place.put("file", Path.of(value).toAbsolutePath().normalize().toString());
        default -> {}
      }
    }
    return place;
  }

  /** The load first. */
  public List<Setup> setups() {
    return Stream.concat(load.stream(), Stream.of(setup)).toList();
  }
}
