package io.ibench.cli;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.GivenOptions;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.DatabaseLines;
import io.ibench.cli.run.RunInfos;
import io.ibench.cli.setup.AdapterSetup;
import io.ibench.cli.setup.DatabaseOpener;
import io.ibench.cli.setup.SettingKeys;
import io.ibench.config.ConfigException;
import io.ibench.config.Suggestion;
import io.ibench.contract.Contract;
import io.ibench.contract.ContractRule;
import io.ibench.contract.RuleResult;
import io.ibench.contract.RuleRunner;
import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs the rules of the contract on a database. */
@Command(
    name = "test-adapter",
    mixinStandardHelpOptions = true,
    description =
        "Tests whether a database's adapter keeps ibench's rules, on tables of its own that it"
            + " drops.",
    footer = {
      "",
      "Exit codes: 0 all rules of the level must are kept; 1 one is broken; 2 usage or"
          + " configuration; 130 interrupted.",
      "",
      "  ibench test-adapter -d conf/sqlite.properties",
      "  ibench test-adapter -d conf/mine.properties --only InsertRules",
      "  ibench test-adapter --list      what the rules are"
    })
final class TestAdapterCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Option(
      names = {"-d", "--database"},
      paramLabel = "DATABASE",
      description = "the database's properties file; looked for here, then in the installation")
  private @Nullable Path file;

  @Option(
      names = {"-s", "--set"},
      paramLabel = "key=value",
      completionCandidates = SettingKeys.class,
      description = "a setting on top of the file; may be given several times")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description =
          "only rules with this in their names: a class (ScanRules), a rule"
              + " (InsertRules.addsOneRow), or a part; may be given several times")
  private List<String> only = new ArrayList<>();

  @Option(names = "--list", description = "print all rules, and touch no database")
  private boolean list;

  @Option(
      names = "--drop-foreign",
      description = "drop tables named like those of the rules that exist before the test")
  private boolean dropForeign;

  @Override
  public Integer call() throws ConfigException, UsageException, DatabaseException {
    List<ContractRule> rules = chosen();
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      GivenOptions.require(spec, Set.of("--list", "--only"), "--list only prints the rules");
      RuleLines.list(rules).forEach(out::println);
      out.flush();
      return ExitCode.DONE;
    }
    if (file == null) {
      throw new UsageException("say which database to test, as in -d conf/sqlite.properties");
    }
    AdapterSetup setup = AdapterSetup.of(file, settings, ibench.process().environment());
    try (Database database = DatabaseOpener.open(setup)) {
      requireNoTables(database);
      return test(database, setup.adapter(), rules);
    }
  }

  private List<ContractRule> chosen() throws UsageException {
    List<ContractRule> all = Contract.rules();
    List<String> unknown = new ArrayList<>();
    for (String name : only) {
      if (all.stream().noneMatch(rule -> isNamed(rule, name))) {
        String meant =
            Suggestion.question(name, names(all))
                .orElseGet(() -> "there are " + groups(all) + "; --list prints all rules");
        unknown.add("no rule has " + name + " in its name; " + meant);
      }
    }
    if (!unknown.isEmpty()) {
      throw new UsageException(unknown);
    }
    return all.stream()
        .filter(rule -> only.isEmpty() || only.stream().anyMatch(name -> isNamed(rule, name)))
        .toList();
  }

  private static boolean isNamed(ContractRule rule, String part) {
    return rule.name().toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
  }

  private static String groups(List<ContractRule> rules) {
    return rules.stream()
        .map(rule -> rule.name().substring(0, rule.name().indexOf('.')))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** Classes, methods, and both together. */
  private static List<String> names(List<ContractRule> rules) {
    return rules.stream()
        .flatMap(
            rule -> {
              int dot = rule.name().indexOf('.');
              return List.of(
                  rule.name().substring(0, dot), rule.name().substring(dot + 1), rule.name())
                  .stream();
            })
        .distinct()
        .toList();
  }

  private void requireNoTables(Database database) throws DatabaseException, UsageException {
    List<String> existing = Contract.existingTables(database);
    if (existing.isEmpty()) {
      return;
    }
    if (!dropForeign) {
      throw new UsageException(
          "there are tables with names that the rules use: "
              + String.join(", ", existing)
              + "; nothing was touched; if a killed test-adapter has left them, --drop-foreign drops"
              + " them");
    }
    for (String table : existing) {
      database.drop(table);
    }
  }

  private int test(Database database, Adapter adapter, List<ContractRule> rules) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    RuleRunner runner =
        new RuleRunner(
            database,
            adapter,
            RuleRunner.Limits.USUAL,
            System::nanoTime,
            (rule, nanos) -> {
              err.printf(
                  Locale.ROOT,
                  "ibench: %s takes %,d s so far%n",
                  rule.name(),
                  TimeUnit.NANOSECONDS.toSeconds(nanos));
              err.flush();
            });
    Interrupts interrupts =
        Interrupts.install(
            runner::interrupt, "dropping its tables", err, ibench.process().patienceMillis());
    interrupts.whenLate(
        () -> {
          err.println("ibench: the rule did not end in time; its tables, ibench_test_*, are left");
          err.flush();
        });
    try {
      database.beforeWrites();
      DatabaseLines.warnings(err, RunInfos.database(database.description()));
      err.flush();
      out.println(RuleLines.head(database.description(), rules.size()));
      List<RuleResult> results = new ArrayList<>();
      for (ContractRule rule : rules) {
        RuleResult result = runner.run(rule);
        if (result.state() == RuleResult.State.INTERRUPTED) {
          break;
        }
        results.add(result);
        RuleLines.of(result).forEach(out::println);
        out.flush();
        if (runner.isStuck()) {
          break;
        }
      }
      RuleLines.answer(results, rules.size(), only.isEmpty()).forEach(out::println);
      out.flush();
      return interrupts.exitCode(
          results.stream().anyMatch(RuleLines::isUnfit) ? ExitCode.FAILED : ExitCode.DONE);
    } finally {
      interrupts.finished();
    }
  }
}
