package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.testing.Slow;
import io.ibench.workload.linkbench.StoredGraph.Link;
import io.ibench.workload.linkbench.StoredGraph.Pair;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A graph that eight threads wrote to, with hidden links and with more than a thousand links per id
 * and type, is damaged without the register's knowledge. Only the numbers in verification's report
 * are compared.
 */
class DamageByHandTest extends GraphContract {

  private static final Pattern NUMBER = Pattern.compile("(?<!\\w)\\d+(,\\d{3})*(?!\\w)");
  private static final List<Condition> COUNT_KEY =
      List.of(Condition.eq("id"), Condition.eq("link_type"));
  private static final List<Condition> LINK_KEY =
      List.of(Condition.eq("link_type"), Condition.eq("id1"), Condition.eq("id2"));

  private LinkBenchRun run;

  @BeforeEach
  void loadAndWrite() throws Exception {
    Map<String, String> settings = new HashMap<>();
    LinkBenchKeys.MIX.values().forEach(percent -> settings.put(percent.name(), "0"));
    settings.put("linkbench.addlink", "50");
    settings.put("linkbench.deletelink", "50");
    settings.put("linkbench.maxid1", "6");
    settings.put("linkbench.degrees", LinkBenchRun.distribution(folder, "2400 100"));
    run = LinkBenchRun.on(database, settings);
    run.load(1);
    run.act("index");
    boolean together = product.hasExactUpserts();
    run.request(together ? 8 : 1, together ? 25 : 200);
    assertThat(problems()).as("after requests on " + product).isEmpty();
  }

  private List<String> problems() throws Exception {
    return run.act("verify").problems();
  }

  private void execute(Command command, long... parameters) throws DatabaseException {
    try (Session session = database.session()) {
      Prepared prepared = session.prepare(command);
      for (int i = 0; i < parameters.length; i++) {
        prepared.setLong(i, parameters[i]);
      }
      assertThat(prepared.execute()).isEqualTo(1);
    }
  }

  private void addToCount(Pair pair, long delta) throws DatabaseException {
    Command add =
        new Command.Update(
            GraphTables.COUNTS,
            List.of(),
            List.of(new Add("count", delta)),
            COUNT_KEY,
            Optional.empty());
    execute(add, pair.id(), pair.type());
  }

  private void deleteCount(Pair pair) throws DatabaseException {
    execute(new Command.Delete(GraphTables.COUNTS, COUNT_KEY, 0), pair.id(), pair.type());
  }

  private void insertCount(Pair pair, long count) throws DatabaseException {
    Command insert = new Command.Insert(GraphTables.COUNTS, GraphTables.COUNTS.columnNames(), 1);
    execute(insert, pair.id(), pair.type(), count, 0, 0);
  }

  private void setVisibility(Link link, long visibility) throws DatabaseException {
    Command set =
        new Command.Update(
            GraphTables.LINKS,
            List.of(Assign.constant("visibility", visibility)),
            List.of(),
            LINK_KEY,
            Optional.empty());
    execute(set, link.of().type(), link.of().id(), link.id2());
  }

  private Link link(boolean visible) throws DatabaseException {
    return StoredGraph.read(database).links().stream()
        .filter(link -> link.visible() == visible)
        .findFirst()
        .orElseThrow();
  }

  private long count(Pair pair) throws DatabaseException {
    return StoredGraph.read(database).counts().get(pair);
  }

  private static Set<Long> numbers(String problem) {
    Set<Long> numbers = new HashSet<>();
    NUMBER
        .matcher(problem)
        .results()
        .map(MatchResult::group)
        .forEach(number -> numbers.add(Long.parseLong(number.replace(",", ""))));
    return numbers;
  }

  /** One problem of this id and type, with both numbers. */
  private static void assertNamed(List<String> problems, Pair pair, long count, long visible) {
    List<String> ofPair =
        problems.stream()
            .filter(problem -> numbers(problem).containsAll(Set.of(pair.id(), pair.type())))
            .toList();
    assertThat(ofPair).as("problems of " + pair + " among " + problems).hasSize(1);
    assertThat(numbers(ofPair.get(0))).contains(count, visible);
  }

  /** Problems that name an id and a type. */
  private static long named(List<String> problems) {
    return problems.stream()
        .filter(problem -> numbers(problem).stream().anyMatch(n -> n / 1000 == 123456))
        .count();
  }

  /** One load serves all, because each damage is repaired. */
  @Slow
  @Test
  void eachDamageIsNamedWithBothNumbers() throws Exception {
    aCountThatIsOneTooHigh();
    aCountRowThatIsGone();
    aLinkThatWasHidden();
    aHiddenLinkThatBecameVisible();
    aLinkCountedForTheWrongId();
    damageOfEveryKindAtOnce();
  }

  private void aCountThatIsOneTooHigh() throws Exception {
    Pair pair = new Pair(3, Graph.TYPE + 1);
    long right = count(pair);
    assertThat(right).isGreaterThan(1000);
    addToCount(pair, 1);
    List<String> problems = problems();
    assertNamed(problems, pair, right + 1, right);
    assertThat(problems).hasSize(1);
    addToCount(pair, -1);
    assertThat(problems()).isEmpty();
  }

  private void aCountRowThatIsGone() throws Exception {
    Pair pair = new Pair(5, Graph.TYPE + 1);
    long right = count(pair);
    deleteCount(pair);
    List<String> problems = problems();
    assertNamed(problems, pair, 0, right);
    assertThat(named(problems)).isEqualTo(1);
    insertCount(pair, right);
    assertThat(problems()).isEmpty();
  }

  private void aLinkThatWasHidden() throws Exception {
    Link link = link(true);
    long count = count(link.of());
    setVisibility(link, GraphData.HIDDEN);
    List<String> problems = problems();
    assertNamed(problems, link.of(), count, count - 1);
    assertThat(named(problems)).isEqualTo(1);
    setVisibility(link, GraphData.VISIBLE);
    assertThat(problems()).isEmpty();
  }

  private void aHiddenLinkThatBecameVisible() throws Exception {
    Link link = link(false);
    long count = count(link.of());
    setVisibility(link, GraphData.VISIBLE);
    List<String> problems = problems();
    assertNamed(problems, link.of(), count, count + 1);
    assertThat(named(problems)).isEqualTo(1);
    setVisibility(link, GraphData.HIDDEN);
    assertThat(problems()).isEmpty();
  }

  /** Two errors that cancel out in the totals. */
  private void aLinkCountedForTheWrongId() throws Exception {
    Pair one = new Pair(1, Graph.TYPE);
    Pair other = new Pair(2, Graph.TYPE);
    long ofOne = count(one);
    long ofOther = count(other);
    addToCount(one, 1);
    addToCount(other, -1);
    List<String> problems = problems();
    assertNamed(problems, one, ofOne + 1, ofOne);
    assertNamed(problems, other, ofOther - 1, ofOther);
    assertThat(named(problems)).isEqualTo(2);
    addToCount(one, -1);
    addToCount(other, 1);
    assertThat(problems()).isEmpty();
  }

  private void damageOfEveryKindAtOnce() throws Exception {
    Link hidden = link(true);
    Pair tooHigh = new Pair(3, Graph.TYPE);
    Pair gone = new Pair(5, Graph.TYPE + 1);
    assertThat(hidden.of()).isNotIn(tooHigh, gone);
    Map<Pair, Long> right = StoredGraph.read(database).visible();
    setVisibility(hidden, GraphData.HIDDEN);
    addToCount(tooHigh, 1);
    deleteCount(gone);
    List<String> problems = problems();
    assertNamed(problems, hidden.of(), right.get(hidden.of()), right.get(hidden.of()) - 1);
    assertNamed(problems, tooHigh, right.get(tooHigh) + 1, right.get(tooHigh));
    assertNamed(problems, gone, 0, right.get(gone));
    assertThat(named(problems)).isEqualTo(3);
  }
}
