package io.ibench.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings of one run while they are being bound. Not thread-safe.
 *
 * <p>Reading a key never throws because of the user's input. A missing or invalid value is recorded
 * as a problem and replaced (by the default, else by the smallest allowed value), so that binding
 * continues and finds all mistakes; {@link #check()} throws if there are any. A given key that is
 * neither read nor declared is a problem too.
 */
public final class Config {

  private static final String SECRET_SHOWN =
      "a secret cannot be given by -s, where other users of the machine can see it;"
          + " allowed: ${NAME} in a file";

  private final Sources sources;
  private final Map<String, Entry> given = new HashMap<>();
  private final Set<Problem> problems;
  private final Set<String> known = new LinkedHashSet<>();
  private final Set<String> secrets = new HashSet<>();
  private final Set<String> broken = new HashSet<>();
  private final Set<Entry> rejected = new HashSet<>();
  private final Map<String, Setting> read = new LinkedHashMap<>();
  private final Map<String, String> elsewhere = new HashMap<>();
  private final Set<String> unused = new LinkedHashSet<>();
  private boolean unknownIgnored;

  Config(Sources sources) {
    this.sources = sources;
    this.problems = new LinkedHashSet<>(sources.problems());
    for (Entry entry : sources.entries()) {
      given.put(entry.key(), entry);
      if (entry.broken()) {
        broken.add(entry.key());
      }
    }
  }

  /** Settings without files, for tests and embedding; variables are not replaced. */
  public static Config of(Map<String, String> settings) {
    Sources sources = new Sources(new Variables(Map.of()));
    Origin origin = new Origin("settings");
    settings.forEach(
        (key, value) -> sources.add(sources.checked(new Entry(key, value, origin, false))));
    return new Config(sources);
  }

  /**
   * The same settings as they were loaded, with further ones that win. Nothing of the copy has been
   * read yet, and no file is read again.
   */
  public Config with(List<OptionSetting> options) {
    Sources all = sources.copy();
    all.add(options);
    return new Config(all);
  }

  /** The value, or the default. An optional key without default must be read with find. */
  public <T> T get(Key<T> key) {
    return require(List.of(key));
  }

  /**
   * The value of the first of {@code prefix.name} that is given, or the default.
   *
   * <p>The setting is that of the first prefix; its origin names the key it was inherited from.
   */
  public <T> T get(Key<T> key, List<String> prefixes) {
    return require(under(key, prefixes));
  }

  /** The value of a key that is optional or has a default. An invalid value is not missing. */
  public <T> Optional<T> find(Key<T> key) {
    return look(List.of(key));
  }

  /** Like {@link #get(Key, List)}, for a key that is optional or has a default. */
  public <T> Optional<T> find(Key<T> key, List<String> prefixes) {
    return look(under(key, prefixes));
  }

  /** Whether the key is given, with a valid value or not. Does not make it known. */
  public boolean has(String name) {
    return given.containsKey(name);
  }

  /** The prefixes of the given keys that end with {@code .name}, in the order of the files. */
  public Set<String> prefixes(Key<?> key) {
    String end = "." + key.name();
    return sources.entries().stream()
        .map(Entry::key)
        .filter(name -> name.length() > end.length() && name.endsWith(end))
        .map(name -> name.substring(0, name.length() - end.length()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** What follows {@code prefix.} in the given keys, in the order of the files. */
  public Set<String> namesUnder(String prefix) {
    String begin = prefix + ".";
    return sources.entries().stream()
        .map(Entry::key)
        .filter(name -> name.length() > begin.length() && name.startsWith(begin))
        .map(name -> name.substring(begin.length()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Every given key with a usable value, in the order of the files, with the value that wins.
   * Values may contain passwords. Makes no key known.
   */
  public List<Setting> given() {
    Map<String, Setting> all = new LinkedHashMap<>();
    for (Entry entry : sources.entries()) {
      Entry winner = given.get(entry.key());
      if (!Objects.requireNonNull(winner).broken()) {
        all.put(entry.key(), new Setting(entry.key(), winner.value(), winner.origin()));
      }
    }
    return List.copyOf(all.values());
  }

  /** Marks a given key that has no effect on this run. */
  public void unused(Key<?> key) {
    unused.add(key.name());
  }

  /** The given keys without effect on this run, in the order of the calls. */
  public List<String> unused() {
    return List.copyOf(unused);
  }

  /** Makes the key known, although this run does not read it. */
  public void declare(Key<?> key) {
    known.add(key.name());
    if (key.isSecret()) {
      secrets.add(key.name());
      Entry entry = given.get(key.name());
      if (entry != null && entry.isOverride() && !entry.broken()) {
        reject(entry, SECRET_SHOWN);
      }
    }
  }

  /** Whether one of the keys has a problem, so that its value must not be checked further. */
  public boolean isBroken(Key<?>... keys) {
    for (Key<?> key : keys) {
      if (broken.contains(key.name())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Records that a rule between keys is broken, at the place of the first key. Ignored if one of
   * them already has a problem: no follow-up errors. Only the first key is broken afterwards. If a
   * file could not be read, a missing key counts as broken, as that file may contain it.
   */
  public void problem(String message, Key<?>... keys) {
    if (keys.length == 0) {
      problem("", "", "", message);
    } else if (!isBroken(keys)) {
      Optional<Setting> setting = inForce(keys[0]);
      String where = setting.map(found -> found.origin().description()).orElse("");
      declare(keys[0]);
      problem(where, keys[0].name(), setting.map(Setting::value).orElse(""), message);
    }
  }

  /**
   * Records several mistakes in the value of one key, each with its own place in it. The value is
   * not repeated. Ignored if the key already has a problem.
   */
  public void problems(Key<?> key, List<String> messages) {
    if (messages.isEmpty() || isBroken(key)) {
      return;
    }
    String where = inForce(key).map(found -> found.origin().description()).orElse("");
    declare(key);
    messages.forEach(message -> problem(where, key.name(), "", message));
  }

  /** Records any problem; missing parts are empty strings. The value of a secret is masked. */
  public void problem(String where, String key, String value, String message) {
    problems.add(new Problem(where, key, value, message));
    if (!key.isEmpty()) {
      broken.add(key);
    }
  }

  /**
   * Unread keys are no problems from now on, because binding stopped early. For a wrong workload or
   * wrong steps: all keys below them would look wrong too.
   */
  public void ignoreUnknown() {
    unknownIgnored = true;
  }

  /**
   * Every key that was read and has a value, in the order of reading; secrets, and passwords in
   * URLs, are masked.
   */
  public List<Setting> effective() {
    return read.values().stream().map(this::masked).toList();
  }

  /** All problems so far, including unknown keys, without repetition, by file and line. */
  public List<Problem> problems() {
    Map<String, Problem> byLine = new LinkedHashMap<>();
    problems.stream()
        .map(this::masked)
        .forEach(problem -> byLine.putIfAbsent(problem.toString(), problem));
    if (sources.isComplete() && !unknownIgnored) {
      unknown().forEach(problem -> byLine.putIfAbsent(problem.toString(), problem));
    }
    List<Problem> sorted = new ArrayList<>(byLine.values());
    sorted.sort(new ProblemOrder(sources.files()));
    return Collections.unmodifiableList(sorted);
  }

  /** Throws if there are problems. Call it after binding. */
  public void check() throws ConfigException {
    List<Problem> all = problems();
    if (!all.isEmpty()) {
      throw new ConfigException(all);
    }
  }

  private <T> T require(List<Key<T>> names) {
    Key<T> key = names.get(0);
    if (key.isOptional() && key.defaultText().isEmpty()) {
      throw new IllegalArgumentException(key + " is optional: use find");
    }
    Optional<T> value = read(names);
    if (value.isEmpty() && !isBroken(key)) {
      String files = sources.files().isEmpty() ? "" : " in " + String.join(", ", sources.files());
      problem("", key.name(), "", "is required but not set" + files + "; allowed: " + key.type());
    }
    return value.orElseGet(key::standIn);
  }

  private <T> Optional<T> look(List<Key<T>> names) {
    if (names.get(0).isRequired()) {
      throw new IllegalArgumentException(names.get(0) + " is required: use get");
    }
    return read(names);
  }

  private static <T> List<Key<T>> under(Key<T> key, List<String> prefixes) {
    if (prefixes.isEmpty()) {
      throw new IllegalArgumentException("no prefix for " + key);
    }
    return prefixes.stream().map(key::under).toList();
  }

  private <T> Optional<T> read(List<Key<T>> names) {
    names.forEach(this::declare);
    Key<T> key = names.get(0);
    for (Key<T> name : names) {
      Entry entry = given.get(name.name());
      if (entry != null) {
        read.put(key.name(), setting(key, entry));
        return Optional.of(value(key, entry));
      }
    }
    if (!sources.isComplete()) {
      broken.add(key.name());
    }
    key.unmaskedDefault().ifPresent(text -> read.put(key.name(), byDefault(key, text)));
    return key.defaultValue().or(() -> key.presets().map(presets -> decided(key, presets)));
  }

  /** The default that another key decides; broken if that key is broken. */
  private <D, T> T decided(Key<T> key, Presets<D, T> presets) {
    Key<D> decider = presets.decider();
    D decision = get(decider);
    if (isBroken(decider)) {
      broken.add(key.name());
    }
    inForce(decider)
        .map(setting -> Origin.decidedBy(masked(setting)))
        .map(origin -> new Setting(key.name(), presets.text(decision), origin))
        .ifPresent(setting -> read.put(key.name(), setting));
    return Objects.requireNonNull(presets.values().get(decision));
  }

  private <T> T value(Key<T> key, Entry entry) {
    if (!entry.broken() && !rejected.contains(entry)) {
      try {
        Optional<String> flaw =
            key.mayHoldPassword() && !entry.isOverride()
                ? Optional.empty()
                : Secrets.flaw(entry.value(), entry.isOverride());
        if (flaw.isPresent()) {
          throw new BadValueException(flaw.get());
        }
        return key.parse(entry.value());
      } catch (BadValueException e) {
        reject(entry, String.valueOf(e.getMessage()));
      }
    }
    broken.add(key.name());
    return key.standIn();
  }

  private void reject(Entry entry, String message) {
    rejected.add(entry);
    problem(entry.origin().description(), entry.key(), entry.value(), message);
  }

  private static Setting setting(Key<?> key, Entry entry) {
    boolean own = entry.key().equals(key.name());
    Origin origin = own ? entry.origin() : entry.origin().inheritedFrom(entry.key());
    return new Setting(key.name(), entry.value(), false, origin, entry.variables());
  }

  private static Setting byDefault(Key<?> key, String text) {
    return new Setting(key.name(), text, Origin.DEFAULT);
  }

  private Optional<Setting> inForce(Key<?> key) {
    return Optional.ofNullable(read.get(key.name()))
        .or(() -> Optional.ofNullable(given.get(key.name())).map(entry -> setting(key, entry)))
        .or(() -> key.unmaskedDefault().map(text -> byDefault(key, text)));
  }

  /** Values are masked when shown, not when stored: a key may be declared secret later. */
  private Setting masked(Setting setting) {
    boolean secret = secrets.contains(setting.name());
    String shown = secret ? Key.MASK : Secrets.mask(setting.value());
    boolean masked = !shown.equals(setting.value());
    return new Setting(setting.name(), shown, masked, setting.origin(), setting.variables());
  }

  private Problem masked(Problem problem) {
    boolean secret = secrets.contains(problem.key()) && !problem.value().isEmpty();
    return secret
        ? new Problem(problem.where(), problem.key(), Key.MASK, problem.message())
        : problem;
  }

  /** Explains a key that is unknown here: {@code what} it is elsewhere, in a few words. */
  public void explain(String name, String what) {
    elsewhere.put(name, what);
  }

  private List<Problem> unknown() {
    List<Problem> found = new ArrayList<>();
    for (Entry entry : sources.entries()) {
      if (!entry.broken() && !known.contains(entry.key())) {
        String hint =
            Optional.ofNullable(elsewhere.get(entry.key()))
                .or(() -> Suggestion.question(entry.key(), known))
                .orElse("no key has a similar name; ibench list shows all");
        String where = entry.origin().description();
        found.add(new Problem(where, entry.key(), "", "unknown key; " + hint));
      }
    }
    return found;
  }
}
