package io.ibench.learn.write;

import io.ibench.learn.law.Grade;
import io.ibench.learn.law.Law;
import io.ibench.learn.log.LogSummary;
import io.ibench.learn.log.Noticed;
import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.model.Learner;
import io.ibench.learn.model.TransactionType;
import io.ibench.learn.write.WrittenScript.WrittenTransaction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How far the script is the log's load, and why not further. Immutable.
 *
 * @param reasons in the order of their weight; empty: none
 */
public record Fidelity(Verdict verdict, List<Reason> reasons) {

  /** From good to bad. */
  public enum Verdict {
    /** Each part is within the limits that docs/learn.md names. */
    FAITHFUL,
    /** Good enough to see which server is faster, not by how much. */
    ROUGH,
    /** Some part of the load is not in the script. */
    POOR;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Why it is not faithful, in a sentence. */
  public record Reason(Verdict at, String text) {}

  private static final double MOST_UNCOVERED = 0.05;
  private static final double SOME_UNCOVERED = 0.01;
  private static final double MOST_LOST = 0.05;
  private static final double SOME_LOST = 0.001;
  private static final double MOST_TORN = 0.05;
  private static final double SOME_TORN = 0.005;

  /** The share of all transactions below which a value without a law does not matter. */
  private static final double SMALL = 0.02;

  /** Fewer transactions show no law with an exponent. */
  private static final int FEW_TRANSACTIONS = 300;

  public Fidelity {
    reasons = List.copyOf(reasons);
  }

  public static Fidelity of(
      LearnedLoad load, WrittenScript script, LogSummary log, List<String> data) {
    List<Reason> reasons = new ArrayList<>();
    LearnedLoad.Totals totals = load.totals();
    share(
        reasons,
        totals.missingShare(),
        SOME_UNCOVERED,
        MOST_UNCOVERED,
        "%.1f %% of the statements are in no transaction of the script; they are listed below");
    unwritable(reasons, load);
    share(
        reasons,
        (double) totals.lostValues() / Math.max(1, totals.statements()),
        SOME_LOST,
        MOST_LOST,
        "%.2f values in 100 statements are not in the log (bulk statements, compound statements);"
            + " they are drawn from the column's range");
    share(
        reasons,
        (double) totals.sessions().torn() / Math.max(1, totals.transactions()),
        SOME_TORN,
        MOST_TORN,
        "%.1f %% of the transactions have no end in the log: it has gaps");
    long truncated = log.count(Noticed.TRUNCATED);
    share(
        reasons,
        (double) truncated / Math.max(1, totals.statements()),
        SOME_LOST,
        MOST_LOST,
        "%.2f %% of the statements have values that the log cut off; right:"
            + " log_parameter_max_length = -1");
    for (WrittenTransaction each : script.transactions()) {
      double share = (double) each.learned().type().count() / Math.max(1, totals.transactions());
      if (share >= SMALL) {
        values(reasons, each);
      }
    }
    if (totals.transactions() < FEW_TRANSACTIONS) {
      reasons.add(
          new Reason(
              Verdict.ROUGH,
              "only "
                  + totals.transactions()
                  + " transactions: shares and laws are uncertain; log for longer"));
    }
    data.forEach(text -> reasons.add(new Reason(Verdict.ROUGH, text)));
    Verdict worst =
        reasons.stream().map(Reason::at).max(Verdict::compareTo).orElse(Verdict.FAITHFUL);
    reasons.sort((a, b) -> b.at().compareTo(a.at()));
    return new Fidelity(worst, reasons);
  }

  /** Says in one line what no script can have. */
  private static void unwritable(List<Reason> reasons, LearnedLoad load) {
    long statements = load.totals().unwritable();
    if (statements == 0) {
      return;
    }
    double share = (double) statements / load.totals().statements();
    Set<String> why = new LinkedHashSet<>();
    for (TransactionType type : load.rest()) {
      if (type.count() >= Learner.LEAST_TRANSACTIONS) {
        load.unwritable(type).ifPresent(why::add);
      }
    }
    reasons.add(
        new Reason(
            share > MOST_UNCOVERED
                ? Verdict.POOR
                : share > SOME_UNCOVERED ? Verdict.ROUGH : Verdict.FAITHFUL,
            String.format(
                Locale.ROOT,
                "%.2g %% of the statements are in transactions that no script can have, since a"
                    + " statement %s; they are listed below",
                100 * share,
                String.join(", or ", why))));
  }

  private static void share(
      List<Reason> reasons, double share, double some, double most, String text) {
    if (share > some) {
      Verdict at = share > most ? Verdict.POOR : Verdict.ROUGH;
      reasons.add(new Reason(at, String.format(Locale.ROOT, text, 100 * share)));
    }
  }

  private static void values(List<Reason> reasons, WrittenTransaction transaction) {
    for (WrittenValue value : transaction.values()) {
      String name = transaction.learned().name() + ", " + value.name();
      Law law = value.law();
      boolean drawn = value.origin().isEmpty() || value.origin().startsWith("in ");
      if (value.origin().startsWith("guess")) {
        reasons.add(
            new Reason(
                Verdict.ROUGH,
                name + ": " + value.origin() + "; the names say so, the log has no results"));
      } else if (drawn && (law.grade() == Grade.POOR || law.grade() == Grade.ROUGH)) {
        String text =
            Double.isNaN(law.distance())
                ? name + ": " + law.words()
                : String.format(
                    Locale.ROOT,
                    "%s: the law is up to %.0f points away from the log",
                    name,
                    100 * law.distance());
        reasons.add(new Reason(law.grade() == Grade.POOR ? Verdict.POOR : Verdict.ROUGH, text));
      }
    }
  }
}
