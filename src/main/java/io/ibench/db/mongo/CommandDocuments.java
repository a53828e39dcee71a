package io.ibench.db.mongo;

import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The first document that an execution of a command sends, for explanations. The driver sends the
 * same for {@link MongodbCompiler}'s commands; a test compares the two. Not thread-safe.
 */
final class CommandDocuments implements Command.Compiler<BsonDocument> {

  private final DocumentLayout layout;
  private final BoundValues values;

  private CommandDocuments(DocumentLayout layout, BoundValues values) {
    this.layout = layout;
    this.values = values;
  }

  /**
   * @param values see {@link io.ibench.db.Database#explain}
   */
  static BsonDocument of(Command command, DocumentLayout layout, List<Long> values) {
    command.checkValues(values);
    return command.compile(new CommandDocuments(layout, bound(command, values)));
  }

  private static BoundValues bound(Command command, List<Long> values) {
    List<Column> parameters = command.parameters();
    List<Condition> taking = command.where().stream().filter(Condition::takesParameter).toList();
    int assigned = parameters.size() - taking.size();
    BoundValues bound = new BoundValues(parameters, 1);
    int next = 0;
    for (int i = 0; i < parameters.size(); i++) {
      boolean list = i >= assigned && taking.get(i - assigned).op().takesList();
      int count = list ? taking.get(i - assigned).values() : 1;
      long[] given = values.subList(next, next + count).stream().mapToLong(n -> n).toArray();
      next += count;
      if (list && !parameters.get(i).type().isNumber()) {
        for (int k = 0; k < count; k++) {
          bound.setBytesAt(i, k, new byte[0], 0);
        }
      } else if (list) {
        bound.setLongs(i, given, count);
      } else if (parameters.get(i).type().isNumber()) {
        bound.setLong(i, given[0]);
      } else {
        bound.setBytes(i, new byte[0], 0);
      }
    }
    return bound;
  }

  private BsonDocument on(String command) {
    return new BsonDocument(command, new BsonString(layout.table().name()));
  }

  private static BsonArray one(BsonDocument document) {
    return new BsonArray(List.of(document));
  }

  /** One row, for any batch; a generated key is 0. */
  @Override
  public BsonDocument insert(Command.Insert insert) {
    RowWriter writer = new RowWriter(layout, insert.columns());
    boolean keyGiven = insert.columns().containsAll(layout.keyColumns());
    BsonDocument row = keyGiven ? writer.document(values, 0) : writer.document(values, 0, 0);
    BsonDocument command = on("insert").append("documents", one(row));
    return insert.maxBatch() > 1 ? command.append("ordered", BsonBoolean.FALSE) : command;
  }

  @Override
  public BsonDocument upsert(Command.Upsert upsert) {
    RowWriter writer = new RowWriter(layout, upsert.columns());
    BsonDocument onInsert = new BsonDocument();
    BsonDocument set = new BsonDocument();
    for (int i = 0; i < upsert.columns().size(); i++) {
      String field = writer.field(i);
      if (field != null) {
        boolean isSet = upsert.set().contains(upsert.columns().get(i));
        (isSet ? set : onInsert).put(field, values.value(0, i));
      }
    }
    BsonDocument changes =
        Changes.upsert(onInsert, set, Changes.increments(layout, upsert.add(), values, 0));
    BsonDocument key = new BsonDocument(DocumentLayout.ID, writer.id(values, 0));
    if (upsert.old().isPresent()) {
      return withOld(key, changes, upsert.old()).append("upsert", BsonBoolean.TRUE);
    }
    BsonDocument change = new BsonDocument("q", key).append("u", changes);
    return on("update").append("updates", one(change.append("upsert", BsonBoolean.TRUE)));
  }

  private BsonDocument withOld(BsonDocument query, BsonDocument changes, Optional<String> old) {
    return on("findAndModify")
        .append("query", query)
        .append("fields", layout.projection(old.stream().toList()))
        .append("new", BsonBoolean.FALSE)
        .append("update", changes);
  }

  @Override
  public BsonDocument update(Command.Update update) {
    BsonDocument set = new BsonDocument();
    int parameter = 0;
    for (Assign assign : update.set()) {
      Column column = layout.table().column(assign.column());
      BsonValue value =
          assign.constant().isPresent()
              ? DocumentValues.of(column.type(), assign.constant().get())
              : values.value(0, parameter++);
      set.put(layout.field(assign.column()), value);
    }
    BsonDocument increments = Changes.increments(layout, update.add(), values, parameter);
    BsonDocument changes = Changes.update(set, increments);
    DocumentFilter filter =
        new DocumentFilter(layout, update.where(), update.firstOfConditions(), true);
    BsonDocument query = filter.with(values);
    if (update.old().isPresent()) {
      return withOld(query, changes, update.old());
    }
    BsonDocument change = new BsonDocument("q", query).append("u", changes);
    if (!filter.namesOneKey()) {
      change.append("multi", BsonBoolean.TRUE);
      hintOfRange(filter, change);
    }
    return on("update").append("updates", one(change));
  }

  private static void hintOfRange(DocumentFilter filter, BsonDocument change) {
    if (filter.isKeyRange()) {
      change.append("hint", new BsonString(DocumentLayout.KEY_INDEX));
    }
  }

  /** With a limit, a search for the keys comes first. */
  @Override
  public BsonDocument delete(Command.Delete delete) {
    DocumentFilter filter = new DocumentFilter(layout, delete.where(), 0, true);
    BsonDocument query = filter.with(values);
    if (delete.limit() > 0) {
      return on("find")
          .append("filter", query)
          .append("sort", DocumentLayout.keyOrder(1))
          .append("projection", DocumentLayout.keyOrder(1))
          .append("hint", new BsonString(DocumentLayout.KEY_INDEX))
          .append("limit", new BsonInt32(delete.limit()));
    }
    boolean one = filter.namesOneKey();
    BsonDocument deleted = new BsonDocument("q", query).append("limit", new BsonInt32(one ? 1 : 0));
    if (!one) {
      hintOfRange(filter, deleted);
    }
    return on("delete").append("deletes", one(deleted));
  }

  @Override
  public BsonDocument select(Command.Select select) {
    boolean byKey = select.by().isEmpty();
    boolean keyOrder = byKey && layout.isKeyOrder(select.orderBy(), select.where());
    int direction = select.descending() ? -1 : 1;
    DocumentFilter filter = new DocumentFilter(layout, select.where(), 0, byKey);
    if (select.result() != Command.Select.Result.ROWS) {
      return aggregate(select, filter);
    }
    BsonDocument find = on("find").append("filter", filter.with(values));
    if (!select.orderBy().isEmpty()) {
      find.append(
          "sort",
          keyOrder
              ? DocumentLayout.keyOrder(direction)
              : layout.fieldOrder(select.orderBy(), direction));
    }
    find.append("projection", layout.projection(select.columns()));
    boolean walksKeys = filter.isKeyRange() || keyOrder && !filter.namesOneKey();
    Optional.ofNullable(FindCommand.hint(select, walksKeys))
        .ifPresent(hint -> find.append("hint", new BsonString(hint)));
    if (select.offset() > 0) {
      find.append("skip", new BsonInt32(select.offset()));
    }
    if (select.limit() > 0) {
      find.append("limit", new BsonInt32(select.limit()));
    }
    return find;
  }

  private BsonDocument aggregate(Command.Select select, DocumentFilter filter) {
    BsonDocument aggregate =
        on("aggregate")
            .append(
                "pipeline",
                new BsonArray(AggregateCommand.pipeline(layout, select, filter.with(values))))
            .append("cursor", new BsonDocument());
    Optional.ofNullable(FindCommand.hint(select, filter.isKeyRange()))
        .ifPresent(hint -> aggregate.append("hint", new BsonString(hint)));
    return aggregate;
  }
}
