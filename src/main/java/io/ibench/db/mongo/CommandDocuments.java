package io.ibench.db.mongo;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What goes over the wire first when a command is executed with given values, for explanations. The
 * driver makes the same of {@link MongodbCompiler}'s calls; a test compares the two.
 */
final class CommandDocuments implements Command.Compiler<BsonDocument> {

  private final DocumentLayout layout;
  private final BsonValue[] values;

  private CommandDocuments(DocumentLayout layout, BsonValue[] values) {
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

  private static BsonValue[] bound(Command command, List<Long> values) {
    List<Column> parameters = command.parameters();
    List<Condition> taking = command.where().stream().filter(Condition::takesParameter).toList();
    int assigned = parameters.size() - taking.size();
    BsonValue[] bound = new BsonValue[parameters.size()];
    int next = 0;
    for (int i = 0; i < bound.length; i++) {
      boolean list = i >= assigned && taking.get(i - assigned).op() == Condition.Op.IN;
      if (list) {
        BsonArray array = new BsonArray();
        for (int n = taking.get(i - assigned).max(); n > 0; n--) {
          array.add(new BsonInt64(values.get(next++)));
        }
        bound[i] = array;
      } else {
        bound[i] = value(parameters.get(i), values.get(next++));
      }
    }
    return bound;
  }

  private static BsonValue value(Column column, long number) {
    return column.type() == Type.BYTES ? new BsonBinary(new byte[0]) : new BsonInt64(number);
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
    BsonDocument row = new BsonDocument();
    if (insert.columns().containsAll(layout.keyColumns())) {
      row.put(DocumentLayout.ID, layout.id(insert.columns(), values));
    }
    layout.addFields(row, insert.columns(), values);
    return on("insert").append("documents", one(row));
  }

  @Override
  public BsonDocument upsert(Command.Upsert upsert) {
    BsonDocument given = new BsonDocument();
    layout.addFields(given, upsert.columns(), values);
    BsonDocument set = new BsonDocument();
    for (String column : upsert.set()) {
      String field = layout.field(column);
      set.put(field, given.remove(field));
    }
    return change(
        new BsonDocument(DocumentLayout.ID, layout.id(upsert.columns(), values)),
        changes(given, set, upsert.add()),
        upsert.old(),
        true,
        false);
  }

  private BsonDocument changes(BsonDocument onInsert, BsonDocument set, List<Add> adds) {
    BsonDocument increments = new BsonDocument();
    adds.forEach(add -> increments.put(layout.field(add.column()), new BsonInt64(add.delta())));
    BsonDocument changes = new BsonDocument();
    changes.put("$setOnInsert", onInsert);
    changes.put("$set", set);
    changes.put("$inc", increments);
    changes.values().removeIf(fields -> fields.asDocument().isEmpty());
    return changes;
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
              ? new BsonInt64(assign.constant().get())
              : values[parameter++]);
    }
    DocumentFilter filter = new DocumentFilter(layout, update.where(), parameter, true);
    return change(
        filter.with(values),
        changes(new BsonDocument(), set, update.add()),
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
    int direction = select.descending() ? -1 : 1;
    List<String> order = new ArrayList<>(select.orderBy());
    BsonDocument find =
        on("find")
            .append("filter", new DocumentFilter(layout, select.where(), 0, byKey).with(values));
    if (!order.isEmpty()) {
      find.append(
          "sort",
          byKey && layout.leadKey(order)
              ? DocumentLayout.keyOrder(direction)
              : layout.fieldOrder(order, direction));
    }
    find.append("projection", layout.projection(select.columns()));
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
