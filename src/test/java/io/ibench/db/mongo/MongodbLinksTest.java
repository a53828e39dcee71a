package io.ibench.db.mongo;

import static io.ibench.db.mongo.GraphCommands.ID1;
import static io.ibench.db.mongo.GraphCommands.LINK_TYPE;
import static io.ibench.db.mongo.GraphCommands.NO_DATA;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each link operation finds, changes and sends. */
class MongodbLinksTest {

  private final List<String> sent = new ArrayList<>();
  private ServerInProcess server;
  private Database database;
  private Session session;
  private GraphCommands graph;

  @BeforeEach
  void open() throws Exception {
    server = new ServerInProcess();
    database = server.open(sent);
    GraphCommands.createTables(database);
    session = database.session();
    graph = new GraphCommands(session);
    sent.clear();
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    database.close();
    server.close();
  }

  @Test
  void aNewLinkIsCounted() throws Exception {
    assertThat(graph.putLink(1, NO_DATA, 10)).isEqualTo(Prepared.ABSENT);
    assertThat(sent).containsExactly("findAndModify", "update");
    assertThat(graph.count()).isEqualTo(1);
  }

  @Test
  void anExistingLinkIsReplacedInOneTripAndNotCountedAgain() throws Exception {
    graph.putLink(1, NO_DATA, 10);
    sent.clear();

    assertThat(graph.putLink(1, NO_DATA, 11)).isEqualTo(1);
    assertThat(sent).containsExactly("findAndModify");
    assertThat(graph.count()).isEqualTo(1);
    assertThat(list(10, 0)).containsExactly(1L, 11L);
  }

  @Test
  void aHiddenLinkThatIsAddedAgainIsCountedAgain() throws Exception {
    graph.putLink(1, NO_DATA, 10);
    graph.hideLink(1);

    assertThat(graph.putLink(1, NO_DATA, 11)).isZero();
    assertThat(graph.count()).isEqualTo(1);
  }

  @Test
  void hidingAVisibleLinkCountsDownInTwoTrips() throws Exception {
    graph.putLink(1, NO_DATA, 10);
    graph.putLink(2, NO_DATA, 10);
    sent.clear();

    assertThat(graph.hideLink(1)).isEqualTo(1);
    assertThat(sent).containsExactly("findAndModify", "update");
    assertThat(graph.count()).isEqualTo(1);
    assertThat(list(10, 0)).containsExactly(2L, 10L);
  }

  @Test
  void hidingAHiddenOrMissingLinkChangesNothingInOneTrip() throws Exception {
    graph.putLink(1, NO_DATA, 10);
    graph.hideLink(1);
    sent.clear();

    assertThat(graph.hideLink(1)).isZero();
    assertThat(graph.hideLink(2)).isEqualTo(Prepared.ABSENT);
    assertThat(sent).containsExactly("findAndModify", "findAndModify");
    assertThat(graph.count()).isZero();
  }

  @Test
  void aListIsNewestFirstThenHighestId2AndEndsAtItsLimit() throws Exception {
    long[][] links = {{1, 10}, {5, 30}, {-3, 20}, {4, 20}, {2, 20}, {6, 40}};
    for (long[] link : links) {
      graph.putLink(link[0], NO_DATA, link[1]);
    }
    graph.hideLink(6);
    sent.clear();

    assertThat(list(4, 0)).containsExactly(5L, 30L, 4L, 20L, 2L, 20L, -3L, 20L);
    assertThat(list(3, 1)).containsExactly(4L, 20L, 2L, 20L, -3L, 20L);
    assertThat(sent).containsExactly("find", "find");
  }

  /** The rows of a list one after the other: id2 and time of each. */
  private List<Long> list(int limit, int offset) throws DatabaseException {
    Prepared list = session.prepare(GraphCommands.list(limit, offset));
    sent.remove("listCollections");
    list.setLong(0, ID1);
    list.setLong(1, LINK_TYPE);
    list.setLong(2, 0);
    list.setLong(3, Long.MAX_VALUE);
    List<Long> found = new ArrayList<>();
    int rows = list.execute();
    for (int row = 0; row < rows; row++) {
      found.add(list.getLong(row, 0));
      found.add(list.getLong(row, 1));
    }
    return found;
  }

  @Test
  void everyByteSurvivesUpsertAndSelect() throws Exception {
    byte[] all = new byte[255];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i + 1);
    }
    byte[] zeros = {0, 1, 0};
    graph.putLink(1, all, 10);
    graph.putLink(2, zeros, 10);
    Prepared links =
        session.prepare(
            Command.Select.of(
                GraphCommands.LINKS,
                List.of("data"),
                List.of(Condition.in("id2", 2), Condition.eq("link_type"), Condition.eq("id1"))));
    links.setLong(1, LINK_TYPE);
    links.setLong(2, ID1);

    assertThat(read(links, 1, all.length)).isEqualTo(all);
    assertThat(read(links, 2, zeros.length)).isEqualTo(zeros);
  }

  private static byte[] read(Prepared links, long id2, int length) throws DatabaseException {
    links.setLongs(0, new long[] {id2, 99}, 2);
    assertThat(links.execute()).isEqualTo(1);
    byte[] into = new byte[length];
    assertThat(links.getBytes(0, 0, into)).isEqualTo(length);
    return into;
  }
}
