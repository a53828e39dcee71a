package io.ibench.workload.script;

import io.ibench.db.DatabaseException;
import io.ibench.db.NativePrepared;
import java.nio.charset.StandardCharsets;

/** Binds the values of a statement. Immutable; allocates nothing. */
final class Parameters {

  /** A list in place of a variable: this minus its number. */
  private static final int FIRST_LIST = -1;

  private final int[] slots;
  private final StatementCode.Choice[] choices;
  private final ListUse[] uses;
  private final int groupBegin;
  private final int groupEnd;

  Parameters(StatementCode statement) {
    slots = statement.parameters().stream().mapToInt(Integer::intValue).toArray();
    choices = statement.choices().toArray(StatementCode.Choice[]::new);
    uses = statement.lists().uses().toArray(ListUse[]::new);
    groupBegin = statement.lists().group().map(ListText.Group::first).orElse(slots.length);
    groupEnd = statement.lists().group().map(ListText.Group::last).orElse(slots.length);
  }

  /** What stands for a list among the slots of a statement. */
  static int ofList(int number) {
    return FIRST_LIST - number;
  }

  /** The number of the form that has the chosen numbers and the lengths of the lists. */
  int form(Machine machine) throws ScriptException {
    int form = 0;
    for (StatementCode.Choice choice : choices) {
      form = form * choice.count() + (int) (machine.bits(choice.slot()) - choice.low());
    }
    for (ListUse use : uses) {
      form = form * use.most() + use.length(machine.lists()) - 1;
    }
    return form;
  }

  /** Binds all values, in the order of the form. */
  void bind(Machine machine, NativePrepared statement) throws DatabaseException {
    int to = 0;
    for (int i = 0; i < slots.length; i++) {
      if (i == groupBegin && groupEnd > groupBegin) {
        to = bindGroup(machine, statement, to);
        i = groupEnd - 1;
      } else if (slots[i] >= 0) {
        bind(machine, slots[i], statement, to++);
      } else {
        int list = FIRST_LIST - slots[i];
        for (int item = 0; item < machine.lists().size(list); item++) {
          bindItem(machine.lists(), list, item, statement, to++);
        }
      }
    }
  }

  private int bindGroup(Machine machine, NativePrepared statement, int first)
      throws DatabaseException {
    int to = first;
    int rows = machine.lists().size(uses[0].lists().get(0));
    for (int row = 0; row < rows; row++) {
      for (int i = groupBegin; i < groupEnd; i++) {
        if (slots[i] >= 0) {
          bind(machine, slots[i], statement, to++);
        } else {
          bindItem(machine.lists(), FIRST_LIST - slots[i], row, statement, to++);
        }
      }
    }
    return to;
  }

  private static void bindItem(
      ListValues lists, int list, int item, NativePrepared statement, int parameter)
      throws DatabaseException {
    bind(
        lists.kind(list, item),
        lists.bits(list, item),
        String.valueOf(lists.text(list, item)),
        statement,
        parameter);
  }

  /** Binds a variable. */
  static void bind(Machine machine, int slot, NativePrepared statement, int parameter)
      throws DatabaseException {
    bind(machine.kind(slot), machine.bits(slot), machine.text(slot), statement, parameter);
  }

  /** Binds a value. */
  static void bind(byte kind, long bits, String text, NativePrepared statement, int parameter)
      throws DatabaseException {
    switch (kind) {
      case Value.INTEGER -> statement.setLong(parameter, bits);
      case Value.DOUBLE -> statement.setDouble(parameter, Double.longBitsToDouble(bits));
      case Value.DECIMAL -> statement.setDecimal(parameter, text);
      case Value.BOOLEAN -> statement.setBoolean(parameter, bits != 0);
      case Value.TEXT -> statement.setText(parameter, text);
      case Value.BYTES -> statement.setBytes(parameter, text.getBytes(StandardCharsets.ISO_8859_1));
      default -> statement.setNull(parameter);
    }
  }
}
