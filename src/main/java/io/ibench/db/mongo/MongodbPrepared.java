package io.ibench.db.mongo;

import com.mongodb.MongoException;
import io.ibench.db.Column;
import io.ibench.db.DatabaseException;
import io.ibench.db.Fold;
import io.ibench.db.Prepared;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** Holds parameters and results of one command; documents are made anew at each execution. */
final class MongodbPrepared implements Prepared {

  /** Carries out a command with one array of values per row of the batch. */
  interface Action {
    int run(MongodbPrepared prepared, List<BsonValue[]> batch) throws DatabaseException;
  }

  private final List<Column> parameters;
  private final int maxBatch;
  private final Action action;
  private final BsonValue[] values;
  private final List<BsonValue[]> batch = new ArrayList<>();
  private final List<BsonDocument> read = new ArrayList<>();
  private DocumentLayout layout;
  private List<String> columns = List.of();
  private boolean ordered;
  private boolean executed;
  private long old = ABSENT;

  MongodbPrepared(List<Column> parameters, int maxBatch, Action action) {
    this.parameters = parameters;
    this.maxBatch = maxBatch;
    this.action = action;
    this.values = new BsonValue[parameters.size()];
  }

  /** Says what the rows read hold. */
  MongodbPrepared reading(DocumentLayout documentLayout, List<String> selected, boolean inOrder) {
    layout = documentLayout;
    columns = selected;
    ordered = inOrder;
    return this;
  }

  private void set(int parameter, boolean number, BsonValue value) {
    if (parameters.get(parameter).type().isNumber() != number) {
      throw new IllegalArgumentException(
          "wrong type for " + parameters.get(parameter).name() + ": " + value.getBsonType());
    }
    if (executed) {
      batch.clear();
      executed = false;
    }
    values[parameter] = value;
  }

  @Override
  public void setLong(int parameter, long value) {
    set(parameter, true, new BsonInt64(value));
  }

  @Override
  public void setBytes(int parameter, byte[] value, int length) {
    set(parameter, false, new BsonBinary(Arrays.copyOf(value, length)));
  }

  @Override
  public void setLongs(int parameter, long[] list, int count) {
    BsonArray array = new BsonArray(count);
    for (int i = 0; i < count; i++) {
      array.add(new BsonInt64(list[i]));
    }
    set(parameter, true, array);
  }

  @Override
  public void addBatch() {
    if (batch.size() == maxBatch || maxBatch == 1) {
      throw new IllegalStateException("more than " + maxBatch + " rows in a batch");
    }
    batch.add(values.clone());
  }

  @Override
  public int execute() throws DatabaseException {
    List<BsonValue[]> rows = maxBatch > 1 ? batch : List.<BsonValue[]>of(values);
    executed = true;
    old = ABSENT;
    read.clear();
    try {
      return action.run(this, rows);
    } catch (MongoException e) {
      throw MongodbFailures.of(e);
    }
  }

  void setOld(long value) {
    old = value;
  }

  /** Where an action puts the documents that it reads, wholly decoded. */
  List<BsonDocument> read() {
    return read;
  }

  @Override
  public long old() {
    return old;
  }

  @Override
  public long fold() {
    long sum = 0;
    for (int row = 0; row < read.size(); row++) {
      long folded = 0;
      for (int column = 0; column < columns.size(); column++) {
        String name = columns.get(column);
        if (layout.table().column(name).type().isNumber()) {
          folded = Fold.number(folded, column, layout.number(read.get(row), name));
        } else {
          byte[] bytes = layout.bytes(read.get(row), name);
          folded = Fold.bytes(folded, column, bytes, bytes.length);
        }
      }
      sum += Fold.end(folded, row, ordered);
    }
    return sum;
  }

  @Override
  public long getLong(int row, int column) {
    return layout.number(read.get(row), columns.get(column));
  }

  @Override
  public int getBytes(int row, int column, byte[] into) {
    byte[] bytes = layout.bytes(read.get(row), columns.get(column));
    System.arraycopy(bytes, 0, into, 0, Math.min(bytes.length, into.length));
    return bytes.length;
  }
}
