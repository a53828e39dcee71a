package io.ibench.workload.script;

import io.ibench.random.Distribution;
import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.ExponentialDistribution;
import io.ibench.random.NormalDistribution;
import io.ibench.random.ParetoDistribution;
import io.ibench.random.Random64;
import io.ibench.random.SpecialDistribution;
import io.ibench.random.Weights;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one worker, and a stack above them on which programs run. Allocates nothing but
 * texts, and a distribution when its size changes. Confined to the worker's thread.
 */
final class Machine {

  private static final Op[] OPS = Op.values();
  private static final double INTEGER_LIMIT = 0x1.0p63;

  private static final long MOST_LETTERS = 1_000_000;

  /** Of expressions that are computed before the run, where nothing is drawn for good. */
  private static final Sequences.Source CONSTANT = name -> Sequence.after(0);

  private final byte[] kinds;
  private final long[] bits;
  private final String[] texts;
  private final int variables;
  private final Random64 random;

  /** Is seeded for each text of a row. */
  private final Random64 ofRow = new Random64(0);

  private final long defaultSeed;
  private final Sequences.Source sequences;
  private final ListValues lists;
  private final Distribution[] distributions;
  private final long[] sizes;
  private final double[] parameters;

  /** The sequence of each call that has used it. */
  private final Sequence[] found;

  private final byte[] savedKinds;
  private final long[] savedBits;
  private final String[] savedTexts;
  private long savedRandom;
  private long[] drawn = new long[8];
  private int drawnCount;
  private int drawnAt;
  private long epochMillis;
  private int top;

  /**
   * @param variables the number of slots
   * @param depth of the stack above them
   * @param sites of functions
   */
  Machine(
      int variables,
      int depth,
      int sites,
      Random64 random,
      long defaultSeed,
      Sequences.Source sequences,
      ListValues lists) {
    this.variables = variables;
    this.random = random;
    this.defaultSeed = defaultSeed;
    this.sequences = sequences;
    this.lists = lists;
    kinds = new byte[variables + depth];
    bits = new long[variables + depth];
    texts = new String[variables + depth];
    distributions = new Distribution[sites];
    sizes = new long[sites];
    parameters = new double[sites];
    found = new Sequence[sites];
    savedKinds = new byte[variables];
    savedBits = new long[variables];
    savedTexts = new String[variables];
  }

  /** Evaluates an expression without variables. */
  static Value constant(Program program, long defaultSeed) throws ScriptException {
    int sites = 1 << 10;
    Machine machine =
        new Machine(
            0, program.depth(), sites, new Random64(1), defaultSeed, CONSTANT, ListValues.none());
    machine.run(program);
    return new Value(machine.kinds[0], machine.bits[0], String.valueOf(machine.texts[0]));
  }

  /** Sets the time of rows. */
  void at(long millis) {
    epochMillis = millis;
  }

  /** Continues with the random numbers of a seed. */
  void seed(long seed) {
    random.seed(seed);
  }

  ListValues lists() {
    return lists;
  }

  /** Evaluates an expression into a list. */
  void append(Program program, int list) throws ScriptException {
    run(program);
    lists.add(list, kinds[variables], bits[variables], texts[variables]);
  }

  Random64 random() {
    return random;
  }

  /** Saves the variables and the state of the random numbers, for {@link #restore}. */
  void save() {
    System.arraycopy(kinds, 0, savedKinds, 0, variables);
    System.arraycopy(bits, 0, savedBits, 0, variables);
    System.arraycopy(texts, 0, savedTexts, 0, variables);
    lists.save();
    savedRandom = random.state();
    drawnCount = 0;
    drawnAt = 0;
  }

  /** Restores what {@link #save} has saved; sequences give the same numbers again. */
  void restore() {
    System.arraycopy(savedKinds, 0, kinds, 0, variables);
    System.arraycopy(savedBits, 0, bits, 0, variables);
    System.arraycopy(savedTexts, 0, texts, 0, variables);
    lists.restore();
    random.seed(savedRandom);
    drawnAt = 0;
  }

  void set(int slot, Value value) {
    set(slot, value.kind(), value.bits(), value.text());
  }

  void set(int slot, byte kind, long number, @Nullable String text) {
    kinds[slot] = kind;
    bits[slot] = number;
    texts[slot] = text;
  }

  byte kind(int slot) {
    return kinds[slot];
  }

  /** The number of an integer, the raw bits of a double, 1 or 0 of a boolean. */
  long bits(int slot) {
    return bits[slot];
  }

  String text(int slot) {
    return texts[slot];
  }

  /** Evaluates an expression into a variable. */
  void evaluate(Program program, int slot) throws ScriptException {
    run(program);
    copy(variables, slot);
  }

  /**
   * Evaluates a condition as pgbench does: true, or a number other than 0, also as a text. Another
   * text fails.
   */
  boolean isTrue(Program program) throws ScriptException {
    run(program);
    return isTrue(variables);
  }

  private boolean isTrue(int slot) throws ScriptException {
    convert(slot);
    return switch (kinds[slot]) {
      case Value.BOOLEAN, Value.INTEGER -> bits[slot] != 0;
      case Value.DOUBLE -> Double.longBitsToDouble(bits[slot]) != 0;
      default -> false;
    };
  }

  /** Evaluates an expression that is a whole number. */
  long integer(Program program) throws ScriptException {
    run(program);
    convert(variables);
    return integer(variables);
  }

  /** Replaces a text or exact number by what expressions compute with. */
  private void convert(int slot) throws ScriptException {
    if (kinds[slot] == Value.TEXT || kinds[slot] == Value.DECIMAL) {
      Value value = TextValue.of(texts[slot]);
      kinds[slot] = value.kind();
      bits[slot] = value.bits();
    }
  }

  private void copy(int from, int to) {
    kinds[to] = kinds[from];
    bits[to] = bits[from];
    texts[to] = texts[from];
  }

  private void run(Program program) throws ScriptException {
    int[] codes = program.codes();
    top = variables;
    int at = 0;
    while (at < codes.length) {
      int code = codes[at];
      int argument = codes[at + 1];
      at += 2;
      switch (code) {
        case Program.PUSH -> set(top++, program.constants()[argument]);
        case Program.LOAD -> copy(argument, top++);
        case Program.AND_JUMP -> at = isDecided(false) ? argument : at;
        case Program.OR_JUMP -> at = isDecided(true) ? argument : at;
        case Program.CHECK_BOOLEAN -> requireBoolean(top - 1);
        case Program.JUMP_UNLESS -> at = isTrue(--top) ? at : argument;
        case Program.JUMP -> at = argument;
        case Program.DRAW -> at += 2 * program.weights()[argument].draw(random);
        case Program.HISTOGRAM -> histogram(program.weights()[argument]);
        default -> operate(OPS[code - Program.OPERATION], argument);
      }
    }
  }

  /** Leaves the top value if it decides AND or OR; else pops it. */
  private boolean isDecided(boolean by) throws ScriptException {
    requireBoolean(top - 1);
    boolean decided = kinds[top - 1] == Value.NULL || bits[top - 1] != 0 == by;
    top -= decided ? 0 : 1;
    return decided;
  }

  private void requireBoolean(int slot) throws ScriptException {
    convert(slot);
    if (kinds[slot] != Value.BOOLEAN && kinds[slot] != Value.NULL) {
      String article = kinds[slot] == Value.INTEGER ? "an " : "a ";
      throw new ScriptException(article + Value.name(kinds[slot]) + " is no boolean");
    }
  }

  private void operate(Op op, int argument) throws ScriptException {
    int count = argument & (1 << Program.SITE_SHIFT) - 1;
    int first = top - count;
    top = first + 1;
    if (op == Op.IS) {
      if (kinds[first] == Value.TEXT && TextValue.isValue(texts[first])) {
        convert(first);
      }
      boolean same = kinds[first] == kinds[first + 1];
      boolean equal = same && (kinds[first] == Value.NULL || bits[first] == bits[first + 1]);
      setBoolean(first, equal);
      return;
    }
    if (op != Op.STRING && !comparesTexts(op, first)) {
      for (int i = op.namesSequence() ? first + 1 : first; i < first + count; i++) {
        convert(i);
      }
    }
    for (int i = first; i < first + count; i++) {
      if (kinds[i] == Value.NULL) {
        kinds[first] = Value.NULL;
        return;
      }
    }
    operate(op, first, count, argument >>> Program.SITE_SHIFT);
  }

  /** Two texts are compared as texts, unless both are numbers. */
  private boolean comparesTexts(Op op, int first) {
    return op.compares()
        && kinds[first] == Value.TEXT
        && kinds[first + 1] == Value.TEXT
        && !(TextValue.isNumber(texts[first]) && TextValue.isNumber(texts[first + 1]));
  }

  private void operate(Op op, int first, int count, int site) throws ScriptException {
    switch (op) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE -> calculate(op, first);
      case EQUAL, UNEQUAL, LESS, AT_MOST -> compare(op, first);
      case MODULO, BIT_OR, BIT_XOR, BIT_AND, SHIFT_LEFT, SHIFT_RIGHT -> ofIntegers(op, first);
      case NOT -> {
        requireBoolean(first);
        setBoolean(first, bits[first] == 0);
      }
      case ABS -> absolute(first);
      case TO_DOUBLE -> setDouble(first, number(first));
      case TO_INTEGER -> setInteger(first, integer(first));
      case EXP -> setDouble(first, StrictMath.exp(number(first)));
      case LN -> setDouble(first, StrictMath.log(number(first)));
      case SQRT -> setDouble(first, StrictMath.sqrt(number(first)));
      case POWER -> setDouble(first, StrictMath.pow(number(first), number(first + 1)));
      case PI -> setDouble(first, Math.PI);
      case LEAST, GREATEST -> extreme(op == Op.LEAST, first, count);
      case PERMUTE ->
          setInteger(
              first,
              Permutation.permute(
                  integer(first),
                  integer(first + 1),
                  count == 3 ? integer(first + 2) : defaultSeed));
      case HASH ->
          setInteger(
              first, Hashes.murmur2(integer(first), count == 2 ? integer(first + 1) : defaultSeed));
      case HASH_FNV1A ->
          setInteger(
              first, Hashes.fnv1a(integer(first), count == 2 ? integer(first + 1) : defaultSeed));
      case STRING -> set(first, Value.TEXT, 0, template(requireText(first)));
      case TEXT -> set(first, Value.TEXT, 0, letters(integer(first), integer(first + 1)));
      case TEXT_OF -> set(first, Value.TEXT, 0, textOf(first));
      case BYTES -> set(first, Value.BYTES, 0, bytes(integer(first), integer(first + 1)));
      case EPOCH_MS -> setInteger(first, epochMillis);
      case TIMESTAMP -> set(first, Value.TEXT, 0, timestamp(first));
      case SEQUENCE -> setInteger(first, nextOf(count == 0 ? "" : texts[first], site));
      case SIZE -> setInteger(first, lists.size((int) bits[first]));
      case ITEM -> item(first);
      case RECENT -> setInteger(first, recent(first, site));
      case RANDOM_HOT ->
          setInteger(
              first,
              Draws.hot(
                  random,
                  integer(first),
                  integer(first + 1),
                  number(first + 2),
                  integer(first + 3),
                  integer(first + 4)));
      case RANDOM_MIXED -> mixed(first, site);
      default -> setInteger(first, between(op, first, site));
    }
  }

  private void mixed(int first, int site) throws ScriptException {
    long low = integer(first);
    long size = Draws.size(low, integer(first + 1));
    Distribution ranks = distribution(Op.RANDOM_MIXED, site, size, number(first + 2));
    setInteger(first, Draws.mixed(random, low, ranks, number(first + 3), defaultSeed));
  }

  /** The two bounds are on top. */
  private void histogram(Weights weights) throws ScriptException {
    top--;
    int first = top - 1;
    convert(first);
    convert(top);
    if (kinds[first] == Value.NULL || kinds[top] == Value.NULL) {
      kinds[first] = Value.NULL;
    } else {
      setInteger(first, Draws.histogram(random, integer(first), integer(top), weights));
    }
  }

  private void setBoolean(int slot, boolean value) {
    kinds[slot] = Value.BOOLEAN;
    bits[slot] = value ? 1 : 0;
  }

  private void setInteger(int slot, long value) {
    kinds[slot] = Value.INTEGER;
    bits[slot] = value;
  }

  private void setDouble(int slot, double value) {
    kinds[slot] = Value.DOUBLE;
    bits[slot] = Double.doubleToRawLongBits(value);
  }

  private double number(int slot) throws ScriptException {
    return switch (kinds[slot]) {
      case Value.INTEGER -> bits[slot];
      case Value.DOUBLE -> Double.longBitsToDouble(bits[slot]);
      default -> throw new ScriptException("a " + Value.name(kinds[slot]) + " is no number");
    };
  }

  /** A double is rounded to the nearest whole number, halves to the even one. */
  private long integer(int slot) throws ScriptException {
    if (kinds[slot] == Value.INTEGER) {
      return bits[slot];
    }
    double rounded = Math.rint(number(slot));
    if (!(rounded >= -INTEGER_LIMIT && rounded < INTEGER_LIMIT)) {
      throw new ScriptException("overflow: " + number(slot) + " is no integer of 64 bits");
    }
    return (long) rounded;
  }

  private String requireText(int slot) throws ScriptException {
    if (kinds[slot] != Value.TEXT) {
      throw new ScriptException("a " + Value.name(kinds[slot]) + " is no text");
    }
    return texts[slot];
  }

  private boolean anyDouble(int first) {
    return kinds[first] == Value.DOUBLE || kinds[first + 1] == Value.DOUBLE;
  }

  private void calculate(Op op, int first) throws ScriptException {
    if (anyDouble(first)) {
      double left = number(first);
      double right = number(first + 1);
      setDouble(
          first,
          switch (op) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            default -> left / right;
          });
      return;
    }
    long left = integer(first);
    long right = integer(first + 1);
    switch (op) {
      case ADD -> {
        long sum = left + right;
        requireExact(((left ^ sum) & (right ^ sum)) >= 0);
        setInteger(first, sum);
      }
      case SUBTRACT -> {
        long difference = left - right;
        requireExact(((left ^ right) & (left ^ difference)) >= 0);
        setInteger(first, difference);
      }
      case MULTIPLY -> {
        long product = left * right;
        requireExact(Math.multiplyHigh(left, right) == product >> 63);
        setInteger(first, product);
      }
      default -> {
        requireDivisor(right);
        requireExact(left != Long.MIN_VALUE || right != -1);
        setInteger(first, left / right);
      }
    }
  }

  private static void requireExact(boolean exact) throws ScriptException {
    if (!exact) {
      throw new ScriptException("overflow of an integer of 64 bits");
    }
  }

  private static void requireDivisor(long divisor) throws ScriptException {
    if (divisor == 0) {
      throw new ScriptException("division by 0");
    }
  }

  private void compare(Op op, int first) throws ScriptException {
    boolean result;
    if (anyDouble(first)) {
      double left = number(first);
      double right = number(first + 1);
      result =
          switch (op) {
            case EQUAL -> left == right;
            case UNEQUAL -> left != right;
            case LESS -> left < right;
            default -> left <= right;
          };
    } else if (kinds[first] == Value.TEXT && kinds[first + 1] == Value.TEXT) {
      int order = texts[first].compareTo(texts[first + 1]);
      result =
          switch (op) {
            case EQUAL -> order == 0;
            case UNEQUAL -> order != 0;
            case LESS -> order < 0;
            default -> order <= 0;
          };
    } else {
      long left = integer(first);
      long right = integer(first + 1);
      result =
          switch (op) {
            case EQUAL -> left == right;
            case UNEQUAL -> left != right;
            case LESS -> left < right;
            default -> left <= right;
          };
    }
    setBoolean(first, result);
  }

  private void ofIntegers(Op op, int first) throws ScriptException {
    long left = integer(first);
    long right = integer(first + 1);
    if (op == Op.MODULO) {
      requireDivisor(right);
    }
    setInteger(
        first,
        switch (op) {
          case MODULO -> right == -1 ? 0 : left % right;
          case BIT_OR -> left | right;
          case BIT_XOR -> left ^ right;
          case BIT_AND -> left & right;
          case SHIFT_LEFT -> left << right;
          default -> left >> right;
        });
  }

  private void absolute(int first) throws ScriptException {
    if (kinds[first] == Value.DOUBLE) {
      setDouble(first, Math.abs(number(first)));
    } else {
      long value = integer(first);
      requireExact(value != Long.MIN_VALUE);
      setInteger(first, Math.abs(value));
    }
  }

  /** Of doubles, if one of them is a double. */
  private void extreme(boolean least, int first, int count) throws ScriptException {
    boolean doubles = false;
    for (int i = first; i < first + count; i++) {
      doubles |= kinds[i] == Value.DOUBLE;
    }
    if (doubles) {
      double found = number(first);
      for (int i = first + 1; i < first + count; i++) {
        found = least ? Math.min(found, number(i)) : Math.max(found, number(i));
      }
      setDouble(first, found);
    } else {
      long found = integer(first);
      for (int i = first + 1; i < first + count; i++) {
        found = least ? Math.min(found, integer(i)) : Math.max(found, integer(i));
      }
      setInteger(first, found);
    }
  }

  private long between(Op op, int first, int site) throws ScriptException {
    long low = integer(first);
    long high = integer(first + 1);
    long size = Draws.size(low, high);
    if (op == Op.RANDOM) {
      return low + random.nextLong(size);
    }
    double parameter = op == Op.RANDOM_SPECIAL ? 0 : number(first + 2);
    return low + distribution(op, site, size, parameter).draw(random);
  }

  /** The distribution of a call, which is made again when its size or parameter changes. */
  private Distribution distribution(Op op, int site, long size, double parameter)
      throws ScriptException {
    if (distributions[site] == null || sizes[site] != size || parameters[site] != parameter) {
      distributions[site] = distribution(op, size, parameter);
      sizes[site] = size;
      parameters[site] = parameter;
    }
    return distributions[site];
  }

  private static Distribution distribution(Op op, long size, double parameter)
      throws ScriptException {
    try {
      return switch (op) {
        case RANDOM_EXPONENTIAL -> new ExponentialDistribution(size, parameter);
        case RANDOM_GAUSSIAN -> new NormalDistribution(size, parameter);
        case RANDOM_ZIPFIAN, RANDOM_MIXED, RECENT -> new ExactZipfDistribution(size, parameter);
        case RANDOM_PARETO -> new ParetoDistribution(size, parameter);
        default -> new SpecialDistribution(size);
      };
    } catch (IllegalArgumentException e) {
      throw new ScriptException(String.valueOf(e.getMessage()));
    }
  }

  private String template(String template) {
    char[] made = template.toCharArray();
    for (int i = 0; i < made.length; i++) {
      if (made[i] == '#') {
        made[i] = (char) ('0' + random.nextInt(10));
      } else if (made[i] == '@') {
        made[i] = (char) ('a' + random.nextInt(26));
      }
    }
    return new String(made);
  }

  private static void requireLength(long least, long most) throws ScriptException {
    if (least < 0 || most > MOST_LETTERS) {
      throw new ScriptException("a text has 0 to " + MOST_LETTERS + " letters or bytes");
    }
    Draws.size(least, most);
  }

  private String bytes(long least, long most) throws ScriptException {
    requireLength(least, most);
    byte[] made = new byte[(int) (least + random.nextLong(Draws.size(least, most)))];
    long drawn = 0;
    for (int i = 0; i < made.length; i++) {
      drawn = i % Long.BYTES == 0 ? random.nextLong() : drawn >>> Byte.SIZE;
      made[i] = (byte) drawn;
    }
    return new String(made, StandardCharsets.ISO_8859_1);
  }

  /** The time of rows, and so many seconds later. */
  private String timestamp(int first) throws ScriptException {
    return Timestamps.text(epochMillis, number(first));
  }

  private String textOf(int first) throws ScriptException {
    long least = integer(first + 1);
    long most = integer(first + 2);
    requireLength(least, most);
    return RowText.of(integer(first), (int) least, (int) most, defaultSeed, ofRow);
  }

  private String letters(long least, long most) throws ScriptException {
    requireLength(least, most);
    char[] made = new char[(int) (least + random.nextLong(Draws.size(least, most)))];
    for (int i = 0; i < made.length; i++) {
      made[i] = (char) ('a' + random.nextInt(26));
    }
    return new String(made);
  }

  private void item(int first) throws ScriptException {
    int list = (int) bits[first];
    long item = integer(first + 1);
    if (item < 1 || item > lists.size(list)) {
      throw new ScriptException(
          "item() has the number " + item + ", and the list has " + lists.size(list) + " items");
    }
    int at = (int) item - 1;
    set(first, lists.kind(list, at), lists.bits(list, at), lists.text(list, at));
  }

  private Sequence sequence(String name, int site) {
    if (found[site] == null) {
      found[site] = sequences.named(name);
    }
    return found[site];
  }

  private long nextOf(String name, int site) {
    return drawnAt < drawnCount ? drawn[drawnAt++] : drawn(sequence(name, site).next());
  }

  private long recent(int first, int site) throws ScriptException {
    long size = Draws.size(1, integer(first + 1));
    long rank = distribution(Op.RECENT, site, size, number(first + 2)).draw(random);
    return drawnAt < drawnCount
        ? drawn[drawnAt++]
        : drawn(sequence(texts[first], site).before(rank));
  }

  /** Keeps a number for the next {@link #restore}. */
  private long drawn(long number) {
    if (drawnCount == drawn.length) {
      drawn = Arrays.copyOf(drawn, 2 * drawnCount);
    }
    drawn[drawnCount++] = number;
    drawnAt++;
    return number;
  }
}
