package io.ibench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.JsonText;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.DatabaseLines;
import io.ibench.cli.run.RunInfos;
import io.ibench.cli.setup.Arguments;
import io.ibench.cli.setup.DatabaseOpener;
import io.ibench.cli.setup.Setup;
import io.ibench.config.ConfigException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.SanitizedText;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Prints how the product executes a workload's statements; changes nothing. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Prints the database's own plan of each statement; needs loaded tables.")
final class ExplainCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Mixin private Arguments arguments;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  /** The product's plan for the statement of an operation. */
  record Explained(String operation, List<String> lines) {}

  @Override
  public Integer call()
      throws ConfigException, UsageException, DatabaseException, JsonProcessingException {
    Setup setup = Setup.of(arguments.given(), ibench.process().environment());
    PrintWriter out = spec.commandLine().getOut();
    try (Database database = DatabaseOpener.openLoaded(setup)) {
      DatabaseInfo info = RunInfos.database(database.description());
      DatabaseLines.warnings(spec.commandLine().getErr(), info);
      spec.commandLine().getErr().flush();
      DatabaseOpener.requireTables(
          RegisteredDataset.read(setup.plan(), database, setup.workload(), "explain"),
          "explain",
          "; a run with a load makes them");
      List<Explained> all = explain(setup.plan(), database);
      if (json) {
        out.println(JsonText.of(json(setup, info, all)));
      } else {
        print(out, setup, info, all);
      }
    }
    out.flush();
    return ExitCode.DONE;
  }

  private static List<Explained> explain(Plan plan, Database database) throws DatabaseException {
    List<Explained> all = new ArrayList<>();
    for (Plan.Example example : plan.examples()) {
      all.add(new Explained(example.operation(), explain(database, example)));
    }
    return all;
  }

  /** Some servers explain a statement only to those who may execute it. */
  private static List<String> explain(Database database, Plan.Example example)
      throws DatabaseException {
    try {
      return database.explain(example.command(), example.values());
    } catch (DatabaseException e) {
      if (!e.kind().refusesWrites()) {
        throw e;
      }
      return List.of("the server does not explain it: " + ErrorReporter.line(e));
    }
  }

  private static Map<String, Object> json(Setup setup, DatabaseInfo info, List<Explained> all) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("workload", setup.workload());
    json.put("database", setup.database());
    json.put("product", info.fields().get("product"));
    json.put("version", info.fields().get("version"));
    json.put("settings", info.settings());
    json.put("warnings", info.warnings());
    List<Map<String, Object>> statements = new ArrayList<>();
    for (Explained one : all) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("operation", one.operation());
      entry.put("plan", one.lines());
      statements.add(entry);
    }
    json.put("statements", statements);
    return json;
  }

  private static void print(PrintWriter out, Setup setup, DatabaseInfo info, List<Explained> all) {
    out.printf(
        Locale.ROOT,
        "explain: %s on %s, %s %s%n",
        setup.workload(),
        setup.database(),
        SanitizedText.of(Objects.requireNonNull(info.fields().get("product"))),
        SanitizedText.of(Objects.requireNonNull(info.fields().get("version"))));
    DatabaseLines.settings(out, info);
    lines(setup.workload(), all).forEach(out::println);
  }

  static List<String> lines(String workload, List<Explained> all) {
    if (all.isEmpty()) {
      return List.of("  workload " + workload + " names no statements to explain");
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Explained one = all.get(i);
      lines.add("");
      lines.add(one.operation() + number(all, i));
      one.lines().forEach(line -> lines.add("  " + safe(line)));
    }
    return lines;
  }

  /** Which statement of its operation it is; empty for the only one. */
  private static String number(List<Explained> all, int position) {
    String operation = all.get(position).operation();
    List<Integer> own =
        IntStream.range(0, all.size())
            .filter(i -> all.get(i).operation().equals(operation))
            .boxed()
            .toList();
    return own.size() == 1
        ? ""
        : ", statement " + (1 + own.indexOf(position)) + " of " + own.size();
  }

  /** Keeps the indentation, which is significant in plans. */
  private static String safe(String line) {
    String text = line.stripLeading();
    return " ".repeat(line.length() - text.length()) + SanitizedText.of(text);
  }
}
