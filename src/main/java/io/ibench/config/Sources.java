package io.ibench.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The entries that were read so far, in rising precedence, and the problems.
 *
 * <p>Problems recorded here never show a value, which may be a secret. Not thread-safe; used by one
 * load, then by its {@link Config}.
 */
final class Sources {

  private final Variables variables;

  /** Keys whose values are known: what files give for them is not used. */
  private final Set<String> settled;

  private final List<Entry> entries = new ArrayList<>();
  private final Set<Problem> problems = new LinkedHashSet<>();
  private final List<String> files = new ArrayList<>();
  private boolean complete = true;

  Sources(Variables variables) {
    this(variables, Set.of());
  }

  Sources(Variables variables, Set<String> settled) {
    this.variables = variables;
    this.settled = Set.copyOf(settled);
  }

  /** A copy that goes on by itself. */
  Sources copy() {
    Sources copy = new Sources(variables, settled);
    copy.entries.addAll(entries);
    copy.problems.addAll(problems);
    copy.files.addAll(files);
    copy.complete = complete;
    return copy;
  }

  /** Adds the settings of options, which win over all before. */
  void add(List<OptionSetting> options) {
    options.forEach(each -> add(entry(each.key(), each.value(), new Origin(each.option()))));
  }

  /** Replaces the variables in {@code raw}; a value with a flaw becomes a broken entry. */
  Entry entry(String key, String raw, Origin origin) {
    if (settled.contains(key)) {
      return new Entry(key, "", origin, false);
    }
    Variables.Replaced value = variables.replace(raw);
    value.flaws().forEach(flaw -> problem(origin, key, flaw));
    if (!value.flaws().isEmpty()) {
      return Entry.broken(key, origin);
    }
    return checked(new Entry(key, value.text(), origin, false, value.variables()));
  }

  /** The entry, or a broken one when its value has control characters. */
  Entry checked(Entry entry) {
    OptionalInt control = entry.value().codePoints().filter(Printable::isControl).findFirst();
    if (control.isEmpty()) {
      return entry;
    }
    String found = Printable.character(control.getAsInt());
    String message = "has the control character " + found + "; allowed: text in one line";
    problem(entry.origin(), entry.key(), message);
    return Entry.broken(entry.key(), entry.origin());
  }

  void add(Entry entry) {
    entries.add(entry);
  }

  void problem(Origin origin, String key, String message) {
    problem(new Problem(origin.description(), key, "", message));
  }

  void problem(Problem problem) {
    problems.add(problem);
  }

  void opened(String file) {
    files.add(file);
  }

  /** A file could not be read, so a key that seems missing may be in it. */
  void incomplete() {
    complete = false;
  }

  boolean isComplete() {
    return complete;
  }

  List<Entry> entries() {
    return entries;
  }

  Set<Problem> problems() {
    return problems;
  }

  /** In the order of opening. */
  List<String> files() {
    return files;
  }
}
