package io.ibench.workload.script;

import io.ibench.db.DatabaseException;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.table.TableWorker;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Executes the sections that load, in transactions of several rows. */
final class LoadWorker extends TableWorker {

  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final ScriptPlan plan;
  private final Session session;
  private final Random64 random;
  private final LoadSource source;
  private final LoadSource.Claim claim = new LoadSource.Claim();
  private final NativePrepared begin;
  private final NativePrepared commit;
  private final Loader[] loaders;
  private final long[] rows;
  private boolean waits;

  LoadWorker(
      ScriptPlan plan,
      Step.Group group,
      LoadSource source,
      Session session,
      Random64 random,
      Sequences.Source sequences,
      Clock clock)
      throws DatabaseException {
    super(plan.operations().size(), new WorkloadCounters(plan.counters().size()));
    this.plan = plan;
    this.session = session;
    this.random = random;
    this.source = source;
    session.onConnect(plan.definition().session());
    begin = session.prepare(Native.of(Native.Control.BEGIN));
    commit = session.prepare(Native.of(Native.Control.COMMIT));
    List<LoadSection> sections = plan.definition().loads();
    loaders = new Loader[sections.size()];
    for (int i = 0; i < loaders.length; i++) {
      loaders[i] = new Loader(sections.get(i), group.rowsPerOperation(), sequences, clock);
    }
    rows = new long[plan.operations().size()];
  }

  @Override
  public int next() {
    int section = source.claim(claim);
    if (section != LoadSource.WAIT) {
      waits = false;
      return section;
    }
    if (waits) {
      return DONE; // The wait was not executed: the step is over.
    }
    waits = true;
    return plan.waitOperation();
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    if (operation < loaders.length) {
      loaders[operation].machine.at(epochMillis);
      loaders[operation].prepareOnce();
    }
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    if (operation >= loaders.length) {
      waits = false;
      LockSupport.parkNanos(WAIT_NANOS);
      return 0;
    }
    int loaded = loaders[operation].load(claim.from, claim.to);
    source.done(claim);
    rows[operation] += loaded;
    return loaded;
  }

  @Override
  public void abort() {
    for (Loader loader : loaders) {
      loader.single.abort();
    }
  }

  @Override
  public void rollback() throws DatabaseException {
    session.rollbackNative();
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {}

  @Override
  public long checksum(int operation) {
    return rows[operation];
  }

  /** One section. */
  private final class Loader {

    private final LoadSection section;
    private final Machine machine;
    private final Interpreter single;
    private final Optional<NativePrepared> several;

    /** In place of it, where loops or conditions say how often the statement is executed. */
    private final Optional<TurnBatch> turns;

    private final int rowsOfBatch;
    private final boolean isOneStatement;
    private final int variable;
    private boolean repeats;

    Loader(LoadSection section, int rowsPerCommit, Sequences.Source sequences, Clock clock)
        throws DatabaseException {
      this.section = section;
      Code code = section.code();
      machine = Interpreter.machine(code, random, plan.seed(), sequences);
      // Of a load that calls functions nobody knows the inserted rows: all rows that it reports
      // count.
      boolean inserts = code.statements().stream().anyMatch(it -> it.change() == Change.INSERT);
      Role role = inserts ? Role.INSERT : Role.QUERY;
      single = new Interpreter(code, machine, session, Laps.NONE, 0, clock, !section.once(), role);
      variable = section.once() ? 0 : Objects.requireNonNull(code.given().get(section.variable()));
      Optional<LoadSection.Batch> batch = section.batch(rowsPerCommit, session.insertsManyRows());
      isOneStatement = batch.map(LoadSection.Batch::isOneStatement).orElse(false);
      rowsOfBatch = batch.map(LoadSection.Batch::rows).orElse(0);
      several =
          batch.isPresent()
              ? Optional.of(session.prepare(batch.get().statement()))
              : Optional.empty();
      turns = turns(rowsPerCommit);
    }

    private Optional<TurnBatch> turns(int rowsPerCommit) throws DatabaseException {
      Optional<LoadSection.Batch> batch =
          section.batchOfTurns(rowsPerCommit, session.insertsManyRows());
      return batch.isPresent()
          ? Optional.of(new TurnBatch(section.code().statements().get(0), batch.get(), session))
          : Optional.empty();
    }

    void prepareOnce() {
      repeats = false;
      if (section.once()) {
        machine.seed(section.seed());
        single.begin();
      }
    }

    int load(long from, long to) throws DatabaseException {
      if (section.once()) {
        return single.execute();
      }
      if (repeats) {
        machine.restore(); // sequence() draws the same numbers again.
      } else {
        machine.save();
      }
      repeats = true;
      if (isOneStatement && to - from + 1 == rowsOfBatch) {
        return loadBatch(from);
      }
      begin.execute();
      int loaded = turns.isPresent() ? loadTurns(turns.get(), from, to) : loadRows(from, to);
      commit.execute();
      return loaded;
    }

    private int loadTurns(TurnBatch batch, long from, long to) throws DatabaseException {
      batch.begin();
      int loaded = 0;
      for (long n = from; n <= to; n++) {
        row(n);
        single.requireBegun();
        while (single.isAtStatement()) {
          loaded += batch.add(machine);
          single.passStatement();
          single.requireBegun();
        }
      }
      return loaded + batch.flush();
    }

    private int loadRows(long from, long to) throws DatabaseException {
      int loaded = 0;
      long n = from;
      for (; several.isPresent() && n + rowsOfBatch - 1 <= to; n += rowsOfBatch) {
        loaded += loadBatch(n);
      }
      for (; n <= to; n++) {
        row(n);
        loaded += single.execute();
      }
      return loaded;
    }

    private void row(long n) {
      machine.seed(Random64.hash(section.seed(), n));
      machine.set(variable, Value.INTEGER, n, null);
      single.beginNested();
    }

    private int loadBatch(long from) throws DatabaseException {
      StatementCode statement = section.code().statements().get(0);
      int parameters = statement.parameters().size();
      NativePrepared batch = several.orElseThrow();
      for (int row = 0; row < rowsOfBatch; row++) {
        row(from + row);
        single.requireBegun();
        for (int i = 0; i < parameters; i++) {
          int before = isOneStatement ? row * parameters : 0;
          Parameters.bind(machine, statement.parameters().get(i), batch, before + i);
        }
        if (!isOneStatement) {
          batch.addBatch(row);
        }
      }
      try {
        return batch.execute();
      } catch (DatabaseException e) {
        throw Interpreter.at(statement.place(), e);
      }
    }
  }
}
