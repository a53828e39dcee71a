package io.ibench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.monitor.MonitorServer.UnavailableException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RecentContentTest {

  private long nanos = Long.MAX_VALUE - 5;
  private long costSeconds;
  private byte made;
  private final RecentContent content = new RecentContent(this::make, 10, () -> nanos);

  private byte[] make() {
    nanos += TimeUnit.SECONDS.toNanos(costSeconds);
    return new byte[] {++made};
  }

  private byte after(long seconds) throws UnavailableException {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
    return content.get()[0];
  }

  @Test
  void isNotMadeAgainBeforeItsAge() throws UnavailableException {
    assertThat(after(0)).isEqualTo((byte) 1);
    assertThat(after(9)).isEqualTo((byte) 1);
    assertThat(content.ageSeconds()).isEqualTo(9);
    assertThat(after(1)).isEqualTo((byte) 2);
    assertThat(content.ageSeconds()).isZero();
  }

  @Test
  void whatTakesLongIsMadeLessOften() throws UnavailableException {
    costSeconds = 2;
    assertThat(after(0)).isEqualTo((byte) 1);
    assertThat(after(37)).isEqualTo((byte) 1);
    assertThat(after(1)).isEqualTo((byte) 2);
  }
}
