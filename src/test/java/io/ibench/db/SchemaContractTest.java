package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.internal.TableRegister;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaContractTest extends DatabaseContract {

  private static final Table NEVER_MADE =
      new Table("never_made", THINGS.columns(), THINGS.primaryKey(), false, List.of(BY_WEIGHT));

  @Test
  void knowsWhichTablesExist() throws DatabaseException {
    assertThat(database.exists("things")).isTrue();
    assertThat(database.exists("never_made")).isFalse();
    database.create(NEVER_MADE);
    assertThat(database.exists("never_made")).isTrue();
    database.drop("never_made");
    assertThat(database.exists("never_made")).isFalse();
  }

  @Test
  void createsATableAnewWithoutItsFormerRows() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    session.close();
    database.drop("things");
    database.create(THINGS);
    session = database.session();
    assertThat(things()).isEmpty();
  }

  @Test
  void refusesToCreateATableTwice() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    assertFails(FailureKind.FATAL, () -> database.create(THINGS));
    assertThat(things()).hasSize(1);
  }

  @Test
  void doesNotFindMissingTables() {
    assertFails(FailureKind.NOT_FOUND, () -> database.drop("never_made"));
    assertFails(FailureKind.NOT_FOUND, () -> database.createIndex(NEVER_MADE, BY_WEIGHT));
    Scan scan = new Scan(NEVER_MADE, List.of("id"), List.of(), List.of("kind", "id"));
    assertFails(FailureKind.NOT_FOUND, () -> session.scan(scan).next());
  }

  @Test
  void doesNotFindAMissingTableWhateverIsAsked() {
    List<String> columns = NEVER_MADE.columnNames();
    List<Command> commands =
        List.of(
            new Command.Insert(NEVER_MADE, columns, 1),
            new Command.Insert(NEVER_MADE, columns, 2),
            new Command.Upsert(
                NEVER_MADE, columns, List.of("size"), List.of(), Optional.of("state")),
            new Command.Upsert(NEVER_MADE, columns, List.of("size"), List.of(), Optional.empty()),
            new Command.Update(
                NEVER_MADE,
                List.of(Assign.constant("size", 1)),
                List.of(),
                THING_KEY,
                Optional.of("state")),
            new Command.Delete(NEVER_MADE, THING_KEY, 0),
            new Command.Delete(NEVER_MADE, THING_KEY, 1),
            Command.Select.of(NEVER_MADE, columns, THING_KEY),
            Command.Select.of(NEVER_MADE, columns, List.of(Condition.in("id", 3))));
    for (Command command : commands) {
      assertFails(FailureKind.NOT_FOUND, () -> executeWithAnything(command));
    }
  }

  /** Prepares, binds and executes: products find out at different moments. */
  private void executeWithAnything(Command command) throws DatabaseException {
    Prepared prepared = session.prepare(command);
    if (command instanceof Command.Insert || command instanceof Command.Upsert) {
      bindThing(prepared, 1, 1, 1, 1, 1, LABEL);
    } else if (command instanceof Command.Select select
        && select.where().get(0).op() == Condition.Op.IN) {
      prepared.setLongs(0, new long[] {1}, 1);
    } else {
      prepared.setLong(0, 1);
      prepared.setLong(1, 1);
    }
    if (command instanceof Command.Insert insert && insert.maxBatch() > 1) {
      prepared.addBatch();
    }
    prepared.execute();
  }

  @Test
  void doesNotFindAMissingIndex() {
    Command select =
        new Command.Select(
            THINGS,
            List.of("id"),
            List.of(Condition.eq("kind", 1)),
            Optional.of(BY_WEIGHT),
            List.of("weight", "id"),
            false,
            0,
            0);
    assertFails(FailureKind.NOT_FOUND, () -> session.prepare(select).execute());
  }

  @Test
  void indexesRowsThatAreThereAlready() throws DatabaseException {
    for (long id = 1; id <= 3; id++) {
      thing(1, id, 1, -id, 0);
    }
    database.createIndex(THINGS, BY_WEIGHT);
    Command select =
        new Command.Select(
            THINGS,
            List.of("id"),
            List.of(Condition.eq("kind", 1)),
            Optional.of(BY_WEIGHT),
            List.of("weight", "id"),
            false,
            0,
            0);
    assertThat(read(session.prepare(select), 1)).containsExactly(row(3), row(2), row(1));
    assertFails(FailureKind.FATAL, () -> database.createIndex(THINGS, BY_WEIGHT));
  }

  @Test
  void makesSeveralIndexesTogether() throws DatabaseException {
    thing(1, 1, 1, 5, 0);
    Index byState = new Index("by_state", List.of("state", "weight"));
    database.createIndexes(THINGS, List.of(BY_WEIGHT, byState));
    Table indexed = THINGS.with(List.of(BY_WEIGHT, byState));
    assertThat(database.differences(indexed)).isEmpty();
    database.createIndexes(THINGS, List.of());
    assertFails(FailureKind.FATAL, () -> database.createIndexes(THINGS, List.of(byState)));
  }

  @Test
  void findsNothingOtherInTheTablesItMakes() throws DatabaseException {
    database.create(TableRegister.TABLE);
    for (Table table : List.of(THINGS.with(List.of()), NOTES, TableRegister.TABLE)) {
      assertThat(database.differences(table)).as(table.name()).isEmpty();
    }
    assertThat(database.differences(THINGS)).containsExactly("it has no index by_weight");
    database.createIndex(THINGS, BY_WEIGHT);
    assertThat(database.differences(THINGS)).isEmpty();
  }

  @Test
  void namesEverythingThatIsOtherInATable() throws DatabaseException {
    Index other = new Index("by_weight", List.of("weight", "id", "kind"));
    Table found =
        new Table(
            "never_made",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.number("kind", ColumnType.LONG),
                Column.bytes("state", 8),
                Column.bytes("weight", 255),
                Column.number("label", ColumnType.LONG),
                Column.number("further", ColumnType.LONG)),
            List.of("id", "kind"),
            false,
            List.of(other));
    database.create(found);
    database.createIndex(found, other);

    // Some products know only the columns of their rows.
    Prepared insert = session.prepare(new Command.Insert(found, found.columnNames(), 1));
    for (int column = 0; column < found.columns().size(); column++) {
      if (found.columns().get(column).type().isNumber()) {
        insert.setLong(column, 1);
      } else {
        insert.setBytes(column, LABEL, LABEL.length);
      }
    }
    insert.execute();

    List<String> differences = database.differences(NEVER_MADE);

    assertThat(differences).hasSize(product.keepsDocuments() ? 5 : 7);
    assertThat(differences.get(0)).startsWith("its column state is ").contains("number up to 127");
    assertThat(differences.get(1)).startsWith("its column weight is ").contains("64-bit number");
    assertThat(differences.get(2)).isEqualTo("it has no column size");
    assertThat(differences.get(3)).startsWith("its column label is ").contains("255 bytes");
    if (!product.keepsDocuments()) {
      assertThat(differences.get(4))
          .isEqualTo("it has a further column further, which ibench does not fill");
      assertThat(differences.get(5)).isEqualTo("its primary key is (id, kind), not (kind, id)");
    }
    assertThat(differences.get(differences.size() - 1))
        .isEqualTo("its index by_weight is over (weight, id, kind), not (kind, state, weight, id)");
    assertThat(things()).isEmpty();
  }

  @Test
  void findsNoTableToCompare() {
    assertFails(FailureKind.NOT_FOUND, () -> database.differences(NEVER_MADE));
  }

  @Test
  void dividesATableByRangesOrRefusesIt() throws DatabaseException {
    Table ranges =
        new Table(
            "ranges",
            NOTES.columns(),
            NOTES.primaryKey(),
            true,
            List.of(),
            Optional.of(new Partitions(4, 10)));
    if (!product.dividesTables()) {
      DatabaseException refusal =
          catchThrowableOfType(DatabaseException.class, () -> database.create(ranges));
      assertThat(refusal.kind()).isEqualTo(FailureKind.FATAL);
      assertThat(refusal)
          .hasMessage(product.adapter() + " divides no tables: ranges is to have 4 partitions");
      assertThat(database.exists("ranges")).isFalse();
      return;
    }
    database.create(ranges);
    assertThat(database.differences(ranges)).isEmpty();
    Prepared insert = session.prepare(new Command.Insert(ranges, ranges.columnNames(), 100));
    for (long id = 1; id <= 45; id++) {
      insert.setLong(0, id);
      insert.setLong(1, -id);
      insert.setBytes(2, LABEL, LABEL.length);
      insert.addBatch();
    }
    insert.execute();
    Prepared oldest =
        session.prepare(
            new Command.Delete(ranges, List.of(Condition.of("id", Condition.Op.GE)), 15));
    oldest.setLong(0, 8);
    assertThat(oldest.execute()).isEqualTo(15);
    Prepared rest =
        session.prepare(
            new Command.Select(
                ranges,
                List.of("id"),
                List.of(Condition.of("id", Condition.Op.GT)),
                Optional.empty(),
                List.of("id"),
                false,
                3,
                0));
    rest.setLong(0, 6);
    assertThat(read(rest, 1)).containsExactly(row(7), row(23), row(24));
    long whole = database.size(List.of(NOTES)).bytes().orElseThrow();
    long divided = database.size(List.of(ranges)).bytes().orElseThrow();
    if (product.isPostgres()) {
      // An empty table has no page for rows there.
      assertThat(divided).isGreaterThanOrEqualTo(4 * whole);
      return;
    }
    // MyRocks reports the size of all tables together.
    assertThat(divided).isEqualTo(product == Product.MYROCKS ? whole : 4 * whole);
  }

  @Test
  void describesItself() throws DatabaseException {
    Description said = database.description();
    assertThat(said.name()).isEqualTo(product.adapter());
    assertThat(
            Stream.of(
                said.product(),
                said.version(),
                said.engine(),
                said.driver(),
                said.batch(),
                said.durability(),
                said.isolation()))
        .allSatisfy(text -> assertThat(text).isNotBlank());
    assertThat(database.keepsData()).isTrue();
    assertThat(database.location().embedded()).isEqualTo(product.isEmbedded());
  }

  @Test
  void tellsItsSizeOrWhyItCannot() throws DatabaseException {
    Size size = database.size(List.of(THINGS, NOTES));
    assertThat(size.source()).isNotBlank();
    assertThat(size.bytes().isPresent()).isEqualTo(product != Product.MEMORY);
  }
}
