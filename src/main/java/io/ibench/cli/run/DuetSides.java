package io.ibench.cli.run;

import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.cli.setup.DatabaseOpener;
import io.ibench.cli.setup.SettingKeys;
import io.ibench.cli.setup.Setup;
import io.ibench.config.ConfigException;
import io.ibench.config.OptionSetting;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.ServerLocation;
import io.ibench.db.internal.TableRegister;
import io.ibench.duet.Both;
import io.ibench.duet.Side;
import io.ibench.engine.RunSettings;
import io.ibench.server.ServerKeys;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.OverrideFlag;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The two sides of a duet, and what they must have in common. Stateless. */
final class DuetSides {

  /** Of each side, unless the user says otherwise. */
  static final int CONNECTIONS = 16;

  private static final String DATA = "server.data";
  private static final String VERSUS = "--versus";
  private static final String URL = "url";

  /** The path of a url, without what is behind it. */
  private static final Pattern DATABASE = Pattern.compile("//[^/]*/?([^?;]*)");

  /** Settings that say where a database is. */
  private static final Set<String> PLACES = Set.of("url", "socket", "file", "user", "password");

  private DuetSides() {}

  /**
   * Both sides as the user gives them.
   *
   * @param given one, or two with their databases
   * @param versus what side B has instead: settings, or options of a private server
   */
  static Both<Given> of(List<Given> given, List<String> versus) throws UsageException {
    List<String> mistakes = new ArrayList<>();
    if (given.size() > 2) {
      mistakes.add("duet has two sides; give one database, or two");
    }
    for (String setting : versus) {
      if (setting.indexOf('=') < 1) {
        mistakes.add(
            VERSUS
                + " "
                + setting
                + " has no NAME=; allowed: NAME=VALUE, such as innodb_adaptive_hash_index=ON");
      }
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    Given a = given.get(0);
    Given b = given.get(given.size() - 1);
    List<String> ofB = new ArrayList<>(b.settings());
    for (String setting : versus) {
      String key = key(setting);
      ofB.removeIf(other -> name(other).equals(key));
      ofB.add(key + setting.substring(setting.indexOf('=')));
    }
    return new Both<>(
        ownFolder(a, Side.A, ofB),
        ownFolder(new Given(b.workload(), b.database(), ofB), Side.B, a.settings()));
  }

  /** Two servers with the same server.data get a folder in it each. */
  private static Given ownFolder(Given given, Side side, List<String> ofOther) {
    List<String> settings = new ArrayList<>();
    for (String setting : given.settings()) {
      boolean shared = name(setting).equals(DATA) && ofOther.contains(setting);
      settings.add(shared ? setting + "-" + side.folder() : setting);
    }
    return new Given(given.workload(), given.database(), settings);
  }

  private static String name(String setting) {
    int equals = setting.indexOf('=');
    String name = setting.substring(0, equals < 0 ? setting.length() : equals).strip();
    // An option --conf has a word before it, for messages.
    return name.substring(name.lastIndexOf(' ') + 1);
  }

  /** What is no setting of a run is an option of the server. */
  static String key(String setting) {
    String name = name(setting);
    boolean known =
        SettingKeys.isOfRun(name)
            || name.startsWith(ServerKeys.CONF + ".")
            || ServerKeys.keys().stream().anyMatch(key -> key.name().equals(name));
    return known ? name : ServerKeys.CONF + "." + name.replace('-', '_');
  }

  /** Reads and checks both sides. Touches no database. */
  static Both<Setup> setups(
      Both<Given> given,
      Optional<String> step,
      OptionalInt threads,
      Both<Map<String, String>> environment)
      throws UsageException {
    List<Setup> setups = new ArrayList<>();
    Set<String> mistakes = new LinkedHashSet<>();
    long time = Instant.now().getEpochSecond();
    for (Side side : Side.values()) {
      try {
        Given own = given.of(side);
        Map<String, String> variables = environment.of(side);
        Setup first = Setup.of(own, variables);
        List<OptionSetting> further = further(own, first, step, threads, time);
        setups.add(further.isEmpty() ? first : Setup.of(plus(own, further), variables));
      } catch (ConfigException | UsageException e) {
        mistakes.addAll(ErrorReporter.mistakes(e));
      }
    }
    if (mistakes.isEmpty()) {
      mistakes.addAll(contradictions(setups.get(0), setups.get(1), step));
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(List.copyOf(mistakes));
    }
    return new Both<>(setups.get(0), setups.get(1));
  }

  /**
   * What both sides have in common beside the user's settings: the time of their rows, so that they
   * are equal, and enough connections that one with a slow memory layout does not decide.
   */
  private static List<OptionSetting> further(
      Given given, Setup setup, Optional<String> name, OptionalInt threads, long epochSecond)
      throws UsageException {
    List<OptionSetting> further = new ArrayList<>();
    if (setup.settings().rowTimeMillis().isEmpty()) {
      String time = Instant.ofEpochSecond(epochSecond).toString();
      further.add(new OptionSetting("duet", RunSettings.ROW_TIME.name(), time));
    }
    Optional<Step.Work> step = step(setup.plan(), name);
    if (step.isPresent() && isSimple(step.get())) {
      Step.Group group = step.get().groups().get(0);
      String key = StepKeys.THREADS.under(step.get().name()).name();
      boolean own = given.settings().stream().anyMatch(each -> name(each).equals(key));
      if (threads.isPresent() || !own && group.threads() < CONNECTIONS) {
        String number = String.valueOf(threads.orElse(CONNECTIONS));
        further.add(new OptionSetting("--threads", key, number));
      }
    } else if (step.isPresent() && threads.isPresent()) {
      throw new UsageException(
          "--threads: step "
              + step.get().name()
              + " has groups or clients of its own; leave it out, and set their threads with -s");
    }
    return further;
  }

  /** Whether the step is done by threads, and nothing else. */
  private static boolean isSimple(Step.Work step) {
    Step.Group first = step.groups().get(0);
    return step.groups().size() == 1 && first.name().isEmpty() && first.clients() == 1;
  }

  private static Given plus(Given given, List<OptionSetting> further) {
    List<OptionSetting> all = new ArrayList<>(given.more());
    all.addAll(further);
    return given.with(all);
  }

  /** Why the two are no pair; one line each. */
  private static List<String> contradictions(Setup a, Setup b, Optional<String> step) {
    List<String> lines = unlike(a, b, step);
    if (lines.isEmpty() && a.database().equals(b.database())) {
      Map<String, String> place = place(a);
      if (!place.isEmpty() && place.equals(place(b))) {
        lines.add(
            "A and B are one database, "
                + String.join(", ", place.values())
                + "; add --server for two private ones, or a second -d");
      }
    }
    return lines;
  }

  /** Why the two cannot do the same, wherever they are; one line each. */
  static List<String> unlike(Setup a, Setup b, Optional<String> step) {
    List<String> lines = new ArrayList<>();
    Plan one = a.plan();
    Plan other = b.plan();
    if (!a.workload().equals(b.workload())) {
      lines.add("A does " + a.workload() + ", B " + b.workload() + "; a duet has one workload");
      return lines;
    }
    Set<String> differing = new TreeSet<>(differing(one.dataSettings(), other.dataSettings()));
    differing.addAll(differing(one.workSettings(), other.workSettings()));
    if (!differing.isEmpty()) {
      lines.add(
          "A and B do different work: they differ in "
              + String.join(", ", differing)
              + "; a duet needs equal operations on equal tables");
    } else if (!one.steps().equals(other.steps()) || !one.operations().equals(other.operations())) {
      lines.add("A and B do different work: their steps differ; a duet needs equal operations");
    }
    whyNot(one, step).ifPresent(lines::add);
    for (String key : List.of("limit.server_cpus", "limit.client_cpus")) {
      if (a.config().has(key) || b.config().has(key)) {
        lines.add(key + " is no setting of a duet, which says itself where all run; leave it out");
      }
    }
    return lines;
  }

  private static Set<String> differing(Map<String, String> one, Map<String, String> other) {
    Set<String> names = new TreeSet<>(one.keySet());
    names.addAll(other.keySet());
    names.removeIf(name -> String.valueOf(one.get(name)).equals(String.valueOf(other.get(name))));
    return names;
  }

  private static Optional<String> whyNot(Plan plan, Optional<String> name) {
    List<Step.Work> all = requests(plan);
    List<Step.Work> named =
        all.stream().filter(each -> name.isEmpty() || each.name().equals(name.get())).toList();
    if (named.isEmpty()) {
      return Optional.of(
          name.map(asked -> "--step " + asked + " is no step of requests; those are: ")
                  .orElse("a duet needs a step of requests; those of the workload are: ")
              + (all.isEmpty()
                  ? "none"
                  : String.join(", ", all.stream().map(Step::name).toList())));
    }
    return step(plan, name).isPresent() ? Optional.empty() : whyNot(named.get(named.size() - 1));
  }

  private static List<Step.Work> requests(Plan plan) {
    List<Step.Work> steps = new ArrayList<>();
    for (Step step : plan.steps()) {
      if (step instanceof Step.Work work && work.use() != TableUse.LOADS) {
        steps.add(work);
      }
    }
    return steps;
  }

  /**
   * The step that is done as a duet; empty if there is none.
   *
   * @param name of the step that the user asks for; empty: the last one that can be
   */
  static Optional<Step.Work> step(Plan plan, Optional<String> name) {
    return requests(plan).stream()
        .filter(each -> name.isEmpty() || each.name().equals(name.get()))
        .filter(each -> whyNot(each).isEmpty())
        .reduce((first, second) -> second);
  }

  /** The other steps that can be done as a duet. */
  static List<String> names(Plan plan, Step.Work except) {
    return requests(plan).stream()
        .filter(each -> !each.name().equals(except.name()) && whyNot(each).isEmpty())
        .map(Step::name)
        .toList();
  }

  private static Optional<String> whyNot(Step.Work step) {
    for (Step.Group group : step.groups()) {
      if (group.follows().isPresent()) {
        return Optional.of(
            step.name()
                + " is no step for a duet: its group "
                + group.name()
                + " follows "
                + group.follows().get().group()
                + ", and so its operations have an order");
      }
    }
    if (step.isPaced() || step.groups().stream().anyMatch(Step.Group::holdsSnapshots)) {
      return Optional.of(
          step.name()
              + " is no step for a duet: it has a target rate, and the sides of a duet set the pace"
              + " for each other; leave the rate out");
    }
    return Optional.empty();
  }

  /**
   * The settings in which the sides differ, with those of A and B. Where ibench put the data of
   * private servers tells nothing.
   */
  static Map<String, List<String>> differences(Both<Setup> setups) {
    boolean ownServers = setups.allMatch(DuetSides::hasOwnServer);
    Map<String, String> a = values(setups.a());
    Map<String, String> b = values(setups.b());
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (String name : differing(a, b)) {
      String ofA = a.getOrDefault(name, "-");
      String ofB = b.getOrDefault(name, "-");
      boolean isPlace = PLACES.contains(name) || isOneFolder(name, ofA, ofB);
      if (!ownServers || !isPlace) {
        all.put(name, List.of(ofA, ofB));
      }
    }
    return all;
  }

  private static boolean hasOwnServer(Setup setup) {
    return setup.config().find(ServerKeys.SERVER.optional()).orElse(false);
  }

  /** Whether these are the two folders that the sides have beside each other. */
  private static boolean isOneFolder(String name, String a, String b) {
    return name.equals(DATA)
        && a.endsWith("-" + Side.A.folder())
        && b.endsWith("-" + Side.B.folder())
        && a.substring(0, a.length() - 2).equals(b.substring(0, b.length() - 2));
  }

  private static Map<String, String> values(Setup setup) {
    Map<String, String> values = new TreeMap<>();
    setup.config().effective().forEach(each -> values.put(each.name(), each.value()));
    return values;
  }

  /** The settings that name the database, or else its folder; empty if nothing does. */
  private static Map<String, String> place(Setup setup) {
    Map<String, String> place = RunSide.place(setup);
    if (place.isEmpty()) {
      setup.target().directory().ifPresent(folder -> place.put("folder", folder.toString()));
    }
    return place;
  }

  /**
   * What both databases are.
   *
   * @param embedded inside of ibench
   * @param lasting whether one of them keeps anything that outlives an operation
   */
  record Found(boolean embedded, boolean lasting) {}

  /** Finds out before anything is touched whether both sides can begin, and with equal tables. */
  static Found tryOut(Both<Setup> setups, Set<OverrideFlag> consents) throws UsageException {
    List<String> mistakes = new ArrayList<>();
    List<RegisteredDataset> datasets = new ArrayList<>();
    List<ServerLocation> locations = new ArrayList<>();
    boolean embedded = true;
    boolean lasting = false;
    for (Side side : Side.values()) {
      Setup setup = setups.of(side);
      try (Database database = DatabaseOpener.open(setup)) {
        RegisteredDataset dataset =
            RegisteredDataset.read(setup.plan(), database, setup.workload(), side.name());
        dataset.admit(consents);
        datasets.add(dataset);
        locations.add(database.location());
        embedded &= database.location().embedded();
        lasting |= database.keepsData();
      } catch (UsageException | RefusedException e) {
        ErrorReporter.mistakes(e).forEach(line -> mistakes.add("side " + side + ": " + line));
      } catch (DatabaseException e) {
        mistakes.add("side " + side + ": " + ErrorReporter.line(e));
      }
    }
    if (mistakes.isEmpty()
        && OneServer.is(locations.get(0), locations.get(1))
        && databaseName(setups.a()).equals(databaseName(setups.b()))) {
      mistakes.add(
          "A and B are one database of one server, by two names: "
              + place(setups.a()).get(URL)
              + " and "
              + place(setups.b()).get(URL)
              + "; name another one for a side");
    }
    Plan plan = setups.a().plan();
    boolean loads = plan.steps().stream().anyMatch(step -> step.use() == TableUse.LOADS);
    if (mistakes.isEmpty() && !loads) {
      mistakes.addAll(unequal(plan, datasets.get(0), datasets.get(1)));
      if (datasets.get(0).ordinal() != datasets.get(1).ordinal()) {
        mistakes.add(
            format(
                "A's tables served %,d runs, B's %,d, so that the sides would draw different"
                    + " operations; load both anew",
                datasets.get(0).runsServed() - 1, datasets.get(1).runsServed() - 1));
      }
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    return new Found(embedded, lasting);
  }

  /** What a url names on its server, and whose it is if it names nothing. */
  private static String databaseName(Setup setup) {
    String url = place(setup).getOrDefault(URL, "");
    Matcher parts = DATABASE.matcher(url);
    String name = parts.find() ? parts.group(1) : url;
    return name.isEmpty() ? values(setup).getOrDefault("user", "") : name;
  }

  /** The tables whose totals differ, one line each. */
  static List<String> unequal(Plan plan, RegisteredDataset a, RegisteredDataset b) {
    List<String> lines = new ArrayList<>();
    for (Plan.LoadedTable loaded : plan.tables()) {
      Optional<Map<String, Long>> one = a.row(loaded.table()).flatMap(TableRegister.Row::totals);
      Optional<Map<String, Long>> other = b.row(loaded.table()).flatMap(TableRegister.Row::totals);
      if (!one.equals(other)) {
        lines.add(
            "table "
                + loaded.table().name()
                + " is not equal on both sides: A has "
                + text(one)
                + ", B "
                + text(other)
                + "; load both alike, with one seed");
      }
    }
    return lines;
  }

  private static String text(Optional<Map<String, Long>> totals) {
    return totals
        .map(
            known ->
                String.join(
                    ", ",
                    new TreeMap<>(known)
                        .entrySet().stream()
                            .map(each -> format("%,d %s", each.getValue(), each.getKey()))
                            .toList()))
        .orElse("unknown rows");
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
