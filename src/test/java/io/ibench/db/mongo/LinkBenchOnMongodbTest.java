package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.ibench.config.Config;
import io.ibench.db.Database;
import io.ibench.db.TableRegister;
import io.ibench.db.memory.MemoryAdapter;
import io.ibench.workload.Experiment.Outcome;
import io.ibench.workload.Plan;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LinkBench's own workers, unchanged, on documents; the memory adapter says what is right. */
class LinkBenchOnMongodbTest {

  private ServerInProcess server;
  private Database mongodb;

  @BeforeEach
  void open() throws Exception {
    server = new ServerInProcess();
    mongodb = server.open();
  }

  @AfterEach
  void close() throws Exception {
    mongodb.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "upstream"})
  void readsAndWritesExactlyWhatTheMemoryAdapterDoes(String compat) throws Exception {
    Map<String, String> settings = Map.of("linkbench.compat", compat);
    try (Database memory = new MemoryAdapter().bind(Config.of(Map.of())).open()) {
      LinkBenchRun expected = new LinkBenchRun(memory, settings);
      LinkBenchRun actual = new LinkBenchRun(mongodb, settings);
      expected.run("request");
      actual.run("request");

      assertThat(actual.books()).containsExactlyEntriesOf(expected.books());
      assertThat(actual.tallies()).containsExactlyEntriesOf(expected.tallies());
      assertThat(actual.books()).hasSize(actual.plan().operations().size());
      assertThat(actual.books().get("GET_LINKS_LIST").rows()).isPositive();
      assertThat(actual.books().get("MULTIGET_LINK").rows()).isPositive();
      for (String tally : new String[] {"links_added", "links_hidden", "history_queries"}) {
        assertThat(actual.tallies().get(tally)).as(tally).isPositive();
      }
    }
  }

  @Test
  void loadsExactlyThePlannedRows() throws Exception {
    LinkBenchRun run = new LinkBenchRun(mongodb, Map.of());
    run.run("load");

    for (Plan.LoadedTable table : run.plan().tables()) {
      assertThat(collection(table.table().name()).countDocuments())
          .as(table.table().name())
          .isEqualTo(table.rows())
          .isPositive();
    }
  }

  @Test
  void verifyFindsNothingWrongAfterRequests() throws Exception {
    assertThat(new LinkBenchRun(mongodb, Map.of()).run("verify").problems()).isEmpty();
  }

  @Test
  void verifyFindsAWrongCountAndALostNode() throws Exception {
    LinkBenchRun run = new LinkBenchRun(mongodb, Map.of());
    run.run("request");
    collection("counttable").updateOne(Filters.gt("count", 0), Updates.inc("count", 1));
    collection("nodetable").deleteOne(Filters.empty());

    assertThat(run.run(run.plan().steps().get(4)).problems()).hasSize(2);
  }

  @Test
  void aLaterRunGoesOnWithTheTotalsThatTheRegisterHolds() throws Exception {
    new LinkBenchRun(mongodb, Map.of()).run("request");
    LinkBenchRun later = new LinkBenchRun(mongodb, Map.of("steps", "request, verify"));

    Outcome verified = later.run("verify");
    assertThat(verified.problems()).isEmpty();
    assertThat(verified.facts()).anyMatch(fact -> fact.startsWith("totals as booked: "));
    assertThat(collection("ibench_tables").countDocuments()).isEqualTo(3);
    assertThat(new TableRegister(mongodb).rows(List.of("nodetable")).get("nodetable").runsServed())
        .isEqualTo(2);
  }

  private MongoCollection<BsonDocument> collection(String table) {
    return ((MongodbDatabase) mongodb).collection(table);
  }
}
