package io.ibench.faults;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.LogManager;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Tries faults in the middle of steps, on private servers or on a user's own one, and compares what
 * becomes of each run with what is documented. {@code bin/faults} starts it.
 */
@Command(
    name = "bin/faults",
    mixinStandardHelpOptions = true,
    description = "Tries faults in the middle of steps: is each run as documented?",
    footer = {
      "",
      "Without -d it starts private servers of the installed products, on 127.0.0.1.",
      "With -d FILE it works on your own server, through a proxy, in the database of FILE, which must"
          + " have no tables of ibench:",
      "  IBENCH_HOST=db1 IBENCH_PORT=3306 IBENCH_PASSWORD=... bin/faults -d conf/mariadb.properties",
      "Exit codes: 0 all cells as documented; 1 some not; 2 usage."
    })
public final class FaultMatrix implements Callable<Integer> {

  private static final int USAGE = 2;
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Option(names = "--products", split = ",", description = "mariadb, myrocks, postgres; else all")
  private List<Product> products = List.of();

  @Option(names = "--faults", split = ",", description = "which, as --list names them; else all")
  private List<String> faults = List.of();

  @Option(names = "--steps", split = ",", description = "load, insert, query, request; else all")
  private List<TestedStep> steps = List.of(TestedStep.values());

  @Option(names = "--list", description = "print the faults, and what is documented of each")
  private boolean list;

  @Option(names = "-d", paramLabel = "FILE", description = "settings of your own server")
  private Path settings;

  @Option(names = "--kill", paramLabel = "CMD", description = "with -d: kills the server")
  private String kill;

  @Option(names = "--start", paramLabel = "CMD", description = "with -d: starts it again")
  private String start;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description = "cells at a time, on private servers (default: two for each CPU)")
  private int parallel = 2 * Runtime.getRuntime().availableProcessors();

  @Option(names = "-o", paramLabel = "DIR", description = "where results go")
  private Path output = Path.of("results", "faults-" + NAME.format(Instant.now()));

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, String> environment;

  FaultMatrix(Map<String, String> environment, PrintStream out, PrintStream err) {
    this.environment = environment;
    this.out = out;
    this.err = err;
  }

  public static void main(String[] arguments) {
    LogManager.getLogManager().reset();
    FaultMatrix matrix = new FaultMatrix(System.getenv(), System.out, System.err);
    System.exit(
        new CommandLine(matrix).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    List<Fault> chosen = new ArrayList<>();
    for (String name : faults) {
      Optional<Fault> fault =
          List.of(Fault.values()).stream().filter(each -> each.label().equals(name)).findFirst();
      if (fault.isEmpty()) {
        return mistake("--faults: no fault is called " + name + "; --list names them");
      }
      chosen.add(fault.get());
    }
    if (chosen.isEmpty()) {
      chosen = List.of(Fault.values());
    }
    if (list) {
      chosen.forEach(this::print);
      return 0;
    }
    return settings == null ? onPrivateServers(chosen) : onGivenServer(chosen);
  }

  private void print(Fault fault) {
    out.printf("%-16s%s%n%16s%s%n", fault.label(), fault.what(), "", fault.expectation().text());
  }

  private String home() {
    return environment.getOrDefault("IBENCH_HOME", ".");
  }

  private int mistake(String text) {
    err.println("faults: " + text);
    return USAGE;
  }

  private int onPrivateServers(List<Fault> chosen) throws IOException, InterruptedException {
    if (kill != null || start != null) {
      return mistake("--kill and --start are for your own server: name it with -d");
    }
    List<Product> installed = new ArrayList<>();
    for (Product product : products.isEmpty() ? List.of(Product.values()) : products) {
      Optional<String> missing = product.missing();
      missing.ifPresent(reason -> err.println("faults: no " + product.title() + ": " + reason));
      if (missing.isEmpty()) {
        installed.add(product);
      } else if (!products.isEmpty()) {
        return USAGE;
      }
    }
    Optional<String> noDisk = SmallDisk.missing();
    noDisk.ifPresent(reason -> err.println("faults: no disk-full: " + reason));
    List<Cell> cells = new ArrayList<>();
    for (Product product : installed) {
      for (Fault fault : chosen) {
        if (noDisk.isEmpty() || !fault.needs().contains(Need.SMALL_DISK)) {
          steps.forEach(step -> cells.add(new Cell(Optional.of(product), fault, step)));
        }
      }
    }
    Lanes lanes = new Lanes(output, home(), cells, progress(cells.size()));
    return report(cells, lanes.runPrivately(Math.max(1, parallel)), "");
  }

  private int onGivenServer(List<Fault> chosen) throws IOException, InterruptedException {
    if (!products.isEmpty()) {
      return mistake("--products are private servers; -d names your own one");
    }
    Path inHome = Path.of(home()).resolve(settings);
    if (!Files.exists(settings) && Files.exists(inHome)) {
      settings = inHome;
    }
    Optional<String> mistake = GivenServer.mistake(settings, environment);
    if (mistake.isPresent()) {
      return mistake(mistake.get());
    }
    GivenServer server =
        new GivenServer(
            settings,
            new HashMap<>(environment),
            Optional.ofNullable(kill),
            Optional.ofNullable(start));
    Optional<String> refusal = server.refusal(steps, output);
    if (refusal.isPresent()) {
      return mistake(refusal.get());
    }
    Set<Need> provided = server.provides();
    List<Cell> cells = new ArrayList<>();
    for (Fault fault : chosen) {
      if (provided.containsAll(fault.needs())) {
        steps.forEach(step -> cells.add(new Cell(Optional.empty(), fault, step)));
      }
    }
    Lanes lanes = new Lanes(output, home(), cells, progress(cells.size()));
    return report(cells, lanes.runOn(server), server.title());
  }

  private Consumer<CellResult> progress(int cells) {
    AtomicInteger done = new AtomicInteger();
    return result ->
        err.printf(
            "%d of %d  %-36s %s%n",
            done.incrementAndGet(),
            cells,
            result.cell().name(),
            result.isAsDocumented()
                ? result.outcome().text()
                : "FAILED: " + String.join("; ", result.judgement().complaints()));
  }

  private int report(List<Cell> cells, Map<Cell, CellResult> results, String title)
      throws IOException {
    List<CellResult> all = new ArrayList<>();
    for (Cell cell : cells) {
      CellResult none = CellResult.failed(cell, "it was not run", output.resolve(cell.name()));
      all.add(results.getOrDefault(cell, none));
    }
    MatrixReport report = new MatrixReport(all, title);
    Files.createDirectories(output);
    Files.writeString(output.resolve("faults.txt"), report.text());
    Files.write(output.resolve("cells.csv"), report.csv());
    out.print(report.text());
    return report.isAsDocumented() && !cells.isEmpty() ? 0 : 1;
  }
}
