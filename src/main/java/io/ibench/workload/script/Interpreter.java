package io.ibench.workload.script;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.NativeKind;
import io.ibench.db.NativePrepared;
import io.ibench.db.RowHash;
import io.ibench.db.Session;
import io.ibench.measure.Clock;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Executes a section for one worker. Allocates nothing but texts. Confined to the worker's thread.
 *
 * <p>The unit of a repeat is the open transaction, or the single statement outside of one: after a
 * failure the variables, the random numbers and the position are those of its beginning.
 */
final class Interpreter {

  private static final long MOST_SLEEP_NANOS = 60_000_000_000L;

  private final Instruction[] code;
  private final StatementCode[] statements;
  private final NativePrepared[][] prepared;

  /** The values of each statement. */
  private final Parameters[] parameters;

  private final StoredRows stored;
  private final Machine machine;
  private final Laps laps;
  private final int firstPart;
  private final Clock clock;
  private final boolean nested;

  /** By statement, whether its rows are rows of the execution. */
  private final boolean[] counted;

  private final boolean countsChanges;

  private final long[] tallies = new long[4];
  private final long[] savedTallies = new long[4];
  private int at;
  private int rows;
  private int rowsAtBegin;
  private long hash;
  private boolean rolledBack;
  private boolean open;
  private boolean broken;

  /** The next statement begins a unit again, which is saved already. */
  private boolean repeats;

  private int savedAt;
  private int savedRows;
  private long savedHash;
  private boolean savedRolledBack;
  private int savedLaps;
  private @Nullable DatabaseException early;
  private volatile boolean aborted;

  /**
   * @param laps where the first part has the number {@code firstPart}
   * @param nested in a transaction of the caller, who repeats all of it
   * @param role INSERT or DELETE: only rows that are inserted or deleted count, and only if their
   *     transaction is not rolled back
   */
  Interpreter(
      Code section,
      Machine machine,
      Session session,
      Laps laps,
      int firstPart,
      Clock clock,
      boolean nested,
      Role role)
      throws DatabaseException {
    this.machine = machine;
    this.laps = laps;
    this.firstPart = firstPart;
    this.clock = clock;
    this.nested = nested;
    code = section.instructions().toArray(Instruction[]::new);
    statements = section.statements().toArray(StatementCode[]::new);
    stored = new StoredRows(section);
    prepared = new NativePrepared[statements.length][];
    parameters = new Parameters[statements.length];
    counted = new boolean[statements.length];
    countsChanges = role == Role.INSERT || role == Role.DELETE;
    section.presets().forEach(machine::set);
    for (int i = 0; i < statements.length; i++) {
      prepared[i] = prepare(i, session);
      parameters[i] = new Parameters(statements[i]);
      counted[i] = !countsChanges || statements[i].change() == change(role);
    }
  }

  /** A machine for a section. */
  static Machine machine(Code section, Random64 random, long seed, Sequences.Source sequences) {
    return new Machine(
        section.slots(),
        section.depth(),
        section.sites(),
        random,
        seed,
        sequences,
        ListValues.of(section.lists()));
  }

  private static Change change(Role role) {
    return role == Role.INSERT ? Change.INSERT : Change.DELETE;
  }

  private NativePrepared[] prepare(int number, Session session) throws DatabaseException {
    StatementCode statement = statements[number];
    List<Native> forms = statement.natives();
    NativePrepared[] all = new NativePrepared[forms.size()];
    for (int i = 0; i < all.length; i++) {
      try {
        all[i] = session.prepare(forms.get(i));
      } catch (DatabaseException e) {
        throw at(statement.place(), e);
      }
      boolean storesRow = statement.store().filter(store -> !store.isLists()).isPresent();
      if (storesRow && !all[i].columns().isEmpty()) {
        stored.targets(number, all[i].columns());
      }
    }
    return all;
  }

  /** The same failure with the line of its statement. */
  static DatabaseException at(Place place, DatabaseException failure) {
    return failure.isInvalidSetting()
        ? failure
        : new DatabaseException(failure.kind(), place + ": " + failure.getMessage(), failure);
  }

  /** Begins an execution: evaluates everything before the first statement. */
  void begin() {
    beginNested();
    save();
    repeats = at < code.length && code[at].kind() == Instruction.Kind.STATEMENT;
  }

  /** Begins an execution whose caller repeats it, if need be. */
  void beginNested() {
    at = 0;
    restart();
    evaluate();
  }

  /**
   * Whether a statement is to be executed, after {@link #beginNested} or {@link #passStatement}.
   */
  boolean isAtStatement() {
    return at < code.length;
  }

  /** The caller has executed the statement: evaluates everything before the next one. */
  void passStatement() {
    at++;
    evaluate();
  }

  private void evaluate() {
    early = null;
    try {
      while (at < code.length && !isTimed(code[at])) {
        step(code[at]);
      }
    } catch (DatabaseException e) {
      early = e;
    }
  }

  /**
   * Throws the failure of {@link #begin} or {@link #passStatement}, for a caller that executes the
   * statements itself.
   */
  void requireBegun() throws DatabaseException {
    if (early != null) {
      throw early;
    }
  }

  private static boolean isTimed(Instruction instruction) {
    return instruction.kind() == Instruction.Kind.STATEMENT
        || instruction.kind() == Instruction.Kind.SLEEP;
  }

  private void restart() {
    rows = 0;
    hash = 0;
    rolledBack = false;
    open = nested;
    broken = false;
    repeats = false;
    for (int i = 0; i < tallies.length; i++) {
      tallies[i] = 0;
    }
  }

  /**
   * Executes the rest; after a failure, again from the beginning of the unit that failed.
   *
   * @return rows read and changed; of the role INSERT or DELETE those that were inserted or deleted
   */
  int execute() throws DatabaseException {
    if (early != null) {
      throw early;
    }
    if (broken) {
      restore();
    }
    broken = true;
    while (at < code.length) {
      step(code[at]);
    }
    broken = false;
    return rows;
  }

  private void save() {
    machine.save();
    savedAt = at;
    savedRows = rows;
    savedHash = hash;
    savedRolledBack = rolledBack;
    savedLaps = laps.mark();
    System.arraycopy(tallies, 0, savedTallies, 0, tallies.length);
  }

  private void restore() {
    machine.restore();
    at = savedAt;
    rows = savedRows;
    hash = savedHash;
    rolledBack = savedRolledBack;
    open = nested;
    repeats = true;
    laps.backTo(savedLaps);
    System.arraycopy(savedTallies, 0, tallies, 0, tallies.length);
  }

  private void step(Instruction instruction) throws DatabaseException {
    try {
      switch (instruction.kind()) {
        case SET -> {
          machine.evaluate(Objects.requireNonNull(instruction.program()), instruction.number());
          at++;
        }
        case CHOOSE -> {
          machine.set(instruction.number(), Value.INTEGER, chosen(instruction), null);
          at++;
        }
        case IF ->
            at =
                machine.isTrue(Objects.requireNonNull(instruction.program()))
                    ? at + 1
                    : instruction.number();
        case JUMP -> at = instruction.number();
        case REPEAT -> repeat(instruction);
        case LIST -> list(instruction);
        case FILL -> fill(instruction);
        case NEXT -> turn(instruction, machine.bits((int) instruction.low()) + 1);
        case SLEEP -> sleep(instruction);
        default -> statement(instruction);
      }
    } catch (ScriptException e) {
      throw DatabaseException.invalidSetting(instruction.place() + ": " + e.getMessage());
    }
  }

  private long chosen(Instruction instruction) throws ScriptException {
    long low = instruction.low();
    long high = instruction.high();
    if (instruction.program() == null) {
      return low + machine.random().nextLong(high - low + 1);
    }
    long chosen = machine.integer(instruction.program());
    if (chosen < low || chosen > high) {
      throw new ScriptException(Choices.outside(chosen, low, high));
    }
    return chosen;
  }

  private void list(Instruction instruction) throws ScriptException {
    long count = machine.integer(Objects.requireNonNull(instruction.program()));
    if (count > instruction.high()) {
      throw new ScriptException(
          "\\list has " + count + " values; allowed: at most " + instruction.high());
    }
    machine.set((int) instruction.low(), Value.INTEGER, count, null);
    machine.lists().clear(instruction.number());
    at++;
  }

  private void fill(Instruction instruction) throws ScriptException {
    long count = machine.bits((int) instruction.low());
    for (long i = 0; i < count; i++) {
      machine.append(Objects.requireNonNull(instruction.program()), instruction.number());
    }
    at++;
  }

  private void repeat(Instruction instruction) throws ScriptException {
    long turns = machine.integer(Objects.requireNonNull(instruction.program()));
    if (turns > Blocks.MOST_TURNS) {
      throw new ScriptException(Blocks.tooMany(turns));
    }
    if (turns < 1) {
      at = instruction.number();
      return;
    }
    machine.set((int) instruction.high(), Value.INTEGER, turns, null);
    at++;
    number(instruction, 1);
  }

  /** Begins a turn of a loop, or goes on behind it. */
  private void turn(Instruction instruction, long number) throws DatabaseException {
    if (number > machine.bits((int) instruction.high())) {
      at++;
      return;
    }
    if (aborted) {
      throw new DatabaseException(
          FailureKind.CONNECTION_LOST, instruction.place() + ": \\repeat ends with its step");
    }
    at = instruction.number();
    number(instruction, number);
  }

  private void number(Instruction instruction, long number) {
    machine.set((int) instruction.low(), Value.INTEGER, number, null);
    if (instruction.part() >= 0) {
      machine.set(instruction.part(), Value.INTEGER, number, null);
    }
  }

  /**
   * Ends a pause or loop, and refuses further ones. Any thread; who calls it then unparks this one.
   */
  void abort() {
    aborted = true;
  }

  private void sleep(Instruction instruction) throws ScriptException, DatabaseException {
    long count = machine.integer(Objects.requireNonNull(instruction.program()));
    long unit = instruction.low();
    long nanos = Math.min(MOST_SLEEP_NANOS / unit, Math.max(0, count)) * unit;
    long until = clock.nanoTime() + nanos;
    while (clock.nanoTime() < until) {
      if (aborted) {
        throw new DatabaseException(
            FailureKind.CONNECTION_LOST, instruction.place() + ": \\sleep ends with its step");
      }
      clock.parkUntil(until);
    }
    laps.lap(firstPart + instruction.part());
    at++;
  }

  private void statement(Instruction instruction) throws DatabaseException, ScriptException {
    StatementCode statement = statements[instruction.number()];
    if (!open && !repeats) {
      save();
    }
    repeats = false;
    Parameters values = parameters[instruction.number()];
    NativePrepared chosen = prepared[instruction.number()][values.form(machine)];
    int found;
    try {
      values.bind(machine, chosen);
      found = chosen.execute();
    } catch (DatabaseException e) {
      throw at(statement.place(), e);
    }
    tally(statement, chosen, found);
    if (counted[instruction.number()]) {
      rows += found;
    }
    switch (statement.control()) {
      case BEGIN -> {
        open = true;
        rowsAtBegin = rows;
      }
      case COMMIT -> open = nested;
      case ROLLBACK -> {
        open = nested;
        rolledBack = true;
        rows = countsChanges ? rowsAtBegin : rows;
      }
      default -> {}
    }
    if (statement.store().isPresent()) {
      store(instruction.number(), chosen, found);
    }
    laps.lap(firstPart + instruction.part());
    at++;
  }

  private void tally(StatementCode statement, NativePrepared done, int found) {
    if (statement.control() != Native.Control.NONE) {
      tallies[ScriptPlan.OTHER]++;
      return;
    }
    if (done.isRead()) {
      tallies[ScriptPlan.READS]++;
      hash = RowHash.mix(hash, done.resultHash());
    } else if (statement.isChange()) {
      tallies[ScriptPlan.WRITES]++;
      tallies[ScriptPlan.UNMATCHED] += found == 0 ? 1 : 0;
      hash = RowHash.mix(hash, found);
    } else {
      tallies[ScriptPlan.OTHER]++;
    }
  }

  private void store(int number, NativePrepared done, int found) throws DatabaseException {
    StatementCode statement = statements[number];
    int returned = done.isRead() ? found : 0;
    if (statement.store().get().isLists()) {
      storeLists(statement.store().get(), done, returned);
      return;
    }
    if (!statement.store().get().lastRow() && returned != 1) {
      throw DatabaseException.invalidSetting(
          statement.place()
              + ": \\gset needs exactly one row, and the statement returned "
              + returned);
    }
    if (done.keptRows() == 0) {
      return;
    }
    int[] targets = stored.targets(number, done.columns());
    for (int i = 0; i < targets.length; i++) {
      if (targets[i] != StoredRows.UNREAD) {
        set(targets[i], done, i);
      }
    }
  }

  private void storeLists(StatementCode.Store store, NativePrepared done, int returned)
      throws DatabaseException {
    if (returned > store.most()) {
      throw DatabaseException.invalidSetting(
          store.place()
              + ": \\alist takes at most "
              + store.most()
              + " rows, and the statement returned "
              + returned);
    }
    int rows = done.keptRows();
    if (rows > 0 && done.columns().size() != store.lists().size()) {
      throw DatabaseException.invalidSetting(
          store.place()
              + ": \\alist knows "
              + store.lists().size()
              + " columns by the statement's text, and the statement returned "
              + done.columns().size());
    }
    for (int column = 0; column < store.lists().size(); column++) {
      int list = store.lists().get(column);
      machine.lists().clear(list);
      for (int row = 0; row < rows; row++) {
        byte kind = kind(done.kind(row, column));
        machine
            .lists()
            .add(list, kind, bits(kind, done, row, column), text(kind, done, row, column));
      }
    }
  }

  private void set(int slot, NativePrepared done, int column) {
    byte kind = kind(done.kind(0, column));
    machine.set(slot, kind, bits(kind, done, 0, column), text(kind, done, 0, column));
  }

  private static byte kind(NativeKind kind) {
    return switch (kind) {
      case INTEGER -> Value.INTEGER;
      case BOOLEAN -> Value.BOOLEAN;
      case DOUBLE -> Value.DOUBLE;
      case DECIMAL -> Value.DECIMAL;
      case TEXT -> Value.TEXT;
      default -> Value.NULL;
    };
  }

  private static long bits(byte kind, NativePrepared done, int row, int column) {
    return switch (kind) {
      case Value.INTEGER, Value.BOOLEAN -> done.getLong(row, column);
      case Value.DOUBLE -> Double.doubleToRawLongBits(done.getDouble(row, column));
      default -> 0;
    };
  }

  private static @Nullable String text(byte kind, NativePrepared done, int row, int column) {
    return kind == Value.DECIMAL || kind == Value.TEXT ? done.getText(row, column) : null;
  }

  /** The statements of the last execution, by the numbers of {@link ScriptPlan#counters}. */
  long tally(int number) {
    return tallies[number];
  }

  /** Whether the last execution has rolled back what it did. */
  boolean hasRolledBack() {
    return rolledBack;
  }

  /** A hash of all answers of the last execution, in order. */
  long hash() {
    return hash;
  }
}
