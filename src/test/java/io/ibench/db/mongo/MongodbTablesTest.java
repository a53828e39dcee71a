package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MongodbTablesTest {

  private static final Index BY_TIME = new Index("by_time", List.of("id1", "time"));
  private static final Table LINKS =
      new Table(
          "links",
          List.of(
              Column.number("id1", ColumnType.LONG),
              Column.number("id2", ColumnType.LONG),
              Column.number("time", ColumnType.LONG),
              Column.number("visibility", ColumnType.BYTE),
              Column.bytes("data", 255)),
          List.of("id1", "id2"),
          false,
          List.of(BY_TIME));

  private static final String COLLECTION = "{name: 'links', type: 'collection', options: {}}";
  private static final String KEY = "{v: 2, key: {_id: 1}, name: '_id_'}";
  private static final String TIME = "{v: 2, key: {id1: 1, time: 1}, name: 'by_time'}";

  private static BsonDocument document() {
    return new BsonDocument("_id", new BsonBinary(new byte[16]))
        .append("id1", new BsonInt64(1))
        .append("time", new BsonInt64(1))
        .append("visibility", new BsonInt32(1))
        .append("data", new BsonBinary(new byte[3]));
  }

  private static List<String> differences(
      String listed, Optional<BsonDocument> document, String... indexes) {
    return new MongodbTables(LINKS, FieldNames.LONG, MongodbDatabase::layout)
        .differences(
            BsonDocument.parse(listed),
            Arrays.stream(indexes).map(BsonDocument::parse).toList(),
            document);
  }

  @Test
  void findsNothingOtherInWhatIbenchMakes() {
    assertThat(differences(COLLECTION, Optional.of(document()), KEY, TIME)).isEmpty();
    assertThat(differences(COLLECTION, Optional.empty(), KEY, TIME)).isEmpty();
  }

  @Test
  void aCollectionWithOtherIndexesGivesOneLine() {
    assertThat(differences(COLLECTION, Optional.of(document()), KEY))
        .containsExactly("it has no index by_time");
    assertThat(
            differences(
                COLLECTION,
                Optional.of(document()),
                KEY,
                "{key: {time: 1, id1: 1}, name: 'by_time'}"))
        .containsExactly("its index by_time is over (time, id1), not (id1, time)");
    assertThat(
            differences(
                COLLECTION,
                Optional.of(document()),
                KEY,
                "{key: {id1: 1, time: -1}, name: 'by_time'}"))
        .containsExactly("its index by_time is over (id1, time descending), not (id1, time)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unique: true|unique",
        "sparse: true|sparse",
        "expireAfterSeconds: 60|expireAfterSeconds",
        "partialFilterExpression: {time: 1}|partialFilterExpression",
        "collation: {locale: 'de'}|collation",
        "hidden: true|hidden"
      })
  void anIndexThatIsNotAPlainOneIsAnother(String option, String flaw) {
    String index = "{key: {id1: 1, time: 1}, name: 'by_time', " + option + "}";
    assertThat(differences(COLLECTION, Optional.empty(), KEY, index))
        .containsExactly("its index by_time is " + flaw);
  }

  @Test
  void anOptionThatIsOffIsNone() {
    String index = "{key: {id1: 1, time: 1}, name: 'by_time', unique: false, hidden: false}";
    assertThat(differences(COLLECTION, Optional.empty(), KEY, index)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"view", "timeseries"})
  void whatIsNoCollectionIsSaidToBeSo(String type) {
    assertThat(differences("{name: 'links', type: '" + type + "'}", Optional.empty()))
        .containsExactly("it is a " + type + ", not a collection");
  }

  @Test
  void optionsThatChangeWhatCanBeWrittenAreNamed() {
    assertThat(
            differences(
                "{name: 'links', type: 'collection', options: {capped: true, size: 4096,"
                    + " validator: {time: {$gt: 0}}, storageEngine: {wiredTiger: {}}}}",
                Optional.empty(),
                KEY,
                TIME))
        .containsExactly(
            "it was made with the option capped", "it was made with the option validator");
  }

  @Test
  void documentsOfAnotherFormAreTold() {
    BsonDocument other = document().append("visibility", new BsonBinary(new byte[1]));
    other.remove("data");
    other.put("_id", new BsonInt64(7));
    assertThat(differences(COLLECTION, Optional.of(other), KEY, TIME))
        .containsExactly(
            "its column visibility is binary, not a number up to 127",
            "it has no column data",
            "its primary key is (_id of type int64), not (id1, id2)");
  }

  @Test
  void documentsNamedOtherwiseTellHowTheyWereLoaded() {
    BsonDocument shortNamed =
        new BsonDocument("_id", new BsonBinary(new byte[16]))
            .append("id1", new BsonInt64(1))
            .append("t", new BsonInt64(1))
            .append("v", new BsonInt32(1))
            .append("d", new BsonBinary(new byte[3]));
    assertThat(
            differences(
                COLLECTION, Optional.of(shortNamed), KEY, "{key: {id1: 1, t: 1}, name: 'by_time'}"))
        .containsExactly(
            "its documents name the column time t: it was loaded with mongo.names = short");
  }

  @Test
  void severalIndexesAreOneCommand() {
    Index second = new Index("by_data", List.of("data"));
    BsonDocument command =
        MongodbTables.createIndexes(
            LINKS.with(List.of(BY_TIME, second)),
            List.of(BY_TIME, second),
            MongodbDatabase.layout(LINKS, FieldNames.LONG));
    assertThat(command)
        .isEqualTo(
            BsonDocument.parse(
                "{createIndexes: 'links', indexes: [{key: {id1: 1, time: 1}, name: 'by_time'},"
                    + " {key: {data: 1}, name: 'by_data'}]}"));
  }
}
