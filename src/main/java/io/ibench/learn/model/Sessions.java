package io.ibench.learn.model;

import io.ibench.learn.log.LogEntry;
import io.ibench.learn.log.LogSink;
import io.ibench.learn.model.Transaction.End;
import io.ibench.learn.sql.Form;
import io.ibench.learn.sql.StatementReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the statements of each session together to transactions: from BEGIN, or from the first
 * statement where autocommit is off, to COMMIT or ROLLBACK. Any other statement is one of its own.
 * Not thread-safe.
 */
final class Sessions implements LogSink {

  /** A transaction with more statements is a batch; the rest of it is not looked at. */
  static final int MOST_STATEMENTS = 10_000;

  private static final int MOST_SESSIONS = 50_000;
  private static final int MOST_KEPT = 256;

  private final StatementReader reader;
  private final TransactionSink sink;
  private final StatementSink statements;
  private final LongMap<Session> sessions = new LongMap<>();
  private final List<FormCounts> counts = new ArrayList<>();
  private final Transaction single = new Transaction();
  private final SessionCounts totals = new SessionCounts();
  private long time;

  /** Takes each statement that belongs to the load. */
  interface StatementSink {
    void statement(Form form, LogEntry entry);
  }

  /** What is known of a session. */
  private static final class Session {
    Transaction open = new Transaction();
    boolean isOpen;
    boolean autocommitOff;
    long seen;
    long firstMicros = -1;
    long lastMicros;
  }

  Sessions(StatementReader reader, TransactionSink sink, StatementSink statements) {
    this.reader = reader;
    this.sink = sink;
    this.statements = statements;
  }

  /** What was counted, by the number of the form. */
  List<FormCounts> counts() {
    return counts;
  }

  SessionCounts totals() {
    return totals;
  }

  @Override
  public void statement(LogEntry entry) {
    int number =
        reader.read(
            entry.bytes, entry.from, entry.to, entry.values, entry.valuesFrom, entry.valuesTo);
    totals.statements++;
    if (number < 0) {
      totals.empty += number == StatementReader.NO_WORD ? 1 : 0;
      return;
    }
    Form form = reader.forms().get(number);
    while (counts.size() <= number) {
      counts.add(new FormCounts());
    }
    counts.get(number).add(entry);
    totals.time(entry);
    Session session = session(entry.session);
    if (entry.startMicros >= 0) {
      session.firstMicros = session.firstMicros < 0 ? entry.startMicros : session.firstMicros;
      session.lastMicros = entry.startMicros + Math.max(0, entry.durationMicros);
    }
    switch (form.verb()) {
      case SESSION -> totals.session++;
      case ADMINISTRATION -> totals.administration++;
      case AUTOCOMMIT_OFF -> {
        session.autocommitOff = true;
        totals.session++;
      }
      case AUTOCOMMIT_ON -> {
        end(session, End.COMMITTED, entry);
        session.autocommitOff = false;
        totals.session++;
      }
      case BEGIN -> {
        end(session, End.UNKNOWN, entry);
        begin(session, entry);
      }
      case COMMIT -> end(session, End.COMMITTED, entry);
      case ROLLBACK -> end(session, End.ROLLED_BACK, entry);
      default -> load(session, form, entry);
    }
  }

  private void load(Session session, Form form, LogEntry entry) {
    statements.statement(form, entry);
    if (!session.isOpen && session.autocommitOff) {
      begin(session, entry);
    }
    Transaction into = session.isOpen ? session.open : single;
    if (!session.isOpen) {
      single.clear();
      single.session = entry.session;
      single.startMicros = entry.startMicros;
    }
    if (into.count == MOST_STATEMENTS) {
      totals.beyond++;
      return;
    }
    into.add(form.id(), reader.values());
    into.failed |= entry.failed;
    into.durationMicros += Math.max(0, entry.durationMicros);
    into.endMicros = entry.startMicros + Math.max(0, entry.durationMicros);
    if (!session.isOpen) {
      single.end = End.SINGLE;
      sink.transaction(single);
    } else if (form.commits()) {
      end(session, End.COMMITTED, entry);
    }
  }

  private static void begin(Session session, LogEntry entry) {
    Transaction open = session.open;
    open.clear();
    open.session = entry.session;
    open.startMicros = entry.startMicros;
    session.isOpen = true;
  }

  private void end(Session session, End how, LogEntry entry) {
    if (!session.isOpen) {
      return;
    }
    session.isOpen = false;
    Transaction ended = session.open;
    if (how == End.UNKNOWN) {
      totals.torn++;
      return;
    }
    if (ended.count == 0) {
      return;
    }
    ended.end = how;
    ended.durationMicros += Math.max(0, entry.durationMicros);
    ended.endMicros = entry.startMicros + Math.max(0, entry.durationMicros);
    sink.transaction(ended);
    if (ended.forms.length > MOST_KEPT) {
      session.open = new Transaction();
    }
  }

  private Session session(long id) {
    Session found = sessions.get(id);
    if (found == null) {
      found = new Session();
      totals.sessions++;
      sessions.put(id, found);
      if (sessions.size() > MOST_SESSIONS) {
        long oldest = time - MOST_SESSIONS * 50L;
        sessions.keep(
            each -> {
              boolean kept = each.seen >= oldest;
              totals.connectedMicros += kept ? 0 : connectedMicros(each);
              return kept;
            });
      }
    }
    found.seen = ++time;
    return found;
  }

  @Override
  public void sessionEnded(long id) {
    Session found = sessions.get(id);
    if (found != null && found.isOpen) {
      found.isOpen = false;
      totals.torn++;
    }
    if (found != null) {
      totals.connectedMicros += connectedMicros(found);
      found.firstMicros = -1;
    }
    sink.sessionEnded(id);
  }

  private static long connectedMicros(Session session) {
    return session.firstMicros < 0 ? 0 : Math.max(0, session.lastMicros - session.firstMicros);
  }

  /** Counts the transactions that the log does not end. */
  void end() {
    for (Session each : sessions.values()) {
      totals.connectedMicros += connectedMicros(each);
      if (each.isOpen) {
        each.isOpen = false;
        totals.openAtEnd++;
      }
    }
  }
}
