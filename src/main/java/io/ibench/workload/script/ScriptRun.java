package io.ibench.workload.script;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Laps;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.Drain;
import io.ibench.workload.script.Definition.Ddl;
import io.ibench.workload.table.Lines;
import io.ibench.workload.table.TableSteps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One run of a script: the source of its load, and its sequences. */
final class ScriptRun implements WorkloadRun {

  /** More numbers than one run draws, for a run after another one whose last number is unknown. */
  private static final int UNKNOWN_SHIFT = 40;

  /** Of a time in milliseconds: a million numbers are drawn in each at most. */
  private static final int TIME_SHIFT = 20;

  private final ScriptPlan plan;
  private final Definition definition;
  private final Dataset dataset;
  private final Clock clock;
  private final Sequences sequences;

  /** Whether no larger numbers than those of the sequences were drawn for these tables. */
  private volatile boolean knowsSequence;

  private @Nullable Step loading;

  @SuppressWarnings("NullAway.Init") // made with the first worker of a load
  private LoadSource source;

  /**
   * @param clock for \sleep and the times of indexes
   */
  ScriptRun(ScriptPlan plan, long epochMillis, Dataset dataset, Clock clock) {
    this.plan = plan;
    this.definition = plan.definition();
    this.dataset = dataset;
    this.clock = clock;
    this.sequences = new Sequences(dataset.totals(), dataset.ordinal() << UNKNOWN_SHIFT);
    this.knowsSequence = dataset.totals().isPresent();
  }

  @Override
  public Outcome act(Step.Action step, Database database, ActionContext context)
      throws DatabaseException, InterruptedException {
    return switch (step.kind()) {
      case TableSteps.DROP -> drop(database);
      case TableSteps.CREATE -> create(database);
      case TableSteps.INDEX -> index(database);
      case Drain.KIND -> Drain.of(definition.plainTables(), database, context);
      case TableSteps.VERIFY -> new ScriptVerification(plan, database, clock).run();
      default -> throw new IllegalArgumentException("not an action: " + step.kind());
    };
  }

  private Outcome drop(Database database) throws DatabaseException {
    sequences.restart();
    knowsSequence = true;
    for (Ddl each : definition.cleanup()) {
      if (each.table().isPresent()) {
        continue;
      }
      try {
        execute(database, each);
      } catch (DatabaseException e) {
        if (e.kind() != FailureKind.NOT_FOUND) {
          throw e;
        }
      }
    }
    List<String> dropped = new ArrayList<>();
    for (Table table : order()) {
      if (dataset.drop(table, () -> drop(database, table))) {
        dropped.add(table.name());
      }
    }
    List<String> facts =
        dropped.isEmpty() ? List.of() : List.of("dropped " + String.join(", ", dropped));
    return new Outcome(0, facts, List.of());
  }

  /** As cleanup says, else by the name that schema has. */
  private void drop(Database database, Table table) throws DatabaseException {
    for (Ddl each : definition.cleanup()) {
      if (each.table().equals(Optional.of(table))) {
        execute(database, each);
        return;
      }
    }
    for (Ddl each : definition.schema()) {
      if (each.table().equals(Optional.of(table)) && !each.text().startsWith("{")) {
        String name = Statements.createdTable(each.text()).orElse(table.name());
        execute(database, new Ddl(each.place(), "DROP TABLE " + name, each.table()));
        return;
      }
    }
    database.drop(table.name());
  }

  /** The tables in the order of cleanup, then the others in the opposite order of schema. */
  private List<Table> order() {
    List<Table> order = new ArrayList<>();
    definition.cleanup().forEach(each -> each.table().ifPresent(order::add));
    List<Table> others = new ArrayList<>(definition.plainTables());
    others.removeAll(order);
    Collections.reverse(others);
    order.addAll(others);
    return order;
  }

  private Outcome create(Database database) throws DatabaseException {
    for (Ddl each : definition.schema()) {
      if (each.table().isPresent()) {
        dataset.create(each.table().get(), () -> execute(database, each));
      } else {
        execute(database, each);
      }
    }
    return Outcome.NOTHING;
  }

  private Outcome index(Database database) throws DatabaseException {
    List<String> facts = new ArrayList<>();
    for (Ddl each : definition.index()) {
      long begun = clock.nanoTime();
      execute(database, each);
      String text = each.text().replaceAll("\\s+", " ");
      facts.add(
          Lines.text(
              "%.1f s: %s",
              (clock.nanoTime() - begun) / 1e9,
              text.substring(0, Math.min(text.length(), ScriptPlan.PART_LETTERS))));
    }
    return new Outcome(0, facts, List.of());
  }

  private static void execute(Database database, Ddl statement) throws DatabaseException {
    try {
      database.execute(statement.text());
    } catch (DatabaseException e) {
      throw new DatabaseException(e.kind(), statement.place() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random)
      throws DatabaseException {
    return worker(step, group, number, session, random, Laps.NONE);
  }

  @Override
  public Worker worker(
      Step.Work step, Step.Group group, int number, Session session, Random64 random, Laps laps)
      throws DatabaseException {
    knowsSequence = true; // From now on larger numbers are drawn by this process alone.
    return step.use() == TableUse.LOADS
        ? new LoadWorker(plan, group, source(step, group), session, random, sequences::named, clock)
        : new TransactionWorker(
            plan, step, group, number, session, random, laps, sequences::named, clock);
  }

  private synchronized LoadSource source(Step.Work step, Step.Group group) {
    if (loading != step) {
      source = new LoadSource(definition.loads(), group.rowsPerOperation());
      loading = step;
    }
    return source;
  }

  @Override
  public Outcome finished(Step.Work step, End end) {
    return Outcome.NOTHING;
  }

  /**
   * Goes on with numbers that no process has drawn before: those of the process that died are not
   * known. Counts nothing, because the tables are the user's.
   */
  @Override
  public OptionalLong recount(Database database) {
    sequences.skipTo(clock.epochMillis() << TIME_SHIFT);
    knowsSequence = true;
    return OptionalLong.empty();
  }

  /** The last numbers of the sequences, so that the next run goes on after them. */
  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    if (!knowsSequence) {
      return Optional.empty();
    }
    Map<String, Map<String, Long>> totals = new LinkedHashMap<>();
    Map<String, Long> last = sequences.totals();
    for (Table table : definition.plainTables()) {
      totals.put(table.name(), last);
    }
    return Optional.of(totals);
  }
}
