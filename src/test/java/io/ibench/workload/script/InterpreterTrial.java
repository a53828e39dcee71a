package io.ibench.workload.script;

import io.ibench.measure.Clock;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A transaction on a session that only records, with a clock and laps of its own. */
final class InterpreterTrial implements Clock, Laps {

  final RecordingSession session = new RecordingSession();

  /** The parts that have ended, and are not forgotten. */
  final List<Integer> laps = new ArrayList<>();

  /** The sequence of all names. */
  final Sequence sequence = Sequence.after(0);

  /** That of the interpreter that was made last. */
  Machine machine;

  /** What the clock says. */
  long nanos;

  /** Called while a thread waits, which then goes on too early. */
  Runnable disturbance = () -> {};

  private final Path folder;

  InterpreterTrial(Path folder) {
    this.folder = folder;
  }

  /** The first transaction of a script. */
  Interpreter interpreter(String script, Role role, String... settings) throws Exception {
    return interpreter(script, role, false, settings);
  }

  Interpreter interpreter(String script, Role role, boolean nested, String... settings)
      throws Exception {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("request.operations = 1");
    ScriptPlan plan =
        (ScriptPlan) ScriptRunner.plan(folder, "sqlite", script, all.toArray(String[]::new));
    Code code = plan.definition().transactions().get(0).code();
    machine = Interpreter.machine(code, new Random64(3), 3, name -> sequence);
    return new Interpreter(code, machine, session, this, 10, this, nested, role);
  }

  /** Executes a script once, and returns what was executed. */
  List<String> execute(String script, String... settings) throws Exception {
    Interpreter interpreter = interpreter(script, Role.QUERY, settings);
    interpreter.begin();
    interpreter.execute();
    return session.executed;
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public long epochMillis() {
    return 0;
  }

  /** Returns after half of the time at first. */
  @Override
  public void parkUntil(long until) {
    nanos += Math.max(1, (until - nanos) / 2);
    disturbance.run();
  }

  @Override
  public void begin() {}

  @Override
  public void lap(int part) {
    laps.add(part);
  }

  @Override
  public int mark() {
    return laps.size();
  }

  @Override
  public void backTo(int mark) {
    laps.subList(mark, laps.size()).clear();
  }

  @Override
  public void end() {}
}
