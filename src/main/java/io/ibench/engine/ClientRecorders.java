package io.ibench.engine;

import io.ibench.db.FailureKind;
import io.ibench.measure.Recorder;
import io.ibench.measure.SharedRecorder;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The recorders of a step's workers, each worker its own while there are few; more would fill the
 * heap with their histograms, and share. No two clients whose operations are counted apart share.
 * Filled by the coordinating thread before the workers start.
 */
final class ClientRecorders {

  private static final int MOST_RECORDERS = 64;

  private final Step.Work step;
  private final int operations;
  private final boolean shared;
  private final int mostPerClient;
  private final List<List<Recorder>> byClient = new ArrayList<>();
  private final int[] workers;

  ClientRecorders(Step.Work step, int operations) {
    this.step = step;
    this.operations = operations;
    this.shared = step.threads() > MOST_RECORDERS;
    int clients = clients(step);
    this.mostPerClient = shared ? MOST_RECORDERS / clients : step.threads();
    this.workers = new int[clients];
    for (int client = 0; client < clients; client++) {
      byClient.add(new ArrayList<>());
    }
  }

  /** How many clients are counted apart; of more than there may be recorders none is. */
  static int clients(Step.Work step) {
    return step.clients() > MOST_RECORDERS ? 1 : step.clients();
  }

  /** Why a step of several clients has no figures of each, if so. */
  static Optional<String> whyTogether(Step.Work step) {
    return step.clients() <= MOST_RECORDERS
        ? Optional.empty()
        : Optional.of(
            "figures of each client: none, as there are more than "
                + MOST_RECORDERS
                + " clients; all are counted together");
  }

  /** For a further worker of a client. */
  Recorder add(int client) {
    int counted = workers.length == 1 ? 0 : client;
    List<Recorder> own = byClient.get(counted);
    int number = workers[counted]++ % mostPerClient;
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

  /** Those of each client. */
  List<List<Recorder>> byClient() {
    return byClient.stream().map(List::copyOf).toList();
  }
}
