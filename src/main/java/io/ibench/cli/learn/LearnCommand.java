package io.ibench.cli.learn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.JsonText;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.AdapterSetup;
import io.ibench.cli.setup.DatabaseOpener;
import io.ibench.cli.setup.SettingKeys;
import io.ibench.config.ConfigException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.learn.compare.LearnedComparison;
import io.ibench.learn.data.CatalogException;
import io.ibench.learn.data.Schema;
import io.ibench.learn.data.SchemaReader;
import io.ibench.learn.data.StatisticsFile;
import io.ibench.learn.log.LogException;
import io.ibench.learn.log.LogFilter;
import io.ibench.learn.log.LogSummary;
import io.ibench.learn.log.LogTime;
import io.ibench.learn.log.Logs;
import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.model.Learner;
import io.ibench.learn.write.Fidelity;
import io.ibench.learn.write.LearnReport;
import io.ibench.learn.write.LearnedJson;
import io.ibench.learn.write.LearnedScript;
import io.ibench.learn.write.LearnedSettings;
import io.ibench.learn.write.WrittenScript;
import io.ibench.report.document.Document;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Makes a workload of a query log. */
@Command(
    name = "learn",
    mixinStandardHelpOptions = true,
    description =
        "Makes a workload of a server's query log: a script of its transactions, without its values.",
    footer = {
      "",
      "  ibench learn slow.log* -o shop.sql",
      "  ibench learn pg-*.csv -d prod.properties -o shop.sql",
      "  ibench learn --compare shop.sql results/shop",
      "",
      "Exit codes: 0 done; 2 a mistake in the log or the options, and nothing is written."
    })
public final class LearnCommand implements Callable<Integer> {

  private static final long SEED = 1;

  /** Fewer say nothing. */
  private static final long LEAST_STATEMENTS = 1_000;

  /** Their schema and statistics can be read, and nothing is made by looking. */
  private static final List<String> WITH_CATALOGUE = List.of("mariadb", "mysql", "postgres");

  private static final double MOST_UNCOVERED = 0.05;
  private static final double MOST_SCALE = 1_000_000;

  /** Of the report's file. */
  private static final int COLUMNS = 132;

  @ParentCommand private Ibench ibench;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      paramLabel = "LOG",
      arity = "1..*",
      description =
          "a slow log or general log of MariaDB or MySQL, or a csvlog, jsonlog or stderr log of"
              + " PostgreSQL; also .gz; several of one server; - is standard input")
  private List<Path> logs = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.sql",
      description = "the script; its settings and the report go beside it")
  private @Nullable Path output;

  @Option(
      names = "--compare",
      paramLabel = "FILE.sql",
      description =
          "puts a run of this learned script beside what was learned; LOG is then the folder of its"
              + " results, or the log of the run")
  private @Nullable Path compare;

  @Option(
      names = {"-d", "--database"},
      paramLabel = "DATABASE",
      description =
          "the server, whose schema and statistics become tables of the script; it is only read")
  private @Nullable Path database;

  @Option(
      names = {"-s", "--set"},
      paramLabel = "key=value",
      completionCandidates = SettingKeys.class,
      description = "a setting on top of the database's file; may be given several times")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description =
          "a dump without rows in place of -d: mysqldump --no-data, pg_dump --schema-only")
  private @Nullable Path schemaFile;

  @Option(
      names = "--statistics",
      paramLabel = "FILE",
      description =
          "with --schema: lines of TABLE ROWS and of TABLE COLUMN DISTINCT MIN MAX, with tabs or"
              + " commas between")
  private @Nullable Path statistics;

  @Option(
      names = "--scan",
      description = "with -d: may read whole tables, to count rows and values")
  private boolean scan;

  @Option(
      names = "--rename",
      description =
          "with -d or --schema: tables, columns and indexes become t1, c1, i1; functions keep their"
              + " names")
  private boolean rename;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = "of the rows of big tables; 0.1 is a tenth; default ${DEFAULT-VALUE}")
  private double scale;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "only statements from here on: 09:00, or '2026-11-30 09:00'")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "only statements before")
  private @Nullable String to;

  @Option(names = "--user", paramLabel = "NAME", description = "only statements of this user")
  private @Nullable String user;

  @Override
  public Integer call() throws UsageException, IOException, ConfigException, DatabaseException {
    List<String> mistakes = new ArrayList<>();
    LogFilter filter =
        new LogFilter(
            time("--from", from, mistakes), time("--to", to, mistakes), Optional.ofNullable(user));
    checkOptions(mistakes);
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    if (compare != null) {
      compare(compare, filter);
    } else {
      LearnedFiles files = LearnedFiles.of(Objects.requireNonNull(output));
      Optional<Schema> schema = schema();
      Learned learned = learn(filter, schema.isPresent());
      write(learned.load(), learned.log(), schema, files);
    }
    return ExitCode.DONE;
  }

  /** What a log has taught. */
  private record Learned(LearnedLoad load, LogSummary log) {}

  /**
   * Learns from the logs.
   *
   * @param makesTables whether the script makes its tables, which have no procedures
   */
  private Learned learn(LogFilter filter, boolean makesTables) throws UsageException {
    Learner learner = new Learner(SEED);
    LogSummary log;
    try {
      log = Logs.read(logs, System.in, filter, learner);
    } catch (LogException e) {
      throw new UsageException(e.mistakes());
    }
    LearnedLoad load = learner.finish();
    load = makesTables ? load.withoutCalls() : load;
    refuse(load, log);
    return new Learned(load, log);
  }

  /** Shows how a run differs from what was learned. */
  private void compare(Path script, LogFilter filter) throws UsageException {
    JsonNode report = LearnedFiles.readReport(script);
    LearnedComparison comparison =
        logs.size() == 1 && Files.isDirectory(logs.get(0))
            ? LearnedComparison.withRun(report, step(logs.get(0)))
            : LearnedComparison.withLog(
                report,
                new ObjectMapper().valueToTree(LearnedJson.ofLoad(learn(filter, false).load())));
    if (comparison.isOfSomethingElse()) {
      throw new UsageException(
          logs.get(0) + ": has no transaction of " + script + "; right: a run of this script");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(comparison.document().text(new TerminalLayout(ibench.process().resultColumns())));
    out.flush();
  }

  /** The last main step of a run. */
  private static RunReport.Step step(Path folder) throws UsageException {
    try {
      List<RunReport.Step> steps =
          ResultReader.read(folder).steps().stream().filter(RunReport.Step::isMain).toList();
      if (steps.isEmpty()) {
        throw new UsageException(folder + ": has no step of the script's transactions");
      }
      return steps.get(steps.size() - 1);
    } catch (UnreadableResultException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private void checkOptions(List<String> mistakes) {
    if (output == null && compare == null) {
      mistakes.add("say which script to write, as in -o shop.sql");
    }
    if (output != null && compare != null) {
      mistakes.add("--compare writes nothing; leave -o out");
    }
    if (database != null && schemaFile != null) {
      mistakes.add("-d and --schema both say what the tables are; give one of them");
    }
    if (statistics != null && schemaFile == null) {
      mistakes.add(
          "--statistics says how many rows the tables of --schema have; it needs --schema");
    }
    if (scan && database == null) {
      mistakes.add("--scan reads tables of a server; it needs -d");
    }
    if (!settings.isEmpty() && database == null) {
      mistakes.add("-s sets something of a database; it needs -d");
    }
    if (rename && database == null && schemaFile == null) {
      mistakes.add("--rename needs -d or --schema, which say what is a name");
    }
    if (!(scale > 0 && scale <= MOST_SCALE)) {
      mistakes.add("--scale " + scale + ": allowed: above 0, up to 1000000");
    } else if (scale != 1 && database == null && schemaFile == null) {
      mistakes.add(
          "--scale changes the rows of tables that the script makes; it needs -d or --schema");
    }
  }

  /** What the tables are, if the user says where to look. */
  private Optional<Schema> schema() throws UsageException, ConfigException, DatabaseException {
    if (schemaFile != null) {
      return Optional.of(withStatistics(dumped(schemaFile)));
    }
    if (database == null) {
      return Optional.empty();
    }
    AdapterSetup setup = AdapterSetup.of(database, settings, ibench.process().environment());
    if (!WITH_CATALOGUE.contains(setup.adapter().name())) {
      throw new UsageException(
          "-d "
              + database
              + ": is "
              + setup.adapter().name()
              + ", of which no schema can be read; allowed: "
              + String.join(", ", WITH_CATALOGUE)
              + "; or --schema");
    }
    try (Database opened = DatabaseOpener.open(setup);
        Session session = opened.session()) {
      return Optional.of(
          withTables(
              SchemaReader.fromServer(new DatabaseCatalog(session), scan), "-d " + database));
    } catch (DatabaseException e) {
      throw new UsageException("-d " + database + ": " + e.getMessage());
    } catch (CatalogException e) {
      throw new UsageException("-d " + database + ": cannot read its schema: " + e.getMessage());
    }
  }

  private static Schema dumped(Path file) throws UsageException {
    try {
      return withTables(SchemaReader.fromDump(file), "--schema " + file);
    } catch (IOException e) {
      throw new UsageException("--schema " + file + ": " + WriteFailure.reason(e));
    }
  }

  private Schema withStatistics(Schema schema) throws UsageException {
    if (statistics == null) {
      return schema;
    }
    List<String> mistakes = new ArrayList<>();
    try {
      StatisticsFile file = StatisticsFile.read(statistics, mistakes);
      if (!mistakes.isEmpty()) {
        throw new UsageException(mistakes);
      }
      return file.of(schema);
    } catch (IOException e) {
      throw new UsageException("--statistics " + statistics + ": " + WriteFailure.reason(e));
    }
  }

  private static Schema withTables(Schema schema, String where) throws UsageException {
    if (schema.tables().isEmpty()) {
      throw new UsageException(
          where + ": has no table that can be read; right: the schema of the server of the log");
    }
    return schema;
  }

  private static Optional<LogTime> time(
      String option, @Nullable String text, List<String> mistakes) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(LogTime.parse(text));
    } catch (IllegalArgumentException e) {
      mistakes.add(option + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private static void refuse(LearnedLoad load, LogSummary log) throws UsageException {
    LearnedLoad.Totals totals = load.totals();
    if (totals.statements() < LEAST_STATEMENTS) {
      throw new UsageException(
          log.files().get(0)
              + ": has "
              + totals.statements()
              + " statements of transactions, of "
              + totals.sessions().statements()
              + "; right: 1000 and more, better 100,000");
    }
    if (load.types().isEmpty() && totals.unwritable() > 0) {
      throw new UsageException(
          log.files().get(0)
              + ": has only transactions that no script can have; right: SQL statements");
    }
    if (totals.missingShare() > MOST_UNCOVERED) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "%s: %.1f %% of the statements are in no frequent transaction: of %,d kinds of"
                  + " transactions none returns often enough; right: a log of one application, by"
                  + " --user, or of a shorter time, by --from and --to",
              log.files().get(0),
              100 * totals.missingShare(),
              load.types().size() + load.rest().size()));
    }
  }

  private void write(LearnedLoad load, LogSummary log, Optional<Schema> schema, LearnedFiles files)
      throws UsageException, IOException {
    LearnedScript learned =
        schema
            .map(
                tables ->
                    rename
                        ? LearnedScript.renamed(load, tables, scale)
                        : LearnedScript.withData(load, tables, scale))
            .orElseGet(() -> LearnedScript.onData(load));
    WrittenScript script = learned.transactions();
    Fidelity fidelity = Fidelity.of(learned.load(), script, log, learned.limits());
    Document document = LearnReport.document(learned.load(), script, log, fidelity);
    files.write(
        learned.text(),
        LearnedSettings.text(load, files.script().getFileName().toString()),
        document.text(new TerminalLayout(COLUMNS)),
        JsonText.of(LearnedJson.of(learned.load(), script, log, fidelity)) + "\n");
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        LearnReport.summary(learned.load(), log, fidelity)
            .text(new TerminalLayout(ibench.process().resultColumns())));
    out.println();
    out.println("script in " + files.script() + ", its settings in " + files.properties());
    out.println("laws of all values in " + files.report());
    out.flush();
  }
}
