package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.internal.TableLease;
import io.ibench.db.internal.TableLease.Holder;
import io.ibench.db.internal.TableLease.LostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableLeaseTest extends DatabaseContract {

  private TableLease lease(String run, long token) {
    return new TableLease(database, List.of("things", "notes"), run, "owner of " + run, token);
  }

  @Test
  void onlyOneRunHasTheTablesAndTheOthersLearnItsName() throws Exception {
    assertThat(lease("first", 11).take(holder -> false)).isEmpty();
    assertThat(lease("second", 22).take(holder -> false))
        .extracting(Holder::runId, Holder::owner, Holder::token)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("first", "owner of first", 11L));
    assertThat(lease("second", 22).holders()).hasSize(2);
    lease("first", 11).renew();
  }

  @Test
  void aRunThatCannotHaveAllTablesTakesNone() throws Exception {
    new TableLease(database, List.of("things"), "first", "", 11).take(holder -> false);
    assertThat(lease("second", 22).take(holder -> false)).hasSize(1);
    assertThat(lease("second", 22).holders()).extracting(Holder::runId).containsExactly("first");
  }

  @Test
  void aReleasedLeaseIsFreeAndReleasingDoesNotTouchThatOfAnotherRun() throws Exception {
    lease("first", 11).take(holder -> false);
    lease("second", 22).release();
    assertThat(lease("first", 11).holders()).hasSize(2);
    lease("first", 11).release();
    assertThat(lease("second", 22).take(holder -> false)).isEmpty();
  }

  @Test
  void theLeaseOfADeadProcessIsTakenOverAndItsFormerOwnerNoticesIt() throws Exception {
    lease("first", 11).take(holder -> false);
    assertThat(lease("second", 22).take(holder -> holder.token() == 11)).isEmpty();
    assertThat(lease("second", 22).holders()).extracting(Holder::token).containsOnly(22L);
    assertThatExceptionOfType(LostException.class)
        .isThrownBy(() -> lease("first", 11).renew())
        .withMessageContaining("run second");
    lease("second", 22).release();
    assertThatExceptionOfType(LostException.class).isThrownBy(() -> lease("first", 11).renew());
  }

  @Test
  void theAgeOfALeaseFollowsTheClockOfTheServer() throws Exception {
    lease("first", 11).take(holder -> false);
    assertThat(lease("first", 11).holders())
        .allSatisfy(holder -> assertThat(holder.ageMillis()).isBetween(0L, 60_000L));
  }
}
