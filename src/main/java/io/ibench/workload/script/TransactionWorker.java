package io.ibench.workload.script;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.random.Mix;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.table.TableWorker;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Draws and executes transactions. Allocates nothing but texts. */
final class TransactionWorker extends TableWorker {

  private final Session session;
  private final Random64 random;
  private final Laps laps;
  private final Mix mix;
  private final Machine[] machines;
  private final Interpreter[] interpreters;
  private final boolean[] retriesDuplicates;

  /** The counter of each operation that may roll back. */
  private final int[] rolledBack;

  /**
   * @param number of the worker in its group
   */
  TransactionWorker(
      ScriptPlan plan,
      Step.Work step,
      Step.Group group,
      int number,
      Session session,
      Random64 random,
      Laps laps,
      Sequences.Source sequences,
      Clock clock)
      throws DatabaseException {
    super(plan.operations().size(), new WorkloadCounters(plan.counters().size()));
    this.session = session;
    this.random = random;
    this.laps = plan.timesParts() ? laps : Laps.NONE;
    this.mix = mix(plan, group.mix());
    int operations = plan.operations().size();
    machines = new Machine[operations];
    interpreters = new Interpreter[operations];
    retriesDuplicates = new boolean[operations];
    rolledBack = new int[operations];
    session.onConnect(plan.definition().session());
    List<TransactionCode> transactions = plan.definition().transactions();
    for (int i = 0; i < transactions.size(); i++) {
      Code code = transactions.get(i).code();
      if (group.mix().getOrDefault(code.name(), 0.0) > 0) {
        int operation = plan.firstTransaction() + i;
        Machine machine = Interpreter.machine(code, random, plan.seed(), sequences);
        machine.set(Objects.requireNonNull(code.given().get("client_id")), Value.of(number));
        machine.set(Objects.requireNonNull(code.given().get("clients")), Value.of(step.threads()));
        machines[operation] = machine;
        rolledBack[operation] = code.mayRollBack() ? plan.rolledBack(code) : 0;
        retriesDuplicates[operation] = transactions.get(i).retriesDuplicates();
        interpreters[operation] =
            new Interpreter(
                code,
                machine,
                session,
                this.laps,
                plan.firstPart(i),
                clock,
                false,
                transactions.get(i).role());
      }
    }
  }

  /** Percentages by the operations' numbers. */
  private static Mix mix(ScriptPlan plan, Map<String, Double> shares) {
    double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    List<String> names = plan.operations();
    double[] percentages = new double[names.size()];
    for (int i = plan.firstTransaction(); i < percentages.length; i++) {
      percentages[i] = 100 * shares.getOrDefault(names.get(i), 0.0) / sum;
    }
    return new Mix(percentages);
  }

  @Override
  public int next() {
    return mix.next(random);
  }

  @Override
  public void prepare(int operation, long epochMillis) {
    laps.backTo(0);
    machines[operation].at(epochMillis);
    interpreters[operation].begin();
  }

  @Override
  public int execute(int operation) throws DatabaseException {
    laps.begin();
    Interpreter interpreter = interpreters[operation];
    int rows = interpreter.execute();
    laps.end();
    for (int i = 0; i < ScriptPlan.ROLLED_BACK; i++) {
      counters.add(i, interpreter.tally(i));
    }
    if (interpreter.hasRolledBack()) {
      counters.add(rolledBack[operation], 1);
    }
    checksums[operation] = RowHash.mix(checksums[operation], interpreter.hash());
    return rows;
  }

  @Override
  public void abort() {
    for (Interpreter interpreter : interpreters) {
      if (interpreter != null) {
        interpreter.abort();
      }
    }
  }

  @Override
  public void rollback() throws DatabaseException {
    session.rollbackNative();
  }

  @Override
  public boolean isRepeatable(int operation, FailureKind failure) {
    return failure == FailureKind.DUPLICATE_KEY && retriesDuplicates[operation];
  }

  @Override
  public void failed(int operation, boolean outcomeUnknown) {}
}
