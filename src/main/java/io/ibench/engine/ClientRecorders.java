package io.ibench.engine;

import io.ibench.db.FailureKind;
import io.ibench.measure.Recorder;
import io.ibench.measure.SharedRecorder;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The recorders of a step's workers. Each worker has its own recorder while there are few workers;
 * many workers share recorders, as their histograms would fill the heap. Clients that are counted
 * separately never share one. Filled by the coordinating thread before the workers start.
 */
final class ClientRecorders {

  private static final int MAX_RECORDERS = 64;

  private final Step.Work step;
  private final int operations;
  private final boolean shared;
  private final int maxPerClient;
  private final List<List<Recorder>> byClient = new ArrayList<>();
  private final int[] workers;

  ClientRecorders(Step.Work step, int operations) {
    this.step = step;
    this.operations = operations;
    this.shared = step.threads() > MAX_RECORDERS;
    int clients = clients(step);
    this.maxPerClient = shared ? MAX_RECORDERS / clients : step.threads();
    this.workers = new int[clients];
    for (int client = 0; client < clients; client++) {
      byClient.add(new ArrayList<>());
    }
  }

  /**
   * The number of clients that are counted separately; 1 when there are more clients than
   * recorders.
   */
  static int clients(Step.Work step) {
    return step.clients() > MAX_RECORDERS ? 1 : step.clients();
  }

  /** The reason why a step of several clients has no figures for each of them, if so. */
  static Optional<String> whyTogether(Step.Work step) {
    return step.clients() <= MAX_RECORDERS
        ? Optional.empty()
        : Optional.of(
            "figures of each client: none, as there are more than "
                + MAX_RECORDERS
                + " clients; all are counted together");
  }

  /** Returns the recorder of the client's next worker. */
  Recorder add(int client) {
    int counted = workers.length == 1 ? 0 : client;
    List<Recorder> own = byClient.get(counted);
    int number = workers[counted]++ % maxPerClient;
    if (number == own.size()) {
      own.add(recorder());
    }
    return own.get(number);
  }

  private Recorder recorder() {
    return shared
        ? new SharedRecorder(operations, FailureKind.values().length, step.isPaced())
        : new Recorder(operations, FailureKind.values().length, step.isPaced());
  }

  List<List<Recorder>> byClient() {
    return byClient.stream().map(List::copyOf).toList();
  }
}
