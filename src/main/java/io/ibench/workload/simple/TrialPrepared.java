package io.ibench.workload.simple;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Prepared;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A command without a database: it records what a binder binds, and refuses what a database could
 * not store. Confined to one thread.
 */
final class TrialPrepared implements Prepared {

  private static final long MAX_INT = (1L << 32) - 1;
  private static final long SECOND_MILLIS = 1000;

  private final List<Column> parameters;
  private final List<Column> read;
  private final List<Integer> listSizes = new ArrayList<>();
  private final List<List<Long>> values = new ArrayList<>();
  private final List<byte[]> bytes = new ArrayList<>();
  private final String place;
  private boolean isExecuted;

  TrialPrepared(Command command) {
    this(command, "");
  }

  /** A command of a transaction, which messages name. */
  TrialPrepared(Command command, int position) {
    this(command, "command " + position + ", " + description(command) + ": ");
  }

  private static String description(Command command) {
    return command.getClass().getSimpleName().toLowerCase(Locale.ROOT)
        + " of "
        + command.table().name();
  }

  private TrialPrepared(Command command, String place) {
    this.place = place;
    parameters = command.parameters();
    read = command instanceof Command.Select select ? select.resultColumns() : List.of();
    int conditions = (int) command.where().stream().filter(Condition::takesParameter).count();
    for (int i = 0; i < parameters.size() - conditions; i++) {
      listSizes.add(1);
    }
    command.where().stream()
        .filter(Condition::takesParameter)
        .forEach(condition -> listSizes.add(condition.values()));
    parameters.forEach(
        column -> {
          values.add(List.of());
          bytes.add(new byte[0]);
        });
  }

  @Override
  public void setLong(int parameter, long value) {
    Column column = column(parameter);
    require(column.type().isNumber(), column, "is bytes, and gets the number " + value);
    switch (column.type()) {
      case BYTE -> requireRange(column, value, Byte.MAX_VALUE);
      case INT -> requireRange(column, value, MAX_INT);
      case SIGNED ->
          require(value == (int) value, column, "gets " + value + "; allowed: 32 bits with a sign");
      case FLOAT -> requireRange(column, value, ColumnType.MAX_HUNDREDTHS);
      case TIME ->
          require(
              value >= 0 && value % SECOND_MILLIS == 0,
              column,
              "gets " + value + "; allowed: milliseconds since 1970 of whole seconds");
      default -> {
        // any long
      }
    }
    values.set(parameter, List.of(value));
  }

  private void requireRange(Column column, long value, long most) {
    require(
        value >= 0 && value <= most,
        column,
        String.format(Locale.ROOT, "gets %d; allowed: 0 .. %d", value, most));
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    Column column = column(parameter);
    require(!column.type().isNumber(), column, "is a number, and gets bytes");
    require(
        length <= column.maxBytes(),
        column,
        "gets " + length + " bytes; allowed: " + column.maxBytes());
    bytes.set(parameter, Arrays.copyOf(value, length));
    values.set(parameter, List.of(0L));
  }

  @Override
  public void setLongs(int parameter, long[] list, int count) {
    Column column = column(parameter);
    int most = listSizes.get(parameter);
    require(
        count >= 1 && count <= most, column, "gets " + count + " values; allowed: 1 .. " + most);
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      all.add(list[Math.min(i, count - 1)]);
    }
    values.set(parameter, all);
  }

  private Column column(int parameter) {
    if (parameter < 0 || parameter >= parameters.size()) {
      throw new IllegalArgumentException(
          place + "has no parameter " + parameter + "; its parameters: " + numbered(parameters));
    }
    return parameters.get(parameter);
  }

  /** As in {@code 0 id, 1 state}. */
  private static String numbered(List<Column> columns) {
    return columns.isEmpty()
        ? "none"
        : IntStream.range(0, columns.size())
            .mapToObj(i -> i + " " + columns.get(i).name())
            .collect(Collectors.joining(", "));
  }

  private void require(boolean holds, Column column, String what) {
    if (!holds) {
      throw new IllegalArgumentException(place + "column " + column.name() + " " + what);
    }
  }

  /** From now on its result can be read. */
  void executed() {
    isExecuted = true;
  }

  private Column result(int column) {
    if (read.isEmpty()) {
      throw new IllegalArgumentException(place + "reads no rows");
    }
    if (column < 0 || column >= read.size()) {
      throw new IllegalArgumentException(
          place + "reads no column " + column + "; its columns: " + numbered(read));
    }
    if (!isExecuted) {
      throw new IllegalArgumentException(
          place + "its result is used before it is executed; Operation.before binds later");
    }
    return read.get(column);
  }

  @Override
  public int execute() {
    return 1;
  }

  @Override
  public long old() {
    return 0;
  }

  @Override
  public long resultHash() {
    return 0;
  }

  /** A number that the column can have; a time is in whole seconds. */
  @Override
  public long getLong(int row, int column) {
    return result(column).type() == ColumnType.TIME ? SECOND_MILLIS : 1;
  }

  /** An insert of several rows binds each in turn; the last one is recorded. */
  @Override
  public void addBatch() {}

  @Override
  public int getBytes(int row, int column, byte[] into) {
    result(column);
    return 0;
  }

  /** The columns whose parameters are not bound, and the command in a transaction. */
  List<String> unbound() {
    List<String> names = new ArrayList<>();
    String of = place.isEmpty() ? "" : " of " + place.replaceFirst(",.*", "");
    for (int i = 0; i < parameters.size(); i++) {
      if (values.get(i).isEmpty()) {
        names.add(parameters.get(i).name() + of);
      }
    }
    return names;
  }

  /** The bound values in order; a list with its largest number of values, and 0 for bytes. */
  List<Long> values() {
    return values.stream().flatMap(List::stream).toList();
  }

  /** The value of a parameter that is a number. */
  long number(int parameter) {
    return values.get(parameter).get(0);
  }

  /** Binds the value of a parameter to a parameter of another command. */
  void bindTo(Prepared other, int otherParameter, int parameter) {
    if (parameters.get(parameter).type().isNumber()) {
      other.setLong(otherParameter, number(parameter));
    } else {
      other.setBytes(otherParameter, bytes.get(parameter), bytes.get(parameter).length);
    }
  }
}
