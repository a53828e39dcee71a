package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.workload.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References and ranges that verify checks, right and wrong: 6 rows refer to the keys 1 to 3. */
class CustomChecksTest {

  private static final String WORKLOAD =
      """
      workload = custom
      tables.p = id long key
      tables.c = id long key, p long, v long
      index.by_p = c(p)
      rows.p = 3
      rows.c = 6
      fill.c = p: in_turn(p), v: 5
      op.LOOK = 1: read c where id = 1
      check.ref = c.p in p
      check.range = c.v in 5..6
      steps = drop, create, load, index, verify
      """;

  @TempDir private Path folder;

  private Path file() throws Exception {
    return Files.writeString(folder.resolve("checks.properties"), WORKLOAD);
  }

  @Test
  void rightRowsAreFacts() throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.MEMORY, folder)) {
      CustomRun run = new CustomRun(fresh.database(), CustomRun.plan(file()));
      assertThat(run.problems()).isEmpty();
      assertThat(run.facts())
          .contains("ref: 6 values of c.p are keys of p", "range: 6 values of c.v are in range");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "p, 0, ref: 1 values of c.p are no key of p",
    "p, 4, ref: 1 values of c.p are no key of p",
    "v, 4, range: 1 values of c.v are out of range",
    "v, 7, range: 1 values of c.v are out of range",
    "p, 2, ''",
    "v, 6, ''",
  })
  void aRowThatIsChangedIsAProblemOrNot(String column, long value, String problem)
      throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.MEMORY, folder)) {
      Plan plan = CustomRun.plan(file());
      assertThat(new CustomRun(fresh.database(), plan).problems()).isEmpty();
      Table child = plan.tables().get(1).table();
      try (Session session = fresh.database().session()) {
        Command change = child.update().set(column, value).where("id");
        Prepared update = session.prepare(change);
        update.setLong(0, 4);
        assertThat(update.execute()).isEqualTo(1);
      }
      Plan verify = CustomRun.plan(file(), "steps=verify");
      assertThat(new CustomRun(fresh.database(), verify).problems())
          .isEqualTo(problem.isEmpty() ? List.of() : List.of(problem));
    }
  }

  @Test
  void aDeletedParentLeavesItsChildrenWithoutAKey() throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.MEMORY, folder)) {
      Plan plan = CustomRun.plan(file());
      assertThat(new CustomRun(fresh.database(), plan).problems()).isEmpty();
      try (Session session = fresh.database().session()) {
        Prepared delete = session.prepare(plan.tables().get(0).table().delete().where("id"));
        delete.setLong(0, 2);
        assertThat(delete.execute()).isEqualTo(1);
      }
      Plan verify = CustomRun.plan(file(), "steps=verify");
      assertThat(new CustomRun(fresh.database(), verify).problems())
          .contains("ref: 2 values of c.p are no key of p");
    }
  }
}
