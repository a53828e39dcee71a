package io.ibench.learn.model;

import io.ibench.learn.model.Transaction.End;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts single statements together that belong to one operation: B follows A in its session in nine
 * of ten cases, and what stands before B is A in nine of ten. Equal statements in a row count as
 * one. It looks at the first transactions of a log to learn what follows what, and then passes all
 * on. Not thread-safe.
 */
final class Chains implements TransactionSink {

  private static final int FIRST_TRANSACTIONS = 20_000;
  private static final int FIRST_VALUES = 400_000;
  private static final int MOST_OPEN = 50_000;
  private static final double ENOUGH = 0.9;
  private static final long LEAST = 20;

  private final TransactionSink sink;
  private final List<Transaction> first = new ArrayList<>();

  /** By session, the chain that has not ended. */
  private final LongMap<Transaction> open = new LongMap<>();

  private int values;
  private boolean learned;

  /** Of each form the one that follows it; -1: none. */
  private int[] next = new int[0];

  /** Whether a form is part of a chain. */
  private boolean[] chained = new boolean[0];

  Chains(TransactionSink sink) {
    this.sink = sink;
  }

  @Override
  public void transaction(Transaction transaction) {
    if (learned) {
      pass(transaction);
      return;
    }
    first.add(transaction.copy());
    values += transaction.values + transaction.count;
    if (first.size() >= FIRST_TRANSACTIONS || values >= FIRST_VALUES) {
      learn();
    }
  }

  @Override
  public void sessionEnded(long session) {
    if (learned) {
      flush(session);
      sink.sessionEnded(session);
    }
  }

  /** Passes on what is still open. */
  void end() {
    if (!learned) {
      learn();
    }
    open.values().forEach(this::passOn);
  }

  private void learn() {
    learned = true;
    Followers followers = new Followers();
    first.forEach(followers::see);
    followers.links();
    for (Transaction each : first) {
      pass(each);
    }
    first.clear();
  }

  private void pass(Transaction transaction) {
    if (transaction.end != End.SINGLE) {
      flush(transaction.session);
      sink.transaction(transaction);
      return;
    }
    int form = transaction.forms[0];
    if (form >= chained.length || !chained[form]) {
      flush(transaction.session);
      sink.transaction(transaction);
      return;
    }
    Transaction chain = open.get(transaction.session);
    if (chain == null) {
      if (open.size() >= MOST_OPEN) {
        open.keep(each -> each.count > 0);
      }
      chain = new Transaction();
      open.put(transaction.session, chain);
    }
    if (chain.count > 0) {
      int last = chain.forms[chain.count - 1];
      boolean goesOn = next[last] == form || last == form;
      if (goesOn && chain.count < Sessions.MOST_STATEMENTS) {
        chain.append(transaction);
        return;
      }
      sink.transaction(chain);
    }
    chain.clear();
    chain.session = transaction.session;
    chain.startMicros = transaction.startMicros;
    chain.end = End.SINGLE;
    chain.append(transaction);
  }

  private void flush(long session) {
    Transaction found = open.get(session);
    if (found != null) {
      passOn(found);
    }
  }

  private void passOn(Transaction chain) {
    if (chain.count > 0) {
      sink.transaction(chain);
      chain.clear();
    }
  }

  /** Counts what follows what. */
  private final class Followers {

    private static final int TRANSACTION = -1;

    private final Map<Long, Integer> last = new HashMap<>();
    private final Map<Long, Long> pairs = new HashMap<>();
    private final Map<Integer, Long> followed = new HashMap<>();
    private final Map<Integer, Long> preceded = new HashMap<>();
    private final Map<Integer, Long> beginnings = new HashMap<>();
    private int most = -1;

    void see(Transaction transaction) {
      int unit = transaction.end == End.SINGLE ? transaction.forms[0] : TRANSACTION;
      most = Math.max(most, unit);
      Integer before = last.put(transaction.session, unit);
      if (before == null) {
        beginnings.merge(unit, 1L, Long::sum);
      } else if (before != unit) {
        followed.merge(before, 1L, Long::sum);
        preceded.merge(unit, 1L, Long::sum);
        pairs.merge(pair(before, unit), 1L, Long::sum);
      }
    }

    private long pair(int before, int after) {
      return (long) before << 32 | after & 0xffffffffL;
    }

    void links() {
      next = new int[most + 1];
      chained = new boolean[most + 1];
      Set<Integer> targets = new HashSet<>();
      Arrays.fill(next, -1);
      pairs.forEach(
          (pair, count) -> {
            int before = (int) (pair >> 32);
            int after = (int) (long) pair;
            if (before >= 0 && after >= 0 && isLink(before, after, count)) {
              next[before] = after;
              targets.add(after);
            }
          });
      for (int form = 0; form <= most; form++) {
        chained[form] = next[form] >= 0 || targets.contains(form);
      }
      cutCircles();
    }

    private boolean isLink(int before, int after, long count) {
      return count >= LEAST
          && count >= ENOUGH * followed.getOrDefault(before, 0L)
          && count >= ENOUGH * preceded.getOrDefault(after, 0L);
    }

    /** A circle begins with the statement with which most sessions begin. */
    private void cutCircles() {
      for (int form = 0; form <= most; form++) {
        List<Integer> circle = circle(form);
        if (circle.isEmpty()) {
          continue;
        }
        int begin = circle.get(0);
        for (int each : circle) {
          if (beginnings.getOrDefault(each, 0L) > beginnings.getOrDefault(begin, 0L)) {
            begin = each;
          }
        }
        for (int each : circle) {
          if (next[each] == begin) {
            next[each] = -1;
          }
        }
      }
    }

    private List<Integer> circle(int form) {
      List<Integer> path = new ArrayList<>();
      int at = form;
      while (at >= 0 && path.size() <= most + 1) {
        path.add(at);
        at = next[at];
        if (at == form) {
          return path;
        }
      }
      return List.of();
    }
  }
}
