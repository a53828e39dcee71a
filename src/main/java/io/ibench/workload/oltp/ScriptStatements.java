package io.ibench.workload.oltp;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.db.Transaction.Begin;
import io.ibench.workload.Laps;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.oltp.Statements.OnTable;
import io.ibench.workload.oltp.Statements.Preparer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prepares the statements of a script for one worker. Confined to the worker's thread. */
final class ScriptStatements {

  private final OltpSettings data;
  private final List<OltpTable> tables;
  private final StepSettings step;
  private final IdSource source;
  private final Optional<Transaction> transaction;
  private final Preparer preparer;
  private final Laps laps;
  private final int firstPart;
  private final List<Statements> all = new ArrayList<>();

  /**
   * @param laps where the script's first part has the number {@code firstPart}
   */
  ScriptStatements(
      OltpSettings data,
      List<OltpTable> tables,
      StepSettings step,
      IdSource source,
      Session session,
      Laps laps,
      int firstPart)
      throws DatabaseException {
    this.data = data;
    this.tables = tables;
    this.step = step;
    this.source = source;
    this.laps = laps;
    this.firstPart = firstPart;
    this.transaction = step.transaction() ? Optional.of(session.transaction()) : Optional.empty();
    this.preparer = transaction.isPresent() ? transaction.get()::prepare : session::prepare;
  }

  /** Empty: each statement commits by itself. */
  Optional<Transaction> transaction() {
    return transaction;
  }

  /** How the transaction begins. */
  Begin begin() {
    boolean reads = step.script().onlyReads() || !step.counts().writes();
    if (data.trips() == OltpKeys.Trips.MERGED) {
      return reads ? Begin.READ : Begin.FREE;
    }
    return reads ? Begin.READ_TRIP : Begin.TRIP;
  }

  /** Whether the last statement of {@link #prepare} also commits. */
  boolean mergesCommit() {
    return transaction.isPresent() && step.counts().mergesCommit(data.trips());
  }

  /**
   * The statements in the order of the script.
   *
   * @param worker its number
   * @param newIds for an insert that gives the ids; empty otherwise
   * @param booked the worker's counters in the books
   */
  Statements[] prepare(int worker, NewIds[] newIds, WorkloadCounters booked)
      throws DatabaseException {
    switch (step.script()) {
      case POINT_SELECT, READ_ONLY, READ_WRITE, WRITE_ONLY, UPDATE_INDEX, UPDATE_NON_INDEX -> {
        reads();
        writes();
      }
      case INSERT -> {
        OnTable insert = newIds.length > 0 ? table -> table.insert(1) : OltpTable::insertWithoutId;
        all.add(new Statements.Inserts(source, of(insert), newIds, booked));
      }
      case DELETE -> all.add(new Statements.Deletes(source, of(OltpTable::delete)));
      case INLIST_UPDATE ->
          all.add(
              new Statements.NonIndexUpdates(
                  1, source, of(table -> table.setCOfList(step.listed())), step.listed()));
      case SCAN -> all.add(new Statements.Scans(source, of(OltpTable::scan), worker));
      default -> searches();
    }
    return all.toArray(Statements[]::new);
  }

  private void add(TransactionPart part, Statements statements) {
    statements.time(laps, firstPart + part.ordinal());
    all.add(statements);
  }

  private Prepared[] of(OnTable command) throws DatabaseException {
    return Statements.prepare(tables, command, preparer);
  }

  /** As {@link #of}, for the last statements of a kind of which there is one. */
  private Prepared[] ofLast(OnTable command, boolean last) throws DatabaseException {
    Preparer committing = transaction.isPresent() ? transaction.get()::prepareLast : preparer;
    return Statements.prepare(tables, command, last && mergesCommit() ? committing : preparer);
  }

  private void reads() throws DatabaseException {
    StepSettings.Counts counts = step.counts();
    boolean last = !counts.writes();
    int later = counts.simple() + counts.sum() + counts.order() + counts.distinct();
    if (counts.points() > 0) {
      add(
          TransactionPart.POINT_SELECTS,
          new Statements.Points(
              counts.points(), source, ofLast(OltpTable::point, last && later == 0)));
    }
    ranges(
        TransactionPart.SIMPLE_RANGES,
        counts.simple(),
        OltpTable::range,
        last && later == counts.simple());
    later -= counts.simple();
    ranges(TransactionPart.SUM_RANGES, counts.sum(), OltpTable::sum, last && later == counts.sum());
    later -= counts.sum();
    ranges(
        TransactionPart.ORDER_RANGES,
        counts.order(),
        OltpTable::ordered,
        last && later == counts.order());
    ranges(TransactionPart.DISTINCT_RANGES, counts.distinct(), OltpTable::distinct, last);
  }

  private void ranges(TransactionPart part, int count, OnTable command, boolean last)
      throws DatabaseException {
    if (count > 0) {
      add(part, new Statements.Ranges(count, source, ofLast(command, last), 1, step.rangeSize()));
    }
  }

  private void writes() throws DatabaseException {
    StepSettings.Counts counts = step.counts();
    if (counts.indexUpdates() > 0) {
      boolean last = counts.nonIndexUpdates() + counts.deleteInserts() == 0;
      add(
          TransactionPart.INDEX_UPDATES,
          new Statements.IndexUpdates(
              counts.indexUpdates(), source, ofLast(OltpTable::addToK, last)));
    }
    if (counts.nonIndexUpdates() > 0) {
      boolean last = counts.deleteInserts() == 0;
      add(
          TransactionPart.NON_INDEX_UPDATES,
          new Statements.NonIndexUpdates(
              counts.nonIndexUpdates(), source, ofLast(OltpTable::setC, last), 0));
    }
    if (counts.deleteInserts() > 0) {
      add(
          TransactionPart.DELETES,
          new Statements.DeleteInserts(
              counts.deleteInserts(),
              source,
              of(OltpTable::delete),
              ofLast(table -> table.insert(1), true)));
    }
  }

  /** One search by ids or k. */
  private void searches() throws DatabaseException {
    int listed = step.listed();
    all.add(
        switch (step.script()) {
          case SELECT_RANDOM_POINTS ->
              new Statements.Lists(source, of(table -> table.rowsOfList(listed)), listed, 0);
          case SELECT_RANDOM_RANGES ->
              new Statements.Ranges(
                  1, source, of(table -> table.countOfRanges(listed)), listed, step.delta() + 1);
          case READ_ONLY_COUNT ->
              new Statements.Ranges(1, source, of(OltpTable::countOfRange), 1, step.rangeSize());
          case INLIST_SELECT ->
              new Statements.Lists(source, of(table -> table.cOfList(listed)), listed, fixedFrom());
          case POINTS_COVERED ->
              new Statements.Lists(
                  source,
                  of(table -> table.pointsOn(step.on(), step.covered(), listed)),
                  listed,
                  0);
          case RANGE_COVERED ->
              new Statements.Ranges(
                  1,
                  source,
                  of(table -> table.rangeOn(step.on(), step.covered())),
                  1,
                  step.rangeSize() + 1);
          default -> throw new IllegalStateException("no search: " + step.script());
        });
  }

  /** The first of the hot ids, in the middle of the table; 0: ids are drawn. */
  private long fixedFrom() {
    return step.hotPoints() ? data.rows() / 2 + 1 : 0;
  }
}
