package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServerWaitTest {

  private final List<String> said = new ArrayList<>();
  private long nanos = Long.MAX_VALUE - 5;
  private int tries;

  /** A wait moves it. */
  private final class ManualClock implements Clock {

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public long epochMillis() {
      return 0;
    }

    @Override
    public void parkUntil(long until) {
      nanos = until;
    }
  }

  /** The server answers in this way until it is there. */
  private Database open(long patienceSeconds, int missing, FailureKind kind) throws Exception {
    return new ServerWait(new ManualClock(), TimeUnit.SECONDS.toNanos(patienceSeconds), said::add)
        .open(
            () -> {
              if (++tries <= missing) {
                throw new DatabaseException(kind, "no answer " + tries);
              }
              return Adapters.open("memory", Map.of());
            });
  }

  @Test
  void aServerThatIsAwayIsWaitedForWithALineEachMinute() throws Exception {
    open(600, 150, FailureKind.CONNECTION_LOST).close();

    assertThat(tries).isEqualTo(151);
    assertThat(said)
        .containsExactly(
            "ibench: waiting up to 10 min for the server: no answer 1",
            "ibench: waiting up to 9 min for the server: no answer 61",
            "ibench: waiting up to 8 min for the server: no answer 121");
  }

  @Test
  void theWaitHasAnEnd() {
    assertThatThrownBy(() -> open(90, 1_000, FailureKind.SERVER_SHUTDOWN))
        .hasMessage("no answer 91");
    assertThat(said).hasSize(2);
  }

  @Test
  void withoutPatienceThereIsOneTry() {
    assertThatThrownBy(() -> open(0, 1_000, FailureKind.CONNECTION_LOST)).hasMessage("no answer 1");
    assertThat(said).isEmpty();
  }

  @Test
  void aWrongPasswordIsNotWaitedFor() {
    assertThatThrownBy(() -> open(600, 1_000, FailureKind.DENIED)).hasMessage("no answer 1");
    assertThat(said).isEmpty();
  }
}
