package io.ibench.cli;

import io.ibench.config.Secrets;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.ServerText;
import io.ibench.db.Table;
import io.ibench.engine.BoundedWait;
import io.ibench.engine.RunControl;
import io.ibench.report.WriteFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Keeps what the database says of itself before and after each step, in {@code server/<step>/}.
 * Never ends a run: what is missing is named.
 */
final class ServerTextFiles {

  private static final String FOLDER = "server";
  private static final String ERROR = "ERROR.txt";
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** An interrupted run whose server hangs has no time for it left. */
  private static final long RESERVE_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

  private final Database database;
  private final List<Table> tables;
  private final Path result;
  private final RunControl control;

  /** What was asked last; it may never be answered. */
  private FutureTask<List<ServerText>> asked = answered();

  /**
   * @param result the run's folder
   */
  ServerTextFiles(Database database, List<Table> tables, Path result, RunControl control) {
    this.database = database;
    this.tables = List.copyOf(tables);
    this.result = result;
    this.control = control;
  }

  private static FutureTask<List<ServerText>> answered() {
    FutureTask<List<ServerText>> task = new FutureTask<>(List::of);
    task.run();
    return task;
  }

  /**
   * Asks the database and writes its texts; makes nothing when there are none.
   *
   * @param numbered the step's name in files
   * @param moment before or after
   * @return what went wrong, one sentence
   */
  Optional<String> store(String numbered, String moment) throws InterruptedException {
    String name = FOLDER + "/" + numbered + "/" + moment;
    try {
      write(numbered, moment, ask());
      return Optional.empty();
    } catch (UnansweredException e) {
      return Optional.of(name + " is empty: " + e.getMessage() + noted(numbered, moment, e));
    } catch (IOException e) {
      return Optional.of(name + " is not complete: " + WriteFailure.reason(e));
    }
  }

  private static final class UnansweredException extends Exception {
    private static final long serialVersionUID = 1L;

    UnansweredException(String message) {
      super(message);
    }
  }

  private List<ServerText> ask() throws UnansweredException, InterruptedException {
    if (!asked.isDone()) {
      throw new UnansweredException("the database has not answered an earlier question yet");
    }
    asked = new FutureTask<>(() -> database.serverTexts(tables));
    Thread thread = new Thread(asked, "ibench-server-texts");
    thread.setDaemon(true);
    thread.start();
    if (!new BoundedWait(control)
        .whileTimeIsLeft(this::isAnswered, PATIENCE_NANOS, RESERVE_NANOS)) {
      throw new UnansweredException("the database did not answer in time");
    }
    try {
      return asked.get();
    } catch (ExecutionException e) {
      throw new UnansweredException(reason(e.getCause()));
    }
  }

  private boolean isAnswered(long nanos) throws InterruptedException {
    try {
      asked.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    }
  }

  private static String reason(Throwable failure) {
    String text =
        failure instanceof DatabaseException known
            ? known.kind().label() + ": " + known.getMessage()
            : failure.toString();
    return Secrets.mask(text);
  }

  private void write(String numbered, String moment, List<ServerText> texts) throws IOException {
    if (texts.isEmpty()) {
      return;
    }
    Path folder = StepFiles.makeFolders(result, FOLDER, numbered, moment);
    Set<String> taken = new HashSet<>();
    for (ServerText text : texts) {
      String name = StepFiles.plain(text.name());
      String free = name;
      for (int other = 2; !taken.add(free); other++) {
        free = other + "-" + name;
      }
      Files.write(folder.resolve(free), text.text().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Leaves the reason where the texts should be; says so when that cannot be done either. */
  private String noted(String numbered, String moment, UnansweredException why) {
    try {
      Path folder = StepFiles.makeFolders(result, FOLDER, numbered, moment);
      Files.writeString(folder.resolve(ERROR), why.getMessage() + "\n");
      return "";
    } catch (IOException e) {
      return "; " + ERROR + " could not be written: " + WriteFailure.reason(e);
    }
  }
}
