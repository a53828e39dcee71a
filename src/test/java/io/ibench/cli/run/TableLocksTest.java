package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.UsageException;
import io.ibench.db.internal.TableLease.Holder;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableLocksTest {

  /** On a busy machine a table's lease is seconds older than that of the next one. */
  @Test
  void namesEachRunOnceWithTheNewestOfItsRenewals() {
    UsageException refused =
        TableLocks.refused(
            List.of(
                new Holder("counttable", "night", "", 7, 5_200),
                new Holder("linktable", "night", "", 7, 4_100),
                new Holder("pi1", "day", "", 8, 900)));

    assertThat(refused)
        .hasMessage(
            "counttable, linktable are in use by run night (unknown process, seen 4 s ago); wait"
                + " for its end; if it is dead, --break-lock takes over; "
                + "pi1 is in use by run day (unknown process, seen 0 s ago); wait for its end; if it is dead,"
                + " --break-lock takes over");
  }
}
