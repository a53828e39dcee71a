package io.ibench.workload.script;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import io.ibench.workload.WorkloadRun.Outcome;
import io.ibench.workload.table.Lines;
import java.util.ArrayList;
import java.util.List;

/** Executes the sections that verify: each row that they return is a problem. */
final class ScriptVerification {

  /** The rows that are printed. */
  private static final int SHOWN = 20;

  /** A verification draws 0, as it draws nothing for good. */
  private static final Sequences.Source NONE = name -> Sequence.after(-1);

  private final ScriptPlan plan;
  private final Database database;
  private final Clock clock;
  private final List<String> problems = new ArrayList<>();
  private int checks;
  private long rows;

  ScriptVerification(ScriptPlan plan, Database database, Clock clock) {
    this.plan = plan;
    this.database = database;
    this.clock = clock;
  }

  Outcome run() throws DatabaseException, InterruptedException {
    try (Session session = database.session()) {
      session.onConnect(plan.definition().session());
      for (Code code : plan.definition().verify()) {
        verify(code, session);
      }
    }
    return new Outcome(0, List.of(fact()), problems);
  }

  private String fact() {
    String statements = checks == 1 ? "1 statement" : checks + " statements";
    if (checks == 0) {
      return "no statement in section verify: nothing was checked";
    }
    return rows == 0
        ? statements + " of section verify, no row: nothing wrong"
        : Lines.text(
            "%s of section verify, %,d %s: each is a problem",
            statements, rows, rows == 1 ? "row" : "rows");
  }

  private void verify(Code code, Session session) throws DatabaseException, InterruptedException {
    Machine machine = Interpreter.machine(code, new Random64(plan.seed()), plan.seed(), NONE);
    Interpreter interpreter =
        new Interpreter(code, machine, session, Laps.NONE, 0, clock, true, Role.QUERY);
    interpreter.beginNested();
    for (StatementCode statement : code.statements()) {
      interpreter.requireBegun();
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Native form = statement.natives().get(0);
      Native keeping = new Native(form.text(), form.parameters(), form.control(), SHOWN);
      try {
        NativePrepared prepared = session.prepare(keeping);
        for (int i = 0; i < statement.parameters().size(); i++) {
          Parameters.bind(machine, statement.parameters().get(i), prepared, i);
        }
        problems(statement, prepared, prepared.execute());
      } catch (DatabaseException e) {
        throw Interpreter.at(statement.place(), e);
      }
      checks++;
      interpreter.passStatement();
    }
    interpreter.requireBegun();
  }

  private void problems(StatementCode statement, NativePrepared done, int found) {
    rows += found;
    for (int row = 0; row < done.keptRows(); row++) {
      List<String> values = new ArrayList<>();
      for (int column = 0; column < done.columns().size(); column++) {
        values.add(done.columns().get(column) + " " + done.getText(row, column));
      }
      problems.add(statement.place() + ": " + String.join(", ", values));
    }
    if (found > done.keptRows()) {
      problems.add(Lines.text("%s: %,d rows more", statement.place(), found - done.keptRows()));
    }
  }
}
