package io.ibench.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.ibench.contract.RuleResult.State;
import io.ibench.contract.RuleRunner.Limits;
import io.ibench.db.Adapters;
import io.ibench.db.DatabaseException;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** A test for each rule, all on one database of a product. */
final class RuleTests {

  private static final String WAIT = "SessionRules.endsAWaitWhenAborted";

  /** A lock that is never released ends one test, not the whole run. */
  static final Limits LIMITS = new Limits(TimeUnit.MINUTES.toNanos(5), TimeUnit.SECONDS.toNanos(5));

  private RuleTests() {}

  /**
   * Opens the database, which is closed with the stream.
   *
   * @param folder for the files of an embedded engine
   */
  static Stream<DynamicTest> of(Product product, Path folder, Predicate<ContractRule> chosen)
      throws DatabaseException {
    FreshDatabase fresh = FreshDatabase.of(product, folder);
    assertThat(fresh.database().hasTransactions()).isEqualTo(product.hasTransactions());
    RuleRunner runner =
        new RuleRunner(
            fresh.database(),
            Adapters.named(product.adapter()),
            LIMITS,
            System::nanoTime,
            (rule, nanos) -> {});
    return Contract.rules().stream()
        .filter(chosen)
        .map(rule -> DynamicTest.dynamicTest(rule.name(), () -> check(product, runner, rule)))
        .onClose(() -> close(fresh));
  }

  private static void close(FreshDatabase fresh) {
    try {
      assertThat(Contract.existingTables(fresh.database())).as("tables that are left").isEmpty();
      fresh.close();
    } catch (DatabaseException e) {
      throw new AssertionError(e);
    }
  }

  private static void check(Product product, RuleRunner runner, ContractRule rule) {
    RuleResult result = runner.run(rule);
    if (result.state() == State.NOT_APPLICABLE) {
      abort(result.details().get(0));
    }
    assertThat(result.state())
        .as(() -> rule.sentence() + "\n" + String.join("\n", result.details()))
        .isEqualTo(expected(product, rule.name()));
  }

  private static State expected(Product product, String rule) {
    if (brokenBy(product).contains(rule)) {
      return rule.equals(WAIT) ? State.HANGING : State.BROKEN;
    }
    return State.KEPT;
  }

  /**
   * Derby moves a time that summer time skips in the client's zone, even from text, and has no
   * plans, as Firebird; those of DuckDB name no index. Firebird has the lowest BIGINT in a wrong
   * place, and its driver cannot end a wait for a lock.
   */
  private static Set<String> brokenByJdbc(String product) {
    Set<String> broken = new HashSet<>();
    broken.add("DescriptionRules.countsSomethingWhenRowsAreInserted");
    broken.add("DescriptionRules.describesTheTables");
    if (product.equals("Derby")) {
      broken.add("TimeAndFloatRules.readsTheSameTimesInEveryZoneOfTheClient");
      broken.add("ExplainRules.namesTheIndexThatASelectReads");
      broken.add("ExplainRules.doesNotFindAMissingTable");
    } else if (product.equals("DuckDB")) {
      broken.add("ExplainRules.namesTheIndexThatASelectReads");
    } else if (product.equals("Firebird")) {
      broken.add("ExplainRules.namesTheIndexThatASelectReads");
      broken.add("ExplainRules.doesNotFindAMissingTable");
      broken.add("ValueRules.keepsNumbersAtTheEndsOfTheirRanges");
      broken.add(WAIT);
    }
    return broken;
  }

  /** What a product does not do. Only FerretDB breaks a rule that must be kept. */
  private static Set<String> brokenBy(Product product) {
    return switch (product) {
      case MEMORY ->
          Set.of(
              "QuiesceRules.reportsWhatWasDone",
              "DescriptionRules.knowsItsSize",
              "DescriptionRules.countsSomethingWhenRowsAreInserted",
              "DescriptionRules.describesTheTables");
      case ROCKSDB -> Set.of("DescriptionRules.knowsItsSize");
      case JDBC -> brokenByJdbc(FreshDatabase.jdbcProduct());
      case MONGODB, MONGODB_SET ->
          Set.of(
              "DifferenceRules.namesFurtherColumns",
              "DifferenceRules.namesAnotherPrimaryKey",
              "DescriptionRules.countsSomethingWhenRowsAreInserted");
      case FERRETDB ->
          Set.of(
              "DifferenceRules.namesFurtherColumns",
              "DifferenceRules.namesAnotherPrimaryKey",
              "DescriptionRules.countsSomethingWhenRowsAreInserted",
              "ConcurrencyRules.tellsOneOfSeveralUpsertsThatTheRowWasMissing");
      default -> Set.of();
    };
  }
}
