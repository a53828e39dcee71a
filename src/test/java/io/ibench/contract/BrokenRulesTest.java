package io.ibench.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.contract.FaultyDatabase.Call;
import io.ibench.contract.FaultyDatabase.Fault;
import io.ibench.contract.RuleResult.State;
import io.ibench.db.Adapter;
import io.ibench.db.Adapters;
import io.ibench.db.Assign;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Command.Delete;
import io.ibench.db.Command.Insert;
import io.ibench.db.Command.Select;
import io.ibench.db.Command.Update;
import io.ibench.db.Command.Upsert;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.DiagnosticText;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.ServerCounter;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.db.Transaction.Begin;
import io.ibench.db.memory.MemoryAdapter;
import io.ibench.db.memory.MemoryDatabase;
import io.ibench.db.sqlite.SqliteAdapter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every part of the contract notices a database with a fault. */
class BrokenRulesTest {

  @TempDir static Path folder;

  /** A fault, and rules that notice it. */
  private record Case(String fault, Fault how, String... rules) {
    @Override
    public String toString() {
      return fault;
    }
  }

  /** Prepares another command instead of those of this kind. */
  private static Fault instead(Class<? extends Command> kind, UnaryOperator<Command> replacement) {
    return call -> {
      if (call.method().getName().startsWith("prepare") && kind.isInstance(call.arguments()[0])) {
        call.arguments()[0] = replacement.apply((Command) call.arguments()[0]);
      }
      return call.proceed();
    };
  }

  private static Update setsInsteadOfAdding(Update update) {
    List<Assign> set = new ArrayList<>(update.set());
    update.add().forEach(add -> set.add(new Assign(add.column(), add.constant())));
    return new Update(update.table(), set, List.of(), update.where(), update.old());
  }

  private static Fault select(Function<Select, Select> replacement) {
    return instead(Select.class, command -> replacement.apply((Select) command));
  }

  /** Returns something else than the database. */
  private static Fault answer(Class<?> type, String method, Function<Object, Object> other) {
    return call -> {
      Object result = call.proceed();
      return call.is(type, method) ? other.apply(result) : result;
    };
  }

  /** Does nothing when this method is called. */
  private static Fault ignoring(Class<?> type, String method) {
    return call -> call.is(type, method) ? null : call.proceed();
  }

  private static Select with(Select of, List<String> order, boolean descending, int limit) {
    return new Select(
        of.table(), of.columns(), of.where(), of.by(), order, descending, limit, of.offset());
  }

  /** Changes the conditions of each select, update and delete. */
  private static Fault conditions(UnaryOperator<Condition> other) {
    return call -> {
      if (call.method().getName().startsWith("prepare")) {
        Object command = call.arguments()[0];
        if (command instanceof Select of) {
          call.arguments()[0] =
              new Select(
                  of.table(),
                  of.columns(),
                  changed(of.where(), other),
                  of.by(),
                  of.orderBy(),
                  of.descending(),
                  of.limit(),
                  of.offset(),
                  of.result(),
                  of.hinted());
        } else if (command instanceof Update of) {
          call.arguments()[0] =
              new Update(of.table(), of.set(), of.add(), changed(of.where(), other), of.old());
        } else if (command instanceof Delete of) {
          call.arguments()[0] = new Delete(of.table(), changed(of.where(), other), of.limit());
        }
      }
      return call.proceed();
    };
  }

  private static List<Condition> changed(List<Condition> where, UnaryOperator<Condition> other) {
    return where.stream().map(other).toList();
  }

  /** A list whose last number, or whose last two, are the first ones. */
  private static Object losesTheEndOfALongList(Call call) throws Throwable {
    if (call.is(Prepared.class, "setLongs") && (Integer) call.arguments()[2] > 1) {
      long[] list = ((long[]) call.arguments()[1]).clone();
      int count = (Integer) call.arguments()[2];
      int part = count % 2 == 0 && count > 2 ? 2 : 1;
      System.arraycopy(list, 0, list, count - part, part);
      call.arguments()[1] = list;
    }
    return call.proceed();
  }

  /** Binds as many numbers as the list takes, whatever it gets. */
  private static Object takesAShorterList(Call call) throws Throwable {
    try {
      return call.proceed();
    } catch (IllegalStateException | IllegalArgumentException e) {
      if (call.is(Prepared.class, "setLongs")) {
        return null;
      }
      throw e;
    }
  }

  private static Object shifted(Call call, ColumnType type, long by) throws Throwable {
    if (call.isOf(Insert.class, "setLong")) {
      int parameter = (Integer) call.arguments()[0];
      if (call.command().parameters().get(parameter).type() == type) {
        call.arguments()[1] = (Long) call.arguments()[1] + by;
      }
    }
    return call.proceed();
  }

  /** Leaves out the third row of each batch. */
  private static Object losesARow(Call call) throws Throwable {
    if (call.isOf(Insert.class, "addBatch")) {
      if (call.counts().merge("rows", 1, Integer::sum) == 3) {
        return null;
      }
    } else if (call.isOf(Insert.class, "execute")) {
      boolean lost = call.counts().getOrDefault("rows", 0) >= 3;
      call.counts().clear();
      return (Integer) call.proceed() + (lost ? 1 : 0);
    }
    return call.proceed();
  }

  private static Object overwrites(Call call) throws Throwable {
    try {
      return call.proceed();
    } catch (DatabaseException e) {
      if (e.kind() == FailureKind.DUPLICATE_KEY) {
        return 1;
      }
      throw e;
    }
  }

  private static Object executesWhatItExplains(Call call) throws Throwable {
    if (call.is(Database.class, "explain")) {
      try (Session session = ((Database) call.target()).session()) {
        session.prepare(new Delete(Tables.NOTES, List.of(), 1)).execute();
      }
    }
    return call.proceed();
  }

  private static Object commitsInsteadOfRollback(Call call) throws Throwable {
    if (call.is(Transaction.class, "rollback") || call.is(Session.class, "close")) {
      try {
        ((Transaction) call.target()).commit();
      } catch (IllegalStateException e) {
        // No transaction is open.
        return call.proceed();
      }
    }
    return call.proceed();
  }

  private static Object rollsBackWhatSentItsBegin(Call call) throws Throwable {
    if (call.is(Transaction.class, "begin") && call.arguments() != null) {
      call.counts().put("trip", call.arguments()[0] == Begin.TRIP ? 1 : 0);
    }
    if (call.is(Transaction.class, "commit") && call.counts().getOrDefault("trip", 0) == 1) {
      ((Transaction) call.target()).rollback();
      return null;
    }
    return call.proceed();
  }

  private static Object losesTheEndOfReads(Call call) throws Throwable {
    if (call.is(Transaction.class, "begin") && call.arguments() != null) {
      call.counts().put("reads", ((Begin) call.arguments()[0]).isRead() ? 1 : 0);
    }
    boolean ends = call.is(Transaction.class, "commit") || call.is(Transaction.class, "rollback");
    return ends && call.counts().getOrDefault("reads", 0) == 1 ? null : call.proceed();
  }

  /** Executes an upsert twice after the fifth time. */
  private static Object executesTwiceLater(Call call) throws Throwable {
    if (!call.isOf(Upsert.class, "execute")) {
      return call.proceed();
    }
    long seen = call.counts().merge("executions", 1, Integer::sum);
    call.proceed();
    return seen > 5 ? call.proceed() : 1;
  }

  private static final Fault NO_TRANSACTIONS =
      call ->
          call.is(Transaction.class, "begin")
                  || call.is(Transaction.class, "commit")
                  || call.is(Transaction.class, "rollback")
              ? null
              : call.is(Transaction.class, "prepareLast")
                  ? ((Session) call.target()).prepare((Command) call.arguments()[0])
                  : call.proceed();

  private static List<ServerCounter> falling(Object counters) {
    return List.of(ServerCounter.rising("Falling", -System.nanoTime()));
  }

  static Stream<Case> faults() {
    return Stream.of(
        new Case(
            "a table that is created twice is no failure",
            call -> {
              try {
                return call.proceed();
              } catch (DatabaseException e) {
                if (call.is(Database.class, "create")) {
                  return null;
                }
                throw e;
              }
            },
            "SchemaRules.refusesToCreateATableTwice"),
        new Case(
            "a missing table is empty",
            call -> {
              try {
                return call.proceed();
              } catch (DatabaseException e) {
                if (e.kind() == FailureKind.NOT_FOUND && call.isOf(Select.class, "execute")) {
                  return 0;
                }
                throw e;
              }
            },
            "SchemaRules.doesNotFindAMissingTableInAnyCommand",
            "SchemaRules.doesNotFindAMissingIndex"),
        new Case(
            "an index is not created",
            ignoring(Database.class, "createIndex"),
            "SchemaRules.indexesTheRowsThatExist",
            "DifferenceRules.findsNoneInTheTablesItCreates",
            "SelectRules.readsByAnIndex"),
        new Case(
            "there is always a difference",
            answer(Database.class, "differences", lines -> List.of("it has no column x")),
            "DifferenceRules.findsNoneInTheTablesItCreates",
            "DifferenceRules.findsNoneInATableOfTimesAndHundredths",
            "DifferenceRules.namesAMissingIndex"),
        new Case(
            "there is never a difference",
            answer(Database.class, "differences", lines -> List.of()),
            "DifferenceRules.namesAMissingIndex",
            "DifferenceRules.namesColumnsThatAreMissingOrOfAnotherType",
            "DifferenceRules.namesFurtherColumns",
            "DifferenceRules.namesAnotherPrimaryKey",
            "DifferenceRules.namesAnIndexOverOtherColumns",
            "DifferenceRules.tellsTimesFromHundredths"),
        new Case(
            "a batch loses a row",
            BrokenRulesTest::losesARow,
            "InsertRules.addsFullAndShorterBatches",
            "InsertRules.generatesKeysForABatch"),
        new Case(
            "an insert whose key exists succeeds",
            BrokenRulesTest::overwrites,
            "InsertRules.refusesARowWhoseKeyExists",
            "InsertRules.keepsNoneOfABatchWithAKeyThatExists",
            "InsertRules.keepsNoneOfABatchThatNamesAKeyTwice",
            "InsertRules.repeatsTheSameRow"),
        new Case(
            "bytes end at a zero byte",
            call -> {
              Object length = call.proceed();
              if (call.is(Prepared.class, "getBytes") && call.arguments()[2] instanceof byte[] b) {
                for (int i = 0; i < Math.min(b.length, (Integer) length); i++) {
                  if (b[i] == 0) {
                    return i;
                  }
                }
              }
              return length;
            },
            "ValueRules.keepsEveryByte",
            "ValueRules.keepsTextThatLooksLikeSql"),
        new Case(
            "text ends at a blank",
            call -> {
              Object length = call.proceed();
              if (call.is(Prepared.class, "getBytes") && call.arguments()[2] instanceof byte[] b) {
                for (int i = 0; i < Math.min(b.length, (Integer) length); i++) {
                  if (b[i] == ' ') {
                    return i;
                  }
                }
              }
              return length;
            },
            "TextRules.keepsText"),
        new Case(
            "a sum is a count",
            select(select -> select.result() == Select.Result.SUM ? select.count() : select),
            "ListRules.sumsUp"),
        new Case(
            "distinct rows are not distinct",
            select(
                select ->
                    select.result() == Select.Result.DISTINCT
                        ? with(select, select.orderBy(), select.descending(), select.limit())
                        : select),
            "ListRules.readsDistinctRowsOnce"),
        new Case(
            "a list has not its last number",
            BrokenRulesTest::losesTheEndOfALongList,
            "ListRules.findsRowsOfARange",
            "ListRules.findsRowsOfSeveralRanges",
            "ListRules.combinesRangesWithOtherConditions",
            "ListRules.updatesByListsAndRanges",
            "ListRules.deletesByListsAndRanges",
            "ListRules.findsTheSameRowsWithoutAHint"),
        new Case(
            "a list has its first number twice, and not its second",
            call -> {
              if (call.is(Prepared.class, "setLongs") && (Integer) call.arguments()[2] > 2) {
                long[] list = ((long[]) call.arguments()[1]).clone();
                list[1] = list[0];
                call.arguments()[1] = list;
              }
              return call.proceed();
            },
            "ListRules.findsRowsOfAListOfAFixedLength"),
        new Case(
            "a list of a fixed length takes any number of values",
            BrokenRulesTest::takesAShorterList,
            "ListRules.refusesAListOfAnotherLength"),
        new Case(
            "a count is that of all rows",
            select(
                select ->
                    select.result() == Select.Result.COUNT
                        ? select.table().select(select.columns().get(0)).count()
                        : select),
            "ListRules.counts"),
        new Case(
            "an updated row is counted twice",
            call ->
                call.isOf(Update.class, "execute")
                    ? (Object) (2 * (Integer) call.proceed())
                    : call.proceed(),
            "ListRules.updatesByListsAndRanges"),
        new Case(
            "blanks fill text of a fixed length",
            call -> {
              Object length = call.proceed();
              if (call.is(Prepared.class, "getBytes")
                  && call.command() instanceof Select select
                  && select
                          .table()
                          .column(select.columns().get((Integer) call.arguments()[1]))
                          .type()
                      == ColumnType.CHAR) {
                return 12;
              }
              return length;
            },
            "TextRules.readsNoBlanksThatFillAFixedLength"),
        new Case(
            "text is not in order",
            select(
                select ->
                    with(
                        select,
                        select.orderBy().equals(List.of("code"))
                                || select.orderBy().equals(List.of("name"))
                            ? List.of("id")
                            : select.orderBy(),
                        select.descending(),
                        select.limit())),
            "TextRules.ordersTextByItsCharacters"),
        new Case(
            "text that is shorter by one is not found",
            conditions(
                condition ->
                    condition.op() == Condition.Op.SHORTER
                        ? Condition.shorter(condition.column(), Math.max(0, condition.max() - 1))
                        : condition),
            "TextRules.findsTextByItsLength"),
        new Case(
            "numbers with a sign have none",
            call -> {
              Object number = call.proceed();
              return call.is(Prepared.class, "getLong") && (Long) number < 0
                  ? (Object) ((Long) number & 0xFFFFFFFFL)
                  : number;
            },
            "TextRules.keepsNumbersOf32BitsWithASign"),
        new Case(
            "a table of text has a difference",
            answer(Database.class, "differences", lines -> List.of("name is not text")),
            "TextRules.findsNoDifference"),
        new Case(
            "a transaction that sends its begin does not commit",
            BrokenRulesTest::rollsBackWhatSentItsBegin,
            "BeginRules.commitsHoweverItBegins"),
        new Case(
            "a transaction that only reads cannot end",
            BrokenRulesTest::losesTheEndOfReads,
            "BeginRules.readsInTransactionsThatOnlyRead"),
        new Case(
            "the last bytes are lost",
            call -> {
              if (call.is(Prepared.class, "setBytes")) {
                call.arguments()[2] = Math.min(65_535, (Integer) call.arguments()[2]);
              }
              return call.proceed();
            },
            "ValueRules.keepsBytesOfEveryLength"),
        new Case(
            "numbers are doubles",
            call ->
                call.is(Prepared.class, "getLong")
                    ? (Object) (long) (double) (Long) call.proceed()
                    : call.proceed(),
            "ValueRules.keepsNumbersAtTheEndsOfTheirRanges"),
        new Case(
            "times are an hour late",
            call -> shifted(call, ColumnType.TIME, 3_600_000),
            "TimeAndFloatRules.readsTimesAndHundredthsAsInserted",
            "TimeAndFloatRules.readsTheSameTimesInEveryZoneOfTheClient",
            "TimeAndFloatRules.comparesExactlyByParameterAndByConstant",
            "TimeAndFloatRules.findsListsOfTimesAndOfHundredths",
            "TimeAndFloatRules.scansTimesAndHundredths"),
        new Case(
            "the limit is ignored",
            select(select -> with(select, select.orderBy(), select.descending(), 0)),
            "SelectRules.limitsAndSkipsInOrder",
            "SelectRules.findsTheSameRowsAsALookAtAll"),
        new Case(
            "the order is always ascending",
            select(select -> with(select, select.orderBy(), false, select.limit())),
            "SelectRules.ordersByAllColumnsInOneDirection",
            "SelectRules.readsByAnIndex"),
        new Case(
            "a row that was not read is that of an earlier execution",
            call -> {
              try {
                return call.proceed();
              } catch (IllegalStateException e) {
                return call.is(Prepared.class, "getLong") ? (Object) 1L : (Object) 0;
              }
            },
            "SelectRules.refusesARowThatWasNotRead"),
        new Case(
            "a list has only its first value",
            call -> {
              if (call.is(Prepared.class, "setLongs")) {
                call.arguments()[2] = 1;
              }
              return call.proceed();
            },
            "SelectRules.findsEveryLengthOfAList",
            "SelectRules.copiesAListWhenItIsBound"),
        new Case(
            "a list of bytes has only its first value",
            call ->
                call.is(Prepared.class, "setBytesAt") && (int) call.arguments()[1] > 0
                    ? null
                    : call.proceed(),
            "BytesKeyRules.findsAListOfBytes"),
        new Case(
            "rows are not hashed",
            answer(Prepared.class, "resultHash", hash -> 0L),
            "SelectRules.hashesEveryColumnOfEveryRow"),
        new Case(
            "a scan does not bind its parameters",
            call -> {
              if (call.is(Session.class, "scan")) {
                call.arguments()[1] = new long[((long[]) call.arguments()[1]).length];
              }
              return call.proceed();
            },
            "ScanRules.readsOnlyWhatFulfilsTheConditions",
            "TimeAndFloatRules.scansTimesAndHundredths"),
        new Case(
            "an old value is one too high",
            answer(Prepared.class, "old", old -> (Long) old + 1),
            "UpdateRules.reportsTheOldValueOrThatThereIsNoRow",
            "UpsertRules.replacesWhatIsSetAndReportsTheOldValue",
            "UpsertRules.addsANewRowAndReportsThatThereWasNone",
            "ConcurrencyRules.reportsTheOldValueAfterAnotherSessionsCommit"),
        new Case(
            "an update counts no row that stays as it is",
            call -> {
              Object count = call.proceed();
              return call.isOf(Update.class, "execute")
                      && call.counts().merge("executions", 1, Integer::sum) > 1
                  ? 0
                  : count;
            },
            "UpdateRules.countsRowsThatMatchAndStayAsTheyAre"),
        new Case(
            "an update has only its first condition",
            instead(
                Update.class,
                command -> {
                  Update update = (Update) command;
                  return update.where().size() == 1
                      ? update
                      : new Update(
                          update.table(),
                          update.set(),
                          update.add(),
                          update.where().subList(0, 1),
                          Optional.empty());
                }),
            "UpdateRules.reportsNoOldValueWhenAnotherConditionFails"),
        new Case(
            "an update sets what it should add",
            instead(Update.class, command -> setsInsteadOfAdding((Update) command)),
            "UpdateRules.addsParameters",
            "UpdateRules.addsAParameterBesideAnOldValue"),
        new Case(
            "an upsert adds twice",
            call -> {
              if (call.isOf(Upsert.class, "execute")) {
                call.proceed();
              }
              return call.proceed();
            },
            "UpsertRules.countsFromTheDeltaAndOnwards",
            "UpsertRules.reportsACounterAsItWasBefore"),
        new Case(
            "a delete ignores its limit",
            instead(
                Delete.class,
                command -> new Delete(command.table(), ((Delete) command).where(), 0)),
            "DeleteRules.removesTheFirstInKeyOrder",
            "DeleteRules.removesTheFirstInKeyOrderWhateverIndexThereIs",
            "DeleteRules.removesTheLowestKeys"),
        new Case(
            "prepareLast does not commit",
            call ->
                call.is(Transaction.class, "prepareLast")
                    ? ((Transaction) call.target()).prepare((Command) call.arguments()[0])
                    : call.proceed(),
            "TransactionRules.commitsWithTheLastCommand"),
        new Case(
            "a rollback commits",
            BrokenRulesTest::commitsInsteadOfRollback,
            "TransactionRules.undoesEveryKindOfChange",
            "TransactionRules.forgetsWhatItUndid",
            "TransactionRules.hidesFromOthersWhatIsNotCommitted",
            "TransactionRules.undoesWhatIsOpenWhenItsSessionIsClosed",
            "SessionRules.losesAnOpenTransactionWhenRenewed",
            "SessionRules.canBeClosedAfterAbort"),
        new Case(
            "there are no transactions",
            NO_TRANSACTIONS,
            "BeginRules.rollsBackHoweverItBegins",
            "TransactionRules.doesNotCommitWhenTheLastCommandFails",
            "TransactionRules.repeatsAfterARollbackWithWhatWasBound",
            "TransactionRules.hidesFromOthersWhatIsNotCommitted"),
        new Case(
            "the user's statements return nothing",
            natively("execute", count -> 0),
            "NativeRules.countsWhatItHasChangedOrRead"),
        new Case(
            "the user's whole numbers have 31 bits",
            natively("getLong", number -> (Long) number & Integer.MAX_VALUE),
            "NativeRules.readsBackWhatIsBound"),
        new Case(
            "NULL is 0 in the user's statements",
            call ->
                call.is(NativePrepared.class, "setNull")
                    ? setsZero((NativePrepared) call.target(), (Integer) call.arguments()[0])
                    : call.proceed(),
            "NativeRules.readsBackNull"),
        new Case(
            "the user's statements keep every row",
            call -> {
              if (call.is(Session.class, "prepare") && call.arguments()[0] instanceof Native of) {
                call.arguments()[0] =
                    new Native(of.text(), of.parameters(), of.control(), Integer.MAX_VALUE);
              }
              return call.proceed();
            },
            "NativeRules.keepsTheFirstRowsOrTheLast"),
        new Case(
            "the user's statements have the hash of nothing",
            natively("resultHash", hash -> 0L),
            "NativeRules.hashesItsRowsInWhateverOrder"),
        new Case(
            "failures of the user's statements have no kind",
            call -> {
              try {
                return call.proceed();
              } catch (DatabaseException e) {
                throw new DatabaseException(FailureKind.FATAL, e.getMessage(), e);
              }
            },
            "NativeRules.goesOnAfterARefusedStatement"),
        new Case(
            "a failure in a transaction of the user's does not undo it",
            ignoring(Session.class, "rollbackNative"),
            "NativeRules.commitsOrRollsBackWhole"),
        new Case(
            "a session cannot be renewed",
            call -> {
              if (call.is(Session.class, "renew")) {
                throw new DatabaseException(FailureKind.CONNECTION_LOST, "no new connection");
              }
              return call.proceed();
            },
            "SessionRules.keepsCommandsAndValuesWhenRenewed",
            "SessionRules.worksAgainWhenRenewedAfterAbort"),
        new Case(
            "every upsert says that the row was missing",
            answer(Prepared.class, "old", old -> Prepared.ABSENT),
            "ConcurrencyRules.tellsOneOfSeveralUpsertsThatTheRowWasMissing"),
        new Case(
            "some upserts are executed twice",
            BrokenRulesTest::executesTwiceLater,
            "ConcurrencyRules.tellsOneOfSeveralUpsertsThatTheRowWasMissing"),
        new Case(
            "explain executes",
            BrokenRulesTest::executesWhatItExplains,
            "ExplainRules.explainsEveryChangeAndMakesNone"),
        new Case(
            "explain says nothing of indexes and tables",
            call -> call.is(Database.class, "explain") ? List.of("a plan") : call.proceed(),
            "ExplainRules.namesTheIndexThatASelectReads",
            "ExplainRules.doesNotFindAMissingTable",
            "ExplainRules.refusesAnotherNumberOfValues"),
        new Case(
            "quiesce removes a row",
            call -> {
              if (call.is(Database.class, "quiesce")) {
                try (Session session = ((Database) call.target()).session()) {
                  session.prepare(new Delete(Tables.THINGS, List.of(), 1)).execute();
                }
              }
              return call.proceed();
            },
            "QuiesceRules.settlesAndLeavesTheRowsAsTheyAre"),
        new Case(
            "the description has no version",
            answer(
                Database.class,
                "description",
                said -> new Description("memory", "p", "", "e", "d", "b", "d", "i")),
            "DescriptionRules.describesItself"),
        new Case(
            "there are no transactions, and no warning",
            answer(Database.class, "hasTransactions", has -> false),
            "DescriptionRules.warnsWhenThereAreNoTransactions"),
        new Case(
            "a size has no source",
            answer(Database.class, "size", size -> Size.of(5, "")),
            "DescriptionRules.saysItsSizeOrWhyItCannot"),
        new Case(
            "a counter falls and has capitals",
            answer(Database.class, "counters", BrokenRulesTest::falling),
            "DescriptionRules.namesItsCountersAlike",
            "DescriptionRules.neverLetsARisingCounterFall"),
        new Case(
            "a text has no file name",
            answer(
                Database.class,
                "diagnostics",
                texts -> List.of(new DiagnosticText("a/b", "text\n"))),
            "DescriptionRules.namesItsTextsAsFiles"));
  }

  /** On the store in memory; rules of the user's own statements on SQLite. */
  private static RuleResult run(Fault fault, String name) {
    boolean natives = name.startsWith("NativeRules");
    Adapter adapter = natives ? new SqliteAdapter() : new MemoryAdapter();
    try (Database database = natives ? sqlite() : new MemoryDatabase()) {
      Database faulty = FaultyDatabase.of(database, fault);
      RuleRunner runner =
          new RuleRunner(faulty, adapter, RuleTests.LIMITS, System::nanoTime, (rule, n) -> {});
      ContractRule rule =
          Contract.rules().stream().filter(any -> any.name().equals(name)).findFirst().get();
      return runner.run(rule);
    } catch (DatabaseException e) {
      throw new AssertionError(e);
    }
  }

  private static Database sqlite() throws DatabaseException {
    return Adapters.open(
        "sqlite", Map.of("file", folder.resolve(UUID.randomUUID() + ".db").toString()));
  }

  private static Object setsZero(NativePrepared statement, int parameter) throws DatabaseException {
    statement.setLong(parameter, 0);
    return null;
  }

  /** A fault of the user's own statements. */
  private static Fault natively(String method, Function<Object, Object> other) {
    return answer(NativePrepared.class, method, other);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aFaultBreaksItsRules(Case fault) {
    for (String name : fault.rules()) {
      RuleResult result = run(fault.how(), name);
      assertThat(result.state()).as(name).isEqualTo(State.BROKEN);
      assertThat(result.details()).as(name).hasSizeBetween(2, 3);
      assertThat(run(Call::proceed, name).state()).as(name).isEqualTo(State.KEPT);
    }
  }

  @Test
  void everyPartOfTheContractHasAFault() {
    Set<String> noticed =
        faults()
            .flatMap(fault -> Arrays.stream(fault.rules()))
            .map(name -> name.substring(0, name.indexOf('.')))
            .collect(Collectors.toSet());
    List<String> parts = new ArrayList<>();
    for (ContractRule rule : Contract.rules()) {
      parts.add(rule.name().substring(0, rule.name().indexOf('.')));
    }
    assertThat(noticed).isEqualTo(Set.copyOf(parts));
  }

  @Test
  void aRulesNameAndSentenceAreItsOwn() {
    Map<String, Long> sentences =
        Contract.rules().stream()
            .collect(Collectors.groupingBy(ContractRule::sentence, Collectors.counting()));
    assertThat(sentences.values()).containsOnly(1L);
    assertThat(sentences.keySet()).allMatch(sentence -> sentence.endsWith("."));
    assertThat(Contract.rules()).allMatch(rule -> rule.name().length() <= 62);
  }

  @Test
  void onlyTablesOfTheRulesAreCreated() throws DatabaseException {
    try (MemoryDatabase database = new MemoryDatabase();
        Workspace workspace = new Workspace(database, new MemoryAdapter())) {
      Table foreign = Tables.THINGS.renamed("things");
      assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> workspace.create(foreign)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(database.exists("things")).isFalse();
      database.create(Tables.NOTES);
      assertThat(Contract.existingTables(database)).containsExactly(Tables.NOTES.name());
    }
  }
}
