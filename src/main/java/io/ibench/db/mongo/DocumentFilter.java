package io.ibench.db.mongo;

import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * The conditions of one command, planned once and filled with values at each execution. Immutable.
 *
 * <p>Conditions on the leading columns of a binary key become one condition on {@code _id}: an
 * equality, a list or a range. It does not matter in which order the command lists them.
 */
final class DocumentFilter {

  private static final Map<Op, String> OPERATORS =
      Map.of(Op.NE, "$ne", Op.GT, "$gt", Op.GE, "$gte", Op.LT, "$lt", Op.LE, "$lte", Op.IN, "$in");

  /**
   * A condition with its place among the command's parameters.
   *
   * @param parameter -1 for a constant
   */
  private record Term(Condition condition, int parameter) {

    BsonValue operand(BsonValue[] values) {
      return parameter < 0 ? new BsonInt64(condition.constant().get()) : values[parameter];
    }

    boolean is(String column, Op... ops) {
      return condition.column().equals(column) && Arrays.asList(ops).contains(condition.op());
    }
  }

  private final DocumentLayout layout;

  /** Equalities on the first columns of a binary key, in the key's order. */
  private final List<Term> keyEqualities = new ArrayList<>();

  /** A list or a range on the key's column after those. */
  private final List<Term> keyBounds = new ArrayList<>();

  private final List<Term> fieldTerms = new ArrayList<>();

  /**
   * @param firstParameter the parameter of the first condition that takes one
   * @param byKey whether the primary key may be used; otherwise a secondary index is
   */
  DocumentFilter(DocumentLayout layout, List<Condition> where, int firstParameter, boolean byKey) {
    this.layout = layout;
    int parameter = firstParameter;
    for (Condition condition : where) {
      fieldTerms.add(new Term(condition, condition.takesParameter() ? parameter++ : -1));
    }
    if (byKey && layout.hasBinaryKey()) {
      moveToKey();
    }
    fieldTerms.forEach(term -> layout.field(term.condition().column()));
  }

  private void moveToKey() {
    for (String column : layout.keyColumns()) {
      Optional<Term> equality =
          fieldTerms.stream().filter(term -> term.is(column, Op.EQ)).findFirst();
      if (equality.isEmpty()) {
        boolean last = keyEqualities.size() == layout.keyColumns().size() - 1;
        Op[] ops =
            last
                ? new Op[] {Op.IN, Op.GT, Op.GE, Op.LT, Op.LE}
                : new Op[] {Op.GT, Op.GE, Op.LT, Op.LE};
        fieldTerms.stream().filter(term -> term.is(column, ops)).forEach(keyBounds::add);
        fieldTerms.removeAll(keyBounds);
        return;
      }
      keyEqualities.add(equality.get());
      fieldTerms.remove(equality.get());
    }
  }

  /** Whether one row at most can fulfil this. */
  boolean namesOneKey() {
    return layout.hasBinaryKey()
        ? keyEqualities.size() == layout.keyColumns().size()
        : fieldTerms.stream().anyMatch(term -> term.is(layout.keyColumns().get(0), Op.EQ));
  }

  /** The filter for the bound values. */
  BsonDocument with(BsonValue[] values) {
    BsonDocument filter = new BsonDocument();
    if (!keyEqualities.isEmpty() || !keyBounds.isEmpty()) {
      filter.put(DocumentLayout.ID, keyCondition(values));
    }
    for (Term term : fieldTerms) {
      add(filter, term, term.operand(values));
    }
    return filter;
  }

  /** Bounds of one field share a document; nothing may be said about it twice. */
  private void add(BsonDocument filter, Term term, BsonValue operand) {
    String field = layout.field(term.condition().column());
    BsonValue before;
    if (term.condition().op() == Op.EQ) {
      before = filter.put(field, operand);
    } else {
      BsonValue bounds = filter.computeIfAbsent(field, name -> new BsonDocument());
      before =
          bounds.isDocument()
              ? bounds.asDocument().put(OPERATORS.get(term.condition().op()), operand)
              : bounds;
    }
    if (before != null) {
      throw new IllegalArgumentException("conditions on " + field + " overlap");
    }
  }

  private BsonValue keyCondition(BsonValue[] values) {
    long[] key = new long[layout.keyColumns().size()];
    for (int i = 0; i < keyEqualities.size(); i++) {
      key[i] = keyEqualities.get(i).operand(values).asInt64().getValue();
    }
    if (keyEqualities.size() == key.length) {
      return DocumentLayout.binary(key);
    }
    BsonDocument condition = new BsonDocument();
    for (Term bound : keyBounds) {
      BsonValue operand = bound.operand(values);
      Op op = bound.condition().op();
      condition.put(
          OPERATORS.get(op), op == Op.IN ? keys(key, operand.asArray()) : edge(key, op, operand));
    }
    if (!condition.containsKey("$in")) {
      closeRange(key, condition);
    }
    return condition;
  }

  private static BsonArray keys(long[] key, BsonArray list) {
    BsonArray keys = new BsonArray(list.size());
    for (BsonValue value : list) {
      key[key.length - 1] = value.asInt64().getValue();
      keys.add(DocumentLayout.binary(key));
    }
    return keys;
  }

  /** The key at the right end of all those that have the value in the bounded column. */
  private BsonBinary edge(long[] key, Op op, BsonValue value) {
    long rest = op == Op.GT || op == Op.LE ? Long.MAX_VALUE : Long.MIN_VALUE;
    Arrays.fill(key, keyEqualities.size(), key.length, rest);
    key[keyEqualities.size()] = value.asInt64().getValue();
    return DocumentLayout.binary(key);
  }

  /** A side without a bound ends where the equalities do. */
  private void closeRange(long[] key, BsonDocument range) {
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
