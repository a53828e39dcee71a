package io.ibench.cli.list;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.JsonText;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.list.KeySection.Scope;
import io.ibench.cli.setup.PlugIns;
import io.ibench.config.Key;
import io.ibench.config.Suggestion;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lists everything that can be set. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists workloads, databases, metrics, and every key with its type and default.",
    footer = {
      "",
      "  ibench list databases           what there is to run on",
      "  ibench list sqlite              what is to be set for one of them",
      "  ibench list keys threads        keys that have threads in their name",
      "  ibench list metrics r/q         what a column of the report means"
    })
public final class ListCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "WHAT",
      completionCandidates = WhatNames.class,
      description = "only: ${COMPLETION-CANDIDATES}; or a workload or database")
  private @Nullable String given;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description =
          "a workload or database with its keys; of keys and metrics, those with NAME in their"
              + " names")
  private @Nullable String name;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Option(names = "--markdown", hidden = true, description = "print docs/configuration.md")
  private boolean markdown;

  /** What to list; everything by default. */
  enum What {
    WORKLOADS,
    DATABASES,
    KEYS,
    METRICS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The names of lists, for completion. */
  static final class WhatNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Stream.of(What.values()).map(What::toString).iterator();
    }
  }

  /** The list that is given, also in the singular; empty for another word, and without one. */
  private Optional<What> what() {
    return Stream.of(What.values())
        .filter(each -> each.toString().equals(given) || each.toString().equals(given + "s"))
        .findFirst();
  }

  @Override
  public Integer call() throws UsageException, JsonProcessingException {
    What what = what().orElse(null);
    if (what == What.METRICS) {
      printMetrics(spec.commandLine().getOut());
      return ExitCode.DONE;
    }
    PlugIns plugIns = PlugIns.load(Installation.of(ibench.process().environment()));
    List<KeySection> all = KeySection.all(plugIns);
    PrintWriter out = spec.commandLine().getOut();
    if (markdown) {
      out.print(ConfigurationPage.of(KeySection.ofOwn()));
    } else if (json) {
      out.println(json(wanted(what, all)));
    } else {
      out.print(text(what, wanted(what, all)));
    }
    out.flush();
    return ExitCode.DONE;
  }

  private void printMetrics(PrintWriter out) throws UsageException, JsonProcessingException {
    MetricList metrics = MetricList.of(name);
    out.print(
        json
            ? JsonText.of(metrics.json()) + "\n"
            : metrics.text(width(ibench.process().environment().get("COLUMNS"))));
    out.flush();
  }

  private List<KeySection> wanted(@Nullable What what, List<KeySection> all) throws UsageException {
    if (what == null) {
      return given == null ? all : named(all);
    }
    return switch (what) {
      case WORKLOADS -> products(all, Scope.WORKLOAD);
      case DATABASES -> products(all, Scope.DATABASE);
      case KEYS -> keys(all);
      case METRICS -> throw new IllegalStateException("metrics have no keys");
    };
  }

  /** The workload, the database, or both, of the name that stands for a list. */
  private List<KeySection> named(List<KeySection> all) throws UsageException {
    List<KeySection> products =
        all.stream()
            .filter(each -> each.kind() == Scope.WORKLOAD || each.kind() == Scope.DATABASE)
            .toList();
    List<KeySection> named = products.stream().filter(each -> each.name().equals(given)).toList();
    if (named.isEmpty()) {
      List<String> lists = Stream.of(What.values()).map(What::toString).toList();
      List<String> known =
          Stream.concat(lists.stream(), products.stream().map(KeySection::name)).toList();
      throw new UsageException(
          given
              + ": no such list, workload or database; "
              + Suggestion.question(Objects.requireNonNull(given), known)
                  .orElse(
                      "the lists are: "
                          + String.join(", ", lists)
                          + "; list metrics NAME explains a figure"));
    }
    return keys(named);
  }

  private List<KeySection> products(List<KeySection> all, Scope kind) throws UsageException {
    List<KeySection> products = all.stream().filter(each -> each.kind() == kind).toList();
    List<KeySection> named =
        products.stream().filter(each -> name == null || each.name().equals(name)).toList();
    if (named.isEmpty()) {
      throw new UsageException(
          "there is no "
              + kind.label()
              + " "
              + name
              + "; known: "
              + products.stream().map(KeySection::name).collect(Collectors.joining(", ")));
    }
    return named;
  }

  private List<KeySection> keys(List<KeySection> all) throws UsageException {
    if (name == null) {
      return all;
    }
    List<KeySection> found =
        all.stream().map(each -> each.having(name)).filter(each -> !each.keys().isEmpty()).toList();
    if (found.isEmpty()) {
      throw new UsageException(
          "no key has " + name + " in its name; ibench list keys prints all of them");
    }
    return found;
  }

  private String text(@Nullable What what, List<KeySection> sections) {
    KeyList list = new KeyList(width(ibench.process().environment().get("COLUMNS")));
    boolean productsAlone = name == null && (what == What.WORKLOADS || what == What.DATABASES);
    return productsAlone
        ? list.products(sections)
        : sections.stream().map(list::keys).collect(Collectors.joining("\n"));
  }

  /** The width in the text, or the default width. */
  static int width(@Nullable String columns) {
    return columns != null && columns.matches("[1-9][0-9]{0,3}")
        ? Integer.parseInt(columns)
        : KeyList.DEFAULT_WIDTH;
  }

  private static String json(List<KeySection> sections) throws JsonProcessingException {
    Map<String, Object> all = new LinkedHashMap<>();
    List<Map<String, Object>> workloads = new ArrayList<>();
    List<Map<String, Object>> databases = new ArrayList<>();
    all.put("workloads", workloads);
    all.put("databases", databases);
    for (KeySection section : sections) {
      switch (section.kind()) {
        case WORKLOAD -> workloads.add(product(section));
        case DATABASE -> databases.add(product(section));
        default -> all.put(section.kind().label(), keys(section));
      }
    }
    return JsonText.of(all);
  }

  private static Map<String, Object> product(KeySection section) {
    Map<String, Object> product = new LinkedHashMap<>();
    product.put("name", section.name());
    product.put("line", section.description());
    product.put("keys", keys(section));
    return product;
  }

  private static List<Map<String, Object>> keys(KeySection section) {
    List<Map<String, Object>> keys = new ArrayList<>();
    for (Key<?> key : section.keys()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", section.name(key));
      entry.put("type", key.type());
      entry.put("default", key.defaultText().orElse(null));
      entry.put("required", key.isRequired());
      entry.put("secret", key.isSecret());
      entry.put("line", key.description());
      keys.add(entry);
    }
    return keys;
  }
}
