package io.ibench.learn.write;

import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.model.LearnedType;
import io.ibench.learn.model.TransactionType;
import java.util.Locale;

/** Writes the transactions of a script. Not thread-safe. */
public final class ScriptWriter {

  private static final double WEIGHTS = 10_000;

  private final LearnedLoad load;
  private final LawBook laws;

  public ScriptWriter(LearnedLoad load, Columns columns) {
    this.load = load;
    laws = new LawBook(load, columns);
  }

  /** All transactions, the most frequent first. */
  public String transactions() {
    StringBuilder text = new StringBuilder();
    for (LearnedType each : load.types()) {
      TransactionType type = each.type();
      double share = (double) type.count() / load.totals().transactions();
      double statements = (double) type.statements() / load.totals().statements();
      String comment =
          String.format(
              Locale.ROOT,
              "%.2f %% of the transactions, %.2f %% of the statements, %.4g statements each%s",
              100 * share,
              100 * statements,
              (double) type.statements() / type.count(),
              type.rolledBack() == 0
                  ? ""
                  : String.format(
                      Locale.ROOT, "; %.1f %% rolled back", 100.0 * type.rolledBack() / type.count()));
      text.append(
              new TypeWriter(load, each, laws)
                  .write((int) Math.max(1, Math.round(WEIGHTS * share)), comment))
          .append('\n');
    }
    return text.toString();
  }
}
