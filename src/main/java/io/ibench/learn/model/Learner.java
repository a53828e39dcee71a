package io.ibench.learn.model;

import io.ibench.learn.log.LogEntry;
import io.ibench.learn.log.LogFormat;
import io.ibench.learn.log.LogSink;
import io.ibench.learn.sql.Dialect;
import io.ibench.learn.sql.Form;
import io.ibench.learn.sql.StatementReader;
import io.ibench.learn.sql.Unwritable;
import io.ibench.random.Random64;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Learns a load from the statements of a log, in one pass and bounded memory. Not thread-safe. */
public final class Learner implements LogSink {

  /** A script of more transactions is not read by anyone. */
  private static final int MOST_TYPES = 100;

  /** Types are taken until they have this share of the statements. */
  private static final double ENOUGH = 0.998;

  /** Rarer ones say nothing about a law, and something about whoever was at work. */
  public static final int LEAST_TRANSACTIONS = 20;

  private final long seed;
  private final List<@Nullable FormValues> values = new ArrayList<>();
  private Parts parts;

  /** What reads statements of one dialect. */
  private record Parts(
      StatementReader reader, TransactionTypes types, Chains chains, Sessions sessions) {}

  public Learner(long seed) {
    this.seed = seed;
    parts = parts(Dialect.MYSQL);
  }

  @Override
  public void begins(LogFormat format) {
    boolean mysql = format == LogFormat.SLOW_LOG || format == LogFormat.GENERAL_LOG;
    parts = parts(mysql ? Dialect.MYSQL : Dialect.POSTGRES);
  }

  private Parts parts(Dialect dialect) {
    StatementReader reader = new StatementReader(dialect);
    TransactionTypes types = new TransactionTypes(new Random64(seed));
    Chains chains = new Chains(types);
    return new Parts(reader, types, chains, new Sessions(reader, chains, this::statement));
  }

  @Override
  public void statement(LogEntry entry) {
    parts.sessions().statement(entry);
  }

  @Override
  public void sessionEnded(long session) {
    parts.sessions().sessionEnded(session);
  }

  private void statement(Form form, LogEntry entry) {
    if (parts.reader().values().count() == 0) {
      return;
    }
    while (values.size() <= form.id()) {
      values.add(null);
    }
    FormValues of = values.get(form.id());
    if (of == null) {
      of = new FormValues(form);
      values.set(form.id(), of);
    }
    of.add(parts.reader().values(), entry.startMicros);
  }

  /** What was learned, after the last statement. */
  public LearnedLoad finish() {
    parts.sessions().end();
    parts.chains().end();
    List<TransactionType> all = parts.types().types();
    long statements =
        parts.types().beyondStatements()
            + parts.reader().beyond()
            + parts.sessions().totals().beyond();
    long transactions = parts.types().beyond();
    for (TransactionType each : all) {
      statements += each.statements();
      transactions += each.count();
    }
    while (values.size() < parts.reader().forms().size()) {
      values.add(null);
    }
    List<LearnedType> learned = new ArrayList<>();
    List<TransactionType> rest = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    long covered = 0;
    long unwritable = 0;
    for (TransactionType each : all) {
      if (each.count() >= LEAST_TRANSACTIONS
          && unwritable(parts.reader().forms(), each).isPresent()) {
        unwritable += each.statements();
        rest.add(each);
        continue;
      }
      boolean taken =
          learned.size() < MOST_TYPES
              && covered < ENOUGH * (statements - unwritable)
              && each.count() >= LEAST_TRANSACTIONS;
      if (!taken || each.places() == 0) {
        rest.add(each);
        continue;
      }
      covered += each.statements();
      learned.add(learn(each, names));
    }
    return new LearnedLoad(
        parts.reader().forms(),
        parts.sessions().counts(),
        values,
        learned,
        rest,
        parts.types().arrivals(),
        new LearnedLoad.Totals(
            parts.sessions().totals(),
            transactions,
            statements,
            covered,
            unwritable,
            parts.reader().lostValues(),
            parts.reader().beyond()));
  }

  /** Why a script cannot have transactions of a type: what its first such statement does. */
  public static Optional<String> unwritable(List<Form> forms, TransactionType type) {
    for (int place = 0; place < type.places(); place++) {
      Optional<String> why = Unwritable.reason(forms.get(type.form(place)));
      if (why.isPresent()) {
        return why;
      }
    }
    return Optional.empty();
  }

  private LearnedType learn(TransactionType type, Map<String, Integer> names) {
    Dependences dependences =
        new Dependences(type, parts.reader().forms(), parts.sessions().counts());
    List<Origin> origins = dependences.find();
    return new LearnedType(
        TypeNames.unique(type, parts.reader().forms(), names),
        type,
        dependences.parameters(),
        dependences.loops(),
        origins);
  }
}
