package io.ibench.cli.list;

import io.ibench.cli.setup.PlugIns;
import io.ibench.cli.setup.Setup;
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
 * The keys of one workload, database or other scope, in order. Immutable.
 *
 * @param name of the workload or database; else empty
 * @param description of it, in one line
 * @param prefix precedes each key's name
 */
record KeySection(Scope kind, String name, String description, String prefix, List<Key<?>> keys) {

  /** What keys belong to. */
  enum Scope {
    WORKLOAD,
    DATABASE,
    RUN,
    STEP,
    GROUP;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Keys under the name of a step or of one of its groups of threads. */
  private static final List<Key<?>> GROUP_KEYS = StepKeys.ofGroups();

  KeySection {
    keys = List.copyOf(keys);
  }

  /** All keys, with those of plug-ins. */
  static List<KeySection> all(PlugIns plugIns) {
    return all(
        plugIns.workloads().values(),
        plugIns.adapters().values(),
        each -> plugIns.jarOf(each).map(jar -> " (plug-in " + jar.file() + ")").orElse(""));
  }

  /** All keys, without those of plug-ins. */
  static List<KeySection> ofOwn() {
    return all(Setup.workloads().values(), Setup.adapters().values(), each -> "");
  }

  private static List<KeySection> all(
      Collection<Workload> workloads,
      Collection<Adapter> adapters,
      Function<Object, String> origin) {
    List<KeySection> sections = new ArrayList<>();
    for (Workload each : workloads) {
      String description = each.description() + origin.apply(each);
      sections.add(new KeySection(Scope.WORKLOAD, each.name(), description, "", each.keys()));
    }
    for (Adapter each : adapters) {
      String description = each.description() + origin.apply(each);
      sections.add(new KeySection(Scope.DATABASE, each.name(), description, "", each.keys()));
    }
    List<Key<?>> run = new ArrayList<>(Setup.keys());
    run.addAll(RunSettings.keys());
    sections.add(new KeySection(Scope.RUN, "", "every run", "", run));
    List<Key<?>> step = new ArrayList<>(StepKeys.all());
    step.removeAll(GROUP_KEYS);
    sections.add(new KeySection(Scope.STEP, "", "every step, under its name", "<step>.", step));
    sections.add(
        new KeySection(
            Scope.GROUP,
            "",
            "a step's threads, under the step's name; of one of several groups, under"
                + " <step>.<group>. too",
            "<step>.",
            GROUP_KEYS));
    return sections;
  }

  /** Such as {@code database sqlite}. */
  String title() {
    return name.isEmpty() ? description : kind.label() + " " + name + ": " + description;
  }

  String name(Key<?> key) {
    return prefix + key.name();
  }

  /** This section with only the keys whose names contain the text. */
  KeySection having(String text) {
    return new KeySection(
        kind,
        name,
        description,
        prefix,
        keys.stream().filter(key -> name(key).contains(text)).toList());
  }
}
