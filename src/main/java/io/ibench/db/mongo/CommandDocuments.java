package io.ibench.db.mongo;

import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Type;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * What goes over the wire first when a command is executed with given values, for explanations. The
 * driver makes the same of {@link MongodbCompiler}'s calls; a test compares the two.
 */
final class CommandDocuments implements Command.Compiler<BsonDocument> {

  private final DocumentLayout layout;
  private final BoundValues values;

  private CommandDocuments(DocumentLayout layout, BoundValues values) {
    this.layout = layout;
    this.values = values;
  }

  /**
   * The document.
   *
   * @param values as {@link io.ibench.db.Database#explain} takes them
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
      if (i >= assigned && taking.get(i - assigned).op() == Condition.Op.IN) {
        long[] list = new long[taking.get(i - assigned).max()];
        for (int n = 0; n < list.length; n++) {
          list[n] = values.get(next++);
        }
        bound.setLongs(i, list, list.length);
      } else if (parameters.get(i).type() == Type.BYTES) {
        bound.setBytes(i, new byte[0], 0);
        next++;
      } else {
        bound.setLong(i, values.get(next++));
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

  /** One row, whatever the batch; a generated key is missing. */
  @Override
  public BsonDocument insert(Command.Insert insert) {
    RowWriter writer = new RowWriter(layout, insert.columns());
    BsonDocument row;
    if (insert.columns().containsAll(layout.keyColumns())) {
      row = writer.document(values, 0);
    } else {
      row = writer.document(values, 0, 0);
      row.remove(DocumentLayout.ID);
    }
    return on("insert").append("documents", one(row));
  }

  @Override
  public BsonDocument upsert(Command.Upsert upsert) {
    RowWriter writer = new RowWriter(layout, upsert.columns());
    BsonDocument given = writer.document(values, 0);
    BsonDocument key = new BsonDocument(DocumentLayout.ID, given.remove(DocumentLayout.ID));
    BsonDocument set = new BsonDocument();
    for (String column : upsert.set()) {
      String field = layout.field(column);
      set.put(field, given.remove(field));
    }
    BsonDocument changes = Changes.upsert(given, set, Changes.increments(layout, upsert.add()));
    return change(key, changes, upsert.old(), true, false);
  }

  private BsonDocument change(
      BsonDocument query,
      BsonDocument changes,
      Optional<String> old,
      boolean upsert,
      boolean several) {
    if (old.isPresent()) {
      BsonDocument command =
          on("findAndModify")
              .append("query", query)
              .append("fields", layout.projection(List.of(old.get())))
              .append("new", BsonBoolean.FALSE)
              .append("update", changes);
      return upsert ? command.append("upsert", BsonBoolean.TRUE) : command;
    }
    BsonDocument update = new BsonDocument("q", query).append("u", changes);
    if (several) {
      update.append("multi", BsonBoolean.TRUE);
    }
    if (upsert) {
      update.append("upsert", BsonBoolean.TRUE);
    }
    return on("update").append("updates", one(update));
  }

  @Override
  public BsonDocument update(Command.Update update) {
    BsonDocument set = new BsonDocument();
    int parameter = 0;
    for (Assign assign : update.set()) {
      set.put(
          layout.field(assign.column()),
          assign.constant().isPresent()
              ? DocumentValues.of(
                  layout.table().column(assign.column()).type(), assign.constant().get())
              : values.value(0, parameter++));
    }
    DocumentFilter filter = new DocumentFilter(layout, update.where(), parameter, true);
    return change(
        filter.with(values),
        Changes.update(set, Changes.increments(layout, update.add())),
        update.old(),
        false,
        !filter.namesOneKey());
  }

  /** With a limit it begins with a search for the keys. */
  @Override
  public BsonDocument delete(Command.Delete delete) {
    BsonDocument query = new DocumentFilter(layout, delete.where(), 0, true).with(values);
    if (delete.limit() > 0) {
      return on("find")
          .append("filter", query)
          .append("sort", DocumentLayout.keyOrder(1))
          .append("projection", DocumentLayout.keyOrder(1))
          .append("limit", new BsonInt32(delete.limit()));
    }
    return on("delete")
        .append("deletes", one(new BsonDocument("q", query).append("limit", new BsonInt32(0))));
  }

  @Override
  public BsonDocument select(Command.Select select) {
    boolean byKey = select.by().isEmpty();
    boolean keyOrder = byKey && layout.isKeyOrder(select.orderBy(), select.where());
    int direction = select.descending() ? -1 : 1;
    DocumentFilter filter = new DocumentFilter(layout, select.where(), 0, byKey);
    BsonDocument find = on("find").append("filter", filter.with(values));
    if (!select.orderBy().isEmpty()) {
      find.append(
          "sort",
          keyOrder
              ? DocumentLayout.keyOrder(direction)
              : layout.fieldOrder(select.orderBy(), direction));
    }
    find.append("projection", layout.projection(select.columns()));
    if (filter.isKeyRange() || keyOrder && !filter.namesOneKey()) {
      find.append("hint", new BsonString(DocumentLayout.KEY_INDEX));
    }
    select.by().ifPresent(index -> find.append("hint", new BsonString(index.name())));
    if (select.offset() > 0) {
      find.append("skip", new BsonInt32(select.offset()));
    }
    if (select.limit() > 0) {
      find.append("limit", new BsonInt32(select.limit()));
    }
    return find;
  }
}
