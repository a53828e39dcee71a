package io.ibench.db.mongo;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOptions;
import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Table;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Changes the documents that match a filter, in one round trip. Not thread-safe. */
final class UpdateCommand extends MongodbPrepared {

  private static final UpdateOptions BY_KEYS =
      new UpdateOptions().hintString(DocumentLayout.KEY_INDEX);
  private static final UpdateOptions FREELY = new UpdateOptions();

  private final MongoCollection<BsonDocument> collection;
  private final DocumentLayout layout;
  private final DocumentFilter filter;
  private final String[] fields;

  /** For each field its constant; null for a parameter. */
  private final BsonValue[] constants;

  private final List<Add> add;

  /** What is added; null when a part of it is a parameter. */
  private final @Nullable BsonDocument increments;

  private final Optional<Changes.WithOld> withOld;

  UpdateCommand(
      MongoCollection<BsonDocument> collection,
      DocumentLayout layout,
      Command.Update update,
      DocumentFilter filter,
      Execution execution) {
    super(update, 1, execution);
    Table table = layout.table();
    List<Assign> set = update.set();
    if (set.stream().map(Assign::column).anyMatch(table.primaryKey()::contains)) {
      throw new IllegalArgumentException("a primary key is not updated");
    }
    this.collection = collection;
    this.layout = layout;
    this.filter = filter;
    fields = new String[set.size()];
    constants = new BsonValue[set.size()];
    for (int i = 0; i < fields.length; i++) {
      Assign assign = set.get(i);
      fields[i] = layout.field(assign.column());
      if (assign.constant().isPresent()) {
        constants[i] =
            DocumentValues.of(table.column(assign.column()).type(), assign.constant().get());
      }
    }
    add = update.add();
    boolean constant = add.stream().allMatch(each -> each.constant().isPresent());
    increments = constant ? Changes.increments(layout, add, values, 0) : null;
    withOld = update.old().map(old -> new Changes.WithOld(collection, layout, old, false));
  }

  @Override
  boolean isChange() {
    return true;
  }

  @Override
  int run(ClientSession session) {
    BsonDocument query = filter.with(values);
    BsonDocument update = update();
    if (withOld.isPresent()) {
      return withOld.get().run(session, query, update) ? 1 : 0;
    }
    if (filter.namesOneKey()) {
      return (int) collection.updateOne(session, query, update).getMatchedCount();
    }
    UpdateOptions options = filter.isKeyRange() ? BY_KEYS : FREELY;
    return Math.toIntExact(
        collection.updateMany(session, query, update, options).getMatchedCount());
  }

  private BsonDocument update() {
    BsonDocument set = new BsonDocument();
    int parameter = 0;
    for (int i = 0; i < fields.length; i++) {
      set.put(fields[i], constants[i] == null ? values.value(0, parameter++) : constants[i]);
    }
    return Changes.update(
        set, increments == null ? Changes.increments(layout, add, values, parameter) : increments);
  }

  @Override
  public long old() {
    return withOld.isPresent() ? withOld.get().old() : super.old();
  }
}
