package io.ibench.workload.linkbench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.Experiment;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import java.util.ArrayList;
import java.util.List;

/** One run of LinkBench: its load's time and source, and its books. */
final class LinkBenchExperiment implements Experiment {

  private final LinkBenchSettings settings;
  private final long loadMillis;
  private final GraphBooks books = new GraphBooks();
  private LoadSource source;
  private Step sourceStep;

  LinkBenchExperiment(LinkBenchSettings settings, long loadMillis) {
    this.settings = settings;
    this.loadMillis = loadMillis;
  }

  @Override
  public Outcome act(Step.Action step, Database database)
      throws DatabaseException, InterruptedException {
    return switch (step.kind()) {
      case LinkBenchPlan.DROP -> drop(database);
      case LinkBenchPlan.CREATE -> create(database);
      case LinkBenchPlan.INDEX -> index(database);
      case LinkBenchPlan.VERIFY -> new Verification(settings, books, database).run();
      default -> throw new IllegalArgumentException("not an action: " + step.kind());
    };
  }

  private static Outcome drop(Database database) throws DatabaseException {
    List<String> dropped = new ArrayList<>();
    for (Table table : GraphTables.ALL) {
      if (database.exists(table.name())) {
        database.drop(table.name());
        dropped.add(table.name());
      }
    }
    return new Outcome(
        0,
        dropped.isEmpty() ? List.of() : List.of("dropped " + String.join(", ", dropped)),
        List.of());
  }

  private static Outcome create(Database database) throws DatabaseException {
    for (Table table : GraphTables.ALL) {
      database.create(table);
    }
    return Outcome.NOTHING;
  }

  private Outcome index(Database database) throws DatabaseException {
    database.createIndex(GraphTables.LINKS, GraphTables.ID1_TYPE);
    return new Outcome(books.knowsTotals() ? books.linkRows() : 0, List.of(), List.of());
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    Worker worker =
        step.kind().equals(LinkBenchPlan.LOAD)
            ? new LoadWorker(
                settings, source(step), loadMillis, number, group.rowsPerOperation(), session)
            : new RequestWorker(settings, books, session, random);
    books.add(worker.tallies());
    return worker;
  }

  private synchronized LoadSource source(Step step) {
    if (sourceStep != step) {
      source = new LoadSource(settings.degrees());
      sourceStep = step;
    }
    return source;
  }

  @Override
  public Outcome finished(Step.Work step, boolean complete) {
    if (complete && step.kind().equals(LinkBenchPlan.LOAD)) {
      books.loaded(settings.degrees().totals(), settings.ids());
    }
    return Outcome.NOTHING;
  }
}
