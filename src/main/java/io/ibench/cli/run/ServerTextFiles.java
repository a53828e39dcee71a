package io.ibench.cli.run;

import io.ibench.config.Secrets;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.DiagnosticText;
import io.ibench.db.Table;
import io.ibench.engine.BoundedWait;
import io.ibench.engine.RunControl;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Stores the database's diagnostic texts before and after each step, in {@code server/<step>/}.
 * Never ends a run: reports what is missing.
 */
final class ServerTextFiles {

  private static final String FOLDER = "server";
  private static final String ERROR = "ERROR.txt";
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** An interrupted run keeps this much time for the rest of its end. */
  private static final long RESERVE_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

  private static final long MEGABYTE = 1 << 20;

  /** The limit for all texts of a run. */
  static final long MAX_BYTES = 64 * MEGABYTE;

  /** The space that stays free for the results, which are more important. */
  static final long FREE_BYTES = 128 * MEGABYTE;

  private final Database database;
  private final List<Table> tables;
  private final Path result;
  private final RunControl control;
  private final Space space;
  private long written;

  /** The last question to the database; it may stay unanswered. */
  private FutureTask<List<DiagnosticText>> pending = answered();

  /** How many bytes are free on the file system of a file. */
  interface Space {
    long free(Path file) throws IOException;
  }

  /**
   * @param result the run's folder
   */
  ServerTextFiles(Database database, List<Table> tables, Path result, RunControl control) {
    this(database, tables, result, control, file -> Files.getFileStore(file).getUsableSpace());
  }

  ServerTextFiles(
      Database database, List<Table> tables, Path result, RunControl control, Space space) {
    this.space = space;
    this.database = database;
    this.tables = List.copyOf(tables);
    this.result = result;
    this.control = control;
  }

  private static FutureTask<List<DiagnosticText>> answered() {
    FutureTask<List<DiagnosticText>> task = new FutureTask<>(List::of);
    task.run();
    return task;
  }

  /**
   * Queries the database and writes its texts. Writes no file if there are no texts, or if the
   * results may need the space.
   *
   * @param numbered the step's name in files
   * @param moment before or after
   * @return the failure, one sentence, if it failed
   */
  Optional<String> store(String numbered, String moment) throws InterruptedException {
    String name = FOLDER + "/" + numbered + "/" + moment;
    try {
      return write(numbered, moment, ask()).map(why -> name + " is left out: " + why);
    } catch (UnansweredException e) {
      return Optional.of(name + " is empty: " + e.getMessage() + noted(numbered, moment, e));
    } catch (IOException e) {
      return Optional.of(name + " is not there: " + WriteFailure.reason(e));
    }
  }

  private static final class UnansweredException extends Exception {
    private static final long serialVersionUID = 1L;

    UnansweredException(String message) {
      super(message);
    }
  }

  private List<DiagnosticText> ask() throws UnansweredException, InterruptedException {
    if (!pending.isDone()) {
      throw new UnansweredException("the database has not answered an earlier question yet");
    }
    pending = new FutureTask<>(() -> database.diagnostics(tables));
    Thread thread = new Thread(pending, "ibench-server-texts");
    thread.setDaemon(true);
    thread.start();
    if (!new BoundedWait(control)
        .whileTimeIsLeft(this::isAnswered, PATIENCE_NANOS, RESERVE_NANOS)) {
      throw new UnansweredException("the database did not answer in time");
    }
    try {
      return pending.get();
    } catch (ExecutionException e) {
      throw new UnansweredException(reason(Objects.requireNonNull(e.getCause())));
    }
  }

  private boolean isAnswered(long nanos) throws InterruptedException {
    try {
      pending.get(nanos, TimeUnit.NANOSECONDS);
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

  private Optional<String> write(String numbered, String moment, List<DiagnosticText> texts)
      throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    long bytes = 0;
    for (DiagnosticText text : texts) {
      byte[] content = text.text().getBytes(StandardCharsets.UTF_8);
      files.put(freeName(text.name(), files.keySet()), content);
      bytes += content.length;
    }
    Optional<String> noRoom = noRoom(bytes);
    if (files.isEmpty() || noRoom.isPresent()) {
      return noRoom;
    }
    Path folder = StepFiles.makeFolders(result, FOLDER, numbered, moment);
    try {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Files.write(folder.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      remove(folder, files.keySet(), e);
      throw e;
    }
    written += bytes;
    return Optional.empty();
  }

  private static String freeName(String text, Set<String> taken) {
    String name = StepFiles.plain(text);
    String free = name;
    for (int other = 2; taken.contains(free); other++) {
      free = other + "-" + name;
    }
    return free;
  }

  /** Why {@code bytes} bytes of texts are not written; empty if there is room. */
  private Optional<String> noRoom(long bytes) throws IOException {
    if (written + bytes > MAX_BYTES) {
      return Optional.of("the server's texts of a run may take " + MAX_BYTES / MEGABYTE + " MB");
    }
    long free = bytes == 0 ? Long.MAX_VALUE : space.free(result);
    return free - bytes < FREE_BYTES
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "the results' disk has %d MB left, and the last %d MB are for the results",
                free / MEGABYTE,
                FREE_BYTES / MEGABYTE))
        : Optional.empty();
  }

  /** Removes incomplete texts from a full disk, as the results need the space. */
  private static void remove(Path folder, Set<String> names, IOException cause) {
    for (String name : names) {
      try {
        Files.deleteIfExists(folder.resolve(name));
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
  }

  /** Writes the reason where the texts should be; returns a message if that fails, too. */
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
