package io.ibench.db.mongo;

import io.ibench.db.Column;
import io.ibench.db.FoundTable;
import io.ibench.db.FoundTable.FoundColumn;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * Compares a collection with the one that ibench creates for a table, by the server's lists and one
 * document. The columns of an empty collection are unknown. Immutable.
 */
final class MongodbTables {

  /** The name that the server gives to every collection's index on {@code _id}. */
  private static final String KEY_INDEX = "_id_";

  /** Options of collections that change which documents are valid, or how they are stored. */
  private static final Set<String> OTHER_OPTIONS =
      Set.of(
          "capped",
          "timeseries",
          "validator",
          "collation",
          "clusteredIndex",
          "expireAfterSeconds",
          "encryptedFields");

  /** Options of indexes that make a difference when they are not false. */
  private static final Set<String> OTHER_INDEX =
      Set.of(
          "unique",
          "sparse",
          "partialFilterExpression",
          "expireAfterSeconds",
          "collation",
          "hidden",
          "wildcardProjection");

  private final Table table;
  private final DocumentLayout layout;
  private final DocumentLayout otherNames;
  private final FieldNames names;

  /**
   * @param layouts the table's layout for each naming of fields
   */
  MongodbTables(
      Table table, FieldNames names, BiFunction<Table, FieldNames, DocumentLayout> layouts) {
    this.table = table;
    this.names = names;
    this.layout = layouts.apply(table, names);
    this.otherNames = layouts.apply(table, other(names));
  }

  private static FieldNames other(FieldNames names) {
    return names == FieldNames.LONG ? FieldNames.SHORT : FieldNames.LONG;
  }

  /**
   * The differences, one line each.
   *
   * @param listed the collection's entry in listCollections
   * @param indexes its listIndexes
   * @param document any of its documents
   */
  List<String> differences(
      BsonDocument listed, List<BsonDocument> indexes, Optional<BsonDocument> document) {
    String type = Bson.text(listed, "type").orElse("collection");
    if (!type.equals("collection")) {
      return List.of("it is a " + type + ", not a collection");
    }
    List<String> lines = new ArrayList<>();
    Bson.document(listed, "options")
        .ifPresent(
            options ->
                options.forEach(
                    (name, value) -> {
                      if (OTHER_OPTIONS.contains(name) && isSet(value)) {
                        lines.add("it was made with the option " + name);
                      }
                    }));
    if (document.isPresent() && hasOtherNames(document.get())) {
      lines.add(namesOfOthers());
      return lines;
    }
    lines.addAll(
        new FoundTable(
                document.map(this::columns).orElseGet(this::declaredColumns),
                document.map(this::key).orElse(table.primaryKey()),
                indexColumns(indexes))
            .differences(table, MongodbTables::holds));
    indexes.forEach(index -> flaws(index, lines));
    return lines;
  }

  private static boolean isSet(BsonValue value) {
    return !value.isNull()
        && !(value.isBoolean() && !value.asBoolean().getValue())
        && !(value.isDocument() && value.asDocument().isEmpty());
  }

  /** Columns that are fields and whose name depends on mongo.names. */
  private List<String> telling() {
    return table.columnNames().stream()
        .filter(column -> layout.isField(column))
        .filter(column -> !layout.field(column).equals(otherNames.field(column)))
        .toList();
  }

  private boolean hasOtherNames(BsonDocument document) {
    List<String> telling = telling();
    return !telling.isEmpty()
        && telling.stream().noneMatch(column -> document.containsKey(layout.field(column)))
        && telling.stream().anyMatch(column -> document.containsKey(otherNames.field(column)));
  }

  private String namesOfOthers() {
    String column = telling().get(0);
    return "its documents name the column "
        + column
        + " "
        + otherNames.field(column)
        + ": it was loaded with mongo.names = "
        + other(names).toString().toLowerCase(Locale.ROOT);
  }

  private List<FoundColumn> declaredColumns() {
    return table.columns().stream()
        .map(column -> new FoundColumn(column.name(), "", false))
        .toList();
  }

  /** The columns in the document, in the table's order, and those that are only in the key. */
  private List<FoundColumn> columns(BsonDocument document) {
    List<FoundColumn> columns = new ArrayList<>();
    for (Column column : table.columns()) {
      String name = column.name();
      if (!layout.isField(name)) {
        columns.add(new FoundColumn(name, "", false));
      } else if (document.containsKey(layout.field(name))) {
        columns.add(
            new FoundColumn(
                name, typeName(Objects.requireNonNull(document.get(layout.field(name)))), false));
      }
    }
    return columns;
  }

  /** The declared primary key, or the existing one in its place. */
  private List<String> key(BsonDocument document) {
    BsonValue id = document.get(DocumentLayout.ID);
    if (id == null) {
      return List.of();
    }
    boolean same =
        layout.hasBinaryKey()
            ? id.isBinary() && id.asBinary().getData().length == table.primaryKey().size() * 8
            : !id.isObjectId() && !id.isDocument();
    return same ? table.primaryKey() : List.of("_id of type " + typeName(id));
  }

  private static String typeName(BsonValue value) {
    BsonType type = value.getBsonType();
    return switch (type) {
      case INT32 -> "int32";
      case INT64 -> "int64";
      case DATE_TIME -> "date";
      default -> type.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  /** An empty type is unknown. The other types are those of one document. */
  private static boolean holds(FoundColumn found, Column declared) {
    String type = found.type();
    return type.isEmpty()
        || switch (declared.type()) {
          case LONG, INT, SIGNED, BYTE -> type.equals("int64") || type.equals("int32");
          case TIME -> type.equals("date") || type.equals("int64");
          case FLOAT -> type.equals("double");
          case BYTES -> type.equals("binary");
          case CHAR, VARCHAR -> type.equals("string");
        };
  }

  /** The columns of the secondary indexes; an unknown field keeps its name. */
  private Map<String, List<String>> indexColumns(List<BsonDocument> indexes) {
    Map<String, String> columns = new LinkedHashMap<>();
    table.columnNames().stream()
        .filter(layout::isField)
        .forEach(column -> columns.put(layout.field(column), column));
    Map<String, List<String>> found = new LinkedHashMap<>();
    for (BsonDocument index : indexes) {
      String name = Bson.text(index, "name").orElse("");
      if (!name.equals(KEY_INDEX)) {
        List<String> fields = new ArrayList<>();
        index
            .getDocument("key", new BsonDocument())
            .forEach(
                (field, order) ->
                    fields.add(columns.getOrDefault(field, field) + direction(order)));
        found.put(name, fields);
      }
    }
    return found;
  }

  private static String direction(BsonValue order) {
    if (order.isNumber()) {
      return order.asNumber().doubleValue() > 0 ? "" : " descending";
    }
    return order.isString() ? " " + order.asString().getValue() : " " + order;
  }

  private void flaws(BsonDocument index, List<String> lines) {
    String name = Bson.text(index, "name").orElse("");
    Set<String> flaws = new TreeSet<>();
    index.forEach(
        (option, value) -> {
          if (OTHER_INDEX.contains(option) && isSet(value)) {
            flaws.add(option);
          }
        });
    boolean declared = table.indexes().stream().map(Index::name).anyMatch(name::equals);
    if (declared && !flaws.isEmpty()) {
      lines.add("its index " + name + " is " + String.join(", ", flaws));
    }
  }

  /** The command that makes it. */
  static BsonDocument create(Table table, Compression compression) {
    BsonDocument command = new BsonDocument("create", new BsonString(table.name()));
    compression.storageEngine().ifPresent(options -> command.put("storageEngine", options));
    return command;
  }

  /** The command that makes several indexes in one scan of the collection. */
  static BsonDocument createIndexes(Table table, List<Index> indexes, DocumentLayout layout) {
    BsonArray all = new BsonArray();
    for (Index index : indexes) {
      all.add(
          new BsonDocument("key", layout.fieldOrder(index.columns(), 1))
              .append("name", new BsonString(index.name())));
    }
    return new BsonDocument("createIndexes", new BsonString(table.name())).append("indexes", all);
  }
}
