package io.ibench.learn.write;

import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.model.LearnedType;
import io.ibench.learn.model.TransactionType;
import java.util.ArrayList;
import java.util.List;
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
  public WrittenScript transactions() {
    StringBuilder text = new StringBuilder();
    List<WrittenScript.WrittenTransaction> written = new ArrayList<>();
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
                      Locale.ROOT,
                      "; %.1f %% rolled back",
                      100.0 * type.rolledBack() / type.count()));
      TypeWriter writer = new TypeWriter(load, each, laws);
      text.append(writer.write((int) Math.max(1, Math.round(WEIGHTS * share)), comment))
          .append('\n');
      written.add(new WrittenScript.WrittenTransaction(each, writer.values()));
    }
    return new WrittenScript(text.toString(), written);
  }
}
