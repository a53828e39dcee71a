package io.ibench.report.store;

import io.ibench.measure.OperationStats;
import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes files in the format of the insert benchmark's original client, for tools that read them: a
 * folder for each step with workers, and in it a file for each client. Confined to the coordinating
 * thread.
 *
 * <p>After the first write that fails it writes nothing more, and {@link #failure} says why. The
 * run goes on: its results are in another folder.
 */
public final class UpstreamFolder implements UpstreamFiles {

  /** The end of the setting for the rows that a query should return. */
  private static final String ROWS_PER_QUERY = "rows_per_query";

  private final Path folder;
  private final List<Role> roles;
  private final Optional<String> rowsPerQuery;
  private final List<UpstreamClient> clients = new ArrayList<>();
  private Optional<String> failure = Optional.empty();

  private interface WriteAction {
    void run() throws IOException;
  }

  /**
   * @param folder an empty one
   */
  public UpstreamFolder(Path folder, RunInfo run) {
    this.folder = folder;
    this.roles = run.roles();
    this.rowsPerQuery =
        run.settings().stream()
            .filter(setting -> setting.name().endsWith("." + ROWS_PER_QUERY))
            .map(RunInfo.Setting::value)
            .findFirst();
  }

  @Override
  public Optional<String> failure() {
    return failure;
  }

  @Override
  public void stepStarted(StepStart step) {
    guarded(
        () -> {
          // Clients of a step that never ended, such as after an internal error.
          closeClients();
          if (step.threads() > 0) {
            open(step);
          }
        });
  }

  private void open(StepStart step) throws IOException {
    Path place = Files.createDirectories(folder.resolve(name(step)));
    for (int client = 1; client <= step.clients(); client++) {
      String file = "o.ib.dop" + step.clients() + "." + client;
      clients.add(new UpstreamClient(place.resolve(file)));
    }
  }

  /** The folder's name: the step's, with the repeat's number if there are several. */
  private static String name(StepStart step) {
    return step.repeats() > 1 ? step.name() + ".repeat" + step.repeat() : step.name();
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    guarded(
        () -> {
          double seconds = snapshot.nanos() / 1e9;
          List<List<OperationStats>> counted = snapshot.clients();
          for (int i = 0; i < Math.min(clients.size(), counted.size()); i++) {
            clients.get(i).interval(seconds, counted.get(i), roles);
          }
        });
  }

  @Override
  public void stepEnded(StepResult result) {
    guarded(
        () -> {
          for (UpstreamClient client : clients) {
            client.finish(rowsPerQuery, result.succeeded());
          }
          closeClients();
        });
  }

  private void closeClients() throws IOException {
    List<UpstreamClient> open = List.copyOf(clients);
    clients.clear();
    for (UpstreamClient client : open) {
      client.close();
    }
  }

  private void guarded(WriteAction writing) {
    if (failure.isPresent()) {
      return;
    }
    try {
      writing.run();
    } catch (IOException e) {
      failure = Optional.of("cannot write to " + folder + ": " + WriteFailure.reason(e));
    }
  }

  @Override
  public void close() {
    guarded(this::closeClients);
  }
}
