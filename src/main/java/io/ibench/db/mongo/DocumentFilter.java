package io.ibench.db.mongo;

import io.ibench.db.ColumnType;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The conditions of one command, planned once and filled with values at each execution. Immutable.
 *
 * <p>Conditions on the leading columns of a binary key, in any order, become one condition on
 * {@code _id}: an equality, a list or a range.
 */
final class DocumentFilter {

  private static final Map<Op, String> OPERATORS =
      Map.of(
          Op.NE,
          "$ne",
          Op.GT,
          "$gt",
          Op.GE,
          "$gte",
          Op.LT,
          "$lt",
          Op.LE,
          "$lte",
          Op.IN,
          "$in",
          Op.EXACTLY,
          "$in");

  private static final Set<Op> LISTS = EnumSet.of(Op.IN, Op.EXACTLY);

  private static final Set<Op> BOUNDS = EnumSet.of(Op.GT, Op.GE, Op.LT, Op.LE);

  /**
   * A condition and its parameter.
   *
   * @param parameter -1 for a constant
   */
  private record Term(Condition condition, int parameter, ColumnType type) {

    long number(BoundValues values) {
      return parameter < 0 ? condition.constant().get() : values.number(0, parameter);
    }

    BsonValue operand(BoundValues values) {
      if (parameter < 0) {
        return DocumentValues.of(type, condition.constant().get());
      }
      return LISTS.contains(condition.op()) ? values.list(parameter) : values.value(0, parameter);
    }

    boolean is(String column, Op op) {
      return condition.column().equals(column) && condition.op() == op;
    }

    boolean lists(String column) {
      return condition.column().equals(column) && LISTS.contains(condition.op());
    }

    boolean bounds(String column) {
      return condition.column().equals(column) && BOUNDS.contains(condition.op());
    }
  }

  private final DocumentLayout layout;

  /** Equalities on the first columns of a binary key, in the key's order. */
  private final List<Term> keyEqualities = new ArrayList<>();

  /** A list or a range on the next column of the key. */
  private final List<Term> keyBounds = new ArrayList<>();

  private final List<Term> fieldTerms = new ArrayList<>();

  private final boolean oneKey;
  private final boolean keyRange;
  private final boolean keyRangeAlone;

  /**
   * @param firstParameter the parameter of the first condition with a parameter
   * @param byKey whether to use the primary key; otherwise a secondary index
   */
  DocumentFilter(DocumentLayout layout, List<Condition> where, int firstParameter, boolean byKey) {
    this.layout = layout;
    int parameter = firstParameter;
    for (Condition condition : where) {
      ColumnType type = layout.table().column(condition.column()).type();
      fieldTerms.add(new Term(condition, condition.takesParameter() ? parameter++ : -1, type));
    }
    if (byKey && layout.hasBinaryKey()) {
      moveToKey();
    }
    fieldTerms.forEach(term -> layout.field(term.condition().column()));
    oneKey = findOneKey();
    keyRange = !oneKey && findKeyRange();
    keyRangeAlone = findKeyRangeAlone();
  }

  private void moveToKey() {
    for (String column : layout.keyColumns()) {
      Optional<Term> equality =
          fieldTerms.stream().filter(term -> term.is(column, Op.EQ)).findFirst();
      if (equality.isEmpty()) {
        boolean last = keyEqualities.size() == layout.keyColumns().size() - 1;
        fieldTerms.stream()
            .filter(term -> term.bounds(column) || last && term.lists(column))
            .forEach(keyBounds::add);
        fieldTerms.removeAll(keyBounds);
        return;
      }
      keyEqualities.add(equality.get());
      fieldTerms.remove(equality.get());
    }
  }

  private boolean findOneKey() {
    return layout.hasBinaryKey()
        ? keyEqualities.size() == layout.keyColumns().size()
        : fieldTerms.stream().anyMatch(term -> term.is(layout.keyColumns().get(0), Op.EQ));
  }

  private boolean findKeyRange() {
    if (layout.hasBinaryKey()) {
      boolean list = keyBounds.stream().anyMatch(term -> LISTS.contains(term.condition().op()));
      return !list && !(keyEqualities.isEmpty() && keyBounds.isEmpty());
    }
    String key = layout.keyColumns().get(0);
    return fieldTerms.stream().anyMatch(term -> term.bounds(key) || term.is(key, Op.RANGES));
  }

  private boolean findKeyRangeAlone() {
    if (layout.hasBinaryKey()) {
      return fieldTerms.isEmpty()
          && keyBounds.stream().allMatch(term -> BOUNDS.contains(term.condition().op()));
    }
    return fieldTerms.stream().allMatch(term -> term.bounds(layout.keyColumns().get(0)));
  }

  /** Whether at most one row can match. */
  boolean namesOneKey() {
    return oneKey;
  }

  /** Whether one of the conditions is a range of keys. */
  boolean isKeyRange() {
    return keyRange;
  }

  /** Whether the conditions do nothing but bound the keys. */
  boolean isKeyRangeAlone() {
    return keyRangeAlone;
  }

  /** The filter for the bound values. */
  BsonDocument with(BoundValues values) {
    BsonDocument filter = new BsonDocument();
    if (!keyEqualities.isEmpty() || !keyBounds.isEmpty()) {
      filter.put(DocumentLayout.ID, keyCondition(values));
    }
    for (int i = 0; i < fieldTerms.size(); i++) {
      Term term = fieldTerms.get(i);
      String field = layout.field(term.condition().column());
      if (term.condition().op() == Op.SHORTER) {
        filter.put("$expr", shorter(field, term));
        continue;
      }
      if (term.condition().op() == Op.RANGES) {
        addRanges(filter, field, term, values);
        continue;
      }
      add(filter, field, term.condition().op(), term.operand(values));
    }
    return filter;
  }

  private static BsonDocument shorter(String field, Term term) {
    String length = term.type().isText() ? "$strLenBytes" : "$binarySize";
    return new BsonDocument(
        "$lt",
        new BsonArray(
            List.of(
                new BsonDocument(length, new BsonString("$" + field)),
                new BsonInt64(term.condition().constant().orElseThrow()))));
  }

  private static void addRanges(BsonDocument filter, String field, Term term, BoundValues values) {
    BsonArray list = values.list(term.parameter());
    if (list.size() == 2) {
      add(filter, field, Op.GE, list.get(0));
      add(filter, field, Op.LE, list.get(1));
      return;
    }
    BsonArray ranges = new BsonArray(list.size() / 2);
    for (int i = 0; i < list.size(); i += 2) {
      BsonDocument range = new BsonDocument("$gte", list.get(i)).append("$lte", list.get(i + 1));
      ranges.add(new BsonDocument(field, range));
    }
    filter.put("$or", ranges);
  }

  /** Puts all bounds of a field into one document: a field may occur only once. */
  private static void add(BsonDocument filter, String field, Op op, BsonValue operand) {
    BsonValue there = filter.get(field);
    if (op == Op.EQ && there == null) {
      filter.put(field, operand);
      return;
    }
    BsonDocument bounds = new BsonDocument();
    if (there == null) {
      filter.put(field, bounds);
    } else if (there.isDocument()) {
      bounds = there.asDocument();
    }
    if (op == Op.EQ
        || there != null && !there.isDocument()
        || bounds.put(OPERATORS.get(op), operand) != null) {
      throw new IllegalArgumentException("conditions on " + field + " overlap");
    }
  }

  private BsonValue keyCondition(BoundValues values) {
    long[] key = new long[layout.keyColumns().size()];
    for (int i = 0; i < keyEqualities.size(); i++) {
      key[i] = keyEqualities.get(i).number(values);
    }
    if (keyEqualities.size() == key.length) {
      return DocumentLayout.binary(key);
    }
    BsonDocument condition = new BsonDocument();
    for (Term bound : keyBounds) {
      Op op = bound.condition().op();
      BsonValue operand =
          LISTS.contains(op)
              ? keys(key, bound.parameter(), values)
              : edge(key, op, bound.number(values));
      if (condition.put(OPERATORS.get(op), operand) != null) {
        throw new IllegalArgumentException(
            "conditions on " + bound.condition().column() + " overlap");
      }
    }
    if (!condition.containsKey("$in")) {
      closeRange(key, condition);
    }
    return condition;
  }

  private static BsonArray keys(long[] key, int parameter, BoundValues values) {
    int length = values.listLength(parameter);
    BsonArray keys = new BsonArray(length);
    for (int i = 0; i < length; i++) {
      key[key.length - 1] = values.listed(parameter, i);
      keys.add(DocumentLayout.binary(key));
    }
    return keys;
  }

  /** The first or last key with this value in the bounded column. */
  private BsonBinary edge(long[] key, Op op, long value) {
    long rest = op == Op.GT || op == Op.LE ? Long.MAX_VALUE : Long.MIN_VALUE;
    Arrays.fill(key, keyEqualities.size(), key.length, rest);
    key[keyEqualities.size()] = value;
    return DocumentLayout.binary(key);
  }

  /** A side without a bound gets the limit of the equalities. */
  private void closeRange(long[] key, BsonDocument range) {
    if (keyEqualities.isEmpty()) {
      return; // Bounds compare values of one type only, and all keys are binary.
    }
    if (!range.containsKey("$gt") && !range.containsKey("$gte")) {
      Arrays.fill(key, keyEqualities.size(), key.length, Long.MIN_VALUE);
      range.put("$gte", DocumentLayout.binary(key));
    }
    if (!range.containsKey("$lt") && !range.containsKey("$lte")) {
      Arrays.fill(key, keyEqualities.size(), key.length, Long.MAX_VALUE);
      range.put("$lte", DocumentLayout.binary(key));
    }
  }
}
