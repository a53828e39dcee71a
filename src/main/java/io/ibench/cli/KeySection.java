package io.ibench.cli;

import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.engine.RunSettings;
import io.ibench.workload.StepKeys;
import io.ibench.workload.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Keys that belong to one thing, in an order that keeps together what belongs together. Immutable.
 *
 * @param name of the workload or database; empty for the others
 * @param line what it is
 * @param prefix stands before each key's name
 */
record KeySection(Kind kind, String name, String line, String prefix, List<Key<?>> keys) {

  /** What keys can belong to. */
  enum Kind {
    WORKLOAD,
    DATABASE,
    RUN,
    STEP,
    GROUP;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Under a step's name, and under those of its groups of threads where it has several. */
  private static final List<Key<?>> GROUP_KEYS = StepKeys.ofGroups();

  KeySection {
    keys = List.copyOf(keys);
  }

  /** Everything there is to set. */
  static List<KeySection> all(PlugIns plugIns) {
    return all(
        plugIns.workloads().values(),
        plugIns.adapters().values(),
        each -> plugIns.jarOf(each).map(jar -> " (plug-in " + jar.file() + ")").orElse(""));
  }

  /** The same without plug-ins. */
  static List<KeySection> ofOwn() {
    return all(Setup.workloads().values(), Setup.adapters().values(), each -> "");
  }

  private static List<KeySection> all(
      Collection<Workload> workloads,
      Collection<Adapter> adapters,
      Function<Object, String> origin) {
    List<KeySection> sections = new ArrayList<>();
    for (Workload each : workloads) {
      String line = each.line() + origin.apply(each);
      sections.add(new KeySection(Kind.WORKLOAD, each.name(), line, "", each.keys()));
    }
    for (Adapter each : adapters) {
      String line = each.line() + origin.apply(each);
      sections.add(new KeySection(Kind.DATABASE, each.name(), line, "", each.keys()));
    }
    List<Key<?>> run = new ArrayList<>(Setup.keys());
    run.addAll(RunSettings.keys());
    sections.add(new KeySection(Kind.RUN, "", "every run", "", run));
    List<Key<?>> step = new ArrayList<>(StepKeys.all());
    step.removeAll(GROUP_KEYS);
    sections.add(new KeySection(Kind.STEP, "", "every step, under its name", "<step>.", step));
    sections.add(
        new KeySection(
            Kind.GROUP,
            "",
            "a step's threads, under the step's name; of one of several groups, under"
                + " <step>.<group>. too",
            "<step>.",
            GROUP_KEYS));
    return sections;
  }

  /** Such as {@code database sqlite}. */
  String title() {
    return name.isEmpty() ? line : kind.label() + " " + name + ": " + line;
  }

  String name(Key<?> key) {
    return prefix + key.name();
  }

  /** The same with those keys alone whose names have the text in them. */
  KeySection having(String text) {
    return new KeySection(
        kind, name, line, prefix, keys.stream().filter(key -> name(key).contains(text)).toList());
  }
}
