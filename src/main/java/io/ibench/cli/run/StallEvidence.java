package io.ibench.cli.run;

import io.ibench.cli.ground.ErrorReporter;
import io.ibench.config.Secrets;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.DiagnosticText;
import io.ibench.db.Table;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.Stall;
import io.ibench.measure.StepStart;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Keeps what a stall leaves behind, in {@code stalls/<step>-<n>/}: the stacks of the workers, the
 * threads of the server, the database's texts, and the output of the user's hook. Collects on a
 * thread of its own, for the first {@value #MAX_STALLS} stalls of a run, {@value #MAX_BYTES} bytes
 * each at most. Never ends a run.
 */
final class StallEvidence implements RunListener, AutoCloseable {

  static final int MAX_STALLS = 10;
  static final int MAX_BYTES = 1 << 20;

  private static final String FOLDER = "stalls";
  private static final int MAX_THREADS = 100;
  private static final long DATABASE_SECONDS = 20;
  private static final long END_MILLIS = 5_000;

  private final Path result;
  private final Database database;
  private final List<Table> tables;
  private final ServerTop serverTop;
  private final Hooks hooks;
  private final StepNumber numbered;
  private final List<String> facts = new ArrayList<>();
  private String lastNumbered = "";
  private int stalls;
  private int stallsOfStep;
  private long missed;
  private Thread collector = new Thread(() -> {});

  /** The server's busiest threads as text; empty if it has none on this machine. */
  interface ServerTop {
    Optional<String> read() throws IOException, InterruptedException;
  }

  /**
   * @param result the run's folder; what an earlier process of the run has kept is counted
   * @param numbered names the step that is under way
   */
  StallEvidence(
      Path result,
      StepNumber numbered,
      Database database,
      List<Table> tables,
      ServerTop serverTop,
      Hooks hooks) {
    this.result = result;
    this.numbered = numbered;
    this.stalls = kept("").size();
    this.database = database;
    this.tables = List.copyOf(tables);
    this.serverTop = serverTop;
    this.hooks = hooks;
  }

  @Override
  public void stepStarted(StepStart step) {
    if (!numbered.name().equals(lastNumbered)) {
      lastNumbered = numbered.name();
      stallsOfStep = 0;
      kept(numbered.prefix() + "-").forEach(this::addSeen);
    }
  }

  /** The folders of stalls that an earlier process of the run has made, in order. */
  private List<String> kept(String prefix) {
    String[] names =
        result.resolve(FOLDER).toFile().list((folder, name) -> name.startsWith(prefix));
    return names == null ? List.of() : Arrays.stream(names).sorted().toList();
  }

  private void addSeen(String folder) {
    add("what was seen during a stall is in " + FOLDER + "/" + folder);
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {}

  @Override
  public void stallBegan(StepStart step, Stall soFar) {
    stallsOfStep++;
    if (stalls == MAX_STALLS || collector.isAlive()) {
      missed++;
      return;
    }
    stalls++;
    String folder = numbered.name() + "-" + stallsOfStep;
    collector = new Thread(() -> collect(step, soFar, folder), "ibench-stall");
    collector.setDaemon(true);
    collector.start();
  }

  private void collect(StepStart step, Stall stall, String folder) {
    try {
      Path place = StepFiles.makeFolders(result, FOLDER, folder);
      if (Files.getFileStore(place).getUsableSpace() < ServerTextFiles.FREE_BYTES) {
        add(FOLDER + "/" + folder + " is empty: the results need the rest of their disk");
        return;
      }
      Budget budget = new Budget(place);
      budget.write("stall.txt", describe(step, stall));
      budget.write("workers.txt", workers(step));
      // The database may not answer before the stall is over: the rest does not wait for it.
      FutureTask<List<DiagnosticText>> question =
          new FutureTask<>(() -> database.stallDiagnostics(tables));
      Thread asker = new Thread(question, "ibench-stall-question");
      asker.setDaemon(true);
      asker.start();
      FutureTask<Optional<String>> hook =
          new FutureTask<>(() -> hooks.onStall(step, FOLDER + "/" + folder + "/hook.log"));
      Thread hooked = new Thread(hook, "ibench-stall-hook");
      hooked.setDaemon(true);
      hooked.start();
      try {
        top(budget);
        answers(question, budget);
        hook.get().ifPresent(this::add);
      } finally {
        hooked.interrupt();
      }
      addSeen(folder);
    } catch (IOException e) {
      add(FOLDER + "/" + folder + " is not complete: " + WriteFailure.reason(e));
    } catch (InterruptedException e) {
      add(FOLDER + "/" + folder + " is not complete: the run ended");
    } catch (ExecutionException e) {
      add(
          FOLDER
              + "/"
              + folder
              + " is not complete: "
              + Secrets.mask(Objects.requireNonNull(e.getCause()).toString()));
    }
  }

  private static String describe(StepStart step, Stall stall) {
    return String.format(
        Locale.ROOT,
        "%s: %s since %s, noticed after %.1f s, %d operations%n",
        step.title(),
        stall.kind().name().toLowerCase(Locale.ROOT),
        Instant.ofEpochMilli(stall.startEpochMillis()),
        stall.nanos() / 1e9,
        stall.operations());
  }

  /** The stacks of the step's threads: they show which call waits. */
  private static String workers(StepStart step) {
    StringBuilder text = new StringBuilder();
    Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
    List<Thread> workers =
        all.keySet().stream()
            .filter(thread -> thread.getName().startsWith("ibench-" + step.name()))
            .sorted((a, b) -> a.getName().compareTo(b.getName()))
            .toList();
    for (Thread worker : workers.subList(0, Math.min(MAX_THREADS, workers.size()))) {
      text.append(worker.getName()).append(' ').append(worker.getState()).append('\n');
      Arrays.stream(all.get(worker)).forEach(at -> text.append("  at ").append(at).append('\n'));
    }
    if (workers.size() > MAX_THREADS) {
      text.append("and ").append(workers.size() - MAX_THREADS).append(" more\n");
    }
    return text.toString();
  }

  private void top(Budget budget) throws IOException, InterruptedException {
    try {
      Optional<String> top = serverTop.read();
      if (top.isPresent()) {
        budget.write("server_threads.txt", top.get());
      }
    } catch (IOException e) {
      budget.write("server_threads.txt", "not available: " + WriteFailure.reason(e) + "\n");
    }
  }

  private static void answers(FutureTask<List<DiagnosticText>> question, Budget budget)
      throws IOException, InterruptedException {
    try {
      for (DiagnosticText text : question.get(DATABASE_SECONDS, TimeUnit.SECONDS)) {
        budget.write("server-" + StepFiles.plain(text.name()), text.text());
      }
    } catch (TimeoutException e) {
      budget.write(
          "server-ERROR.txt", "the database did not answer within " + DATABASE_SECONDS + " s\n");
    } catch (ExecutionException e) {
      String why =
          e.getCause() instanceof DatabaseException known
              ? ErrorReporter.line(known)
              : Objects.requireNonNull(e.getCause()).toString();
      budget.write("server-ERROR.txt", Secrets.mask(why) + "\n");
    }
  }

  /** Writes files as long as the stall has bytes left. Not thread-safe. */
  private static final class Budget {

    private final Path folder;
    private int left = MAX_BYTES;

    Budget(Path folder) {
      this.folder = folder;
    }

    void write(String name, String text) throws IOException {
      byte[] all = text.getBytes(StandardCharsets.UTF_8);
      byte[] kept = all.length <= left ? all : Arrays.copyOf(all, left);
      left -= kept.length;
      Files.write(folder.resolve(name), kept);
    }
  }

  private synchronized void add(String fact) {
    facts.add(fact);
  }

  /** Waits a moment for what is being collected; returns what is to say about the step. */
  List<String> takeFacts() throws InterruptedException {
    collector.join(END_MILLIS);
    synchronized (this) {
      List<String> taken = new ArrayList<>(facts);
      facts.clear();
      if (missed > 0) {
        taken.add(
            missed
                + (missed == 1 ? " stall has" : " stalls have")
                + " nothing in "
                + FOLDER
                + ": it has the first "
                + MAX_STALLS
                + " of a run, one at a time");
        missed = 0;
      }
      return taken;
    }
  }

  @Override
  public void close() {
    collector.interrupt();
  }
}
