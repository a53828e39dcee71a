package io.ibench.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncTerminalTest {

  private final List<String> written = new CopyOnWriteArrayList<>();
  private final CountDownLatch writing = new CountDownLatch(1);
  private final CountDownLatch standsStill = new CountDownLatch(1);

  /** A terminal on which the first line is stuck until the test releases it. */
  private final LineOutput terminal =
      new LineOutput() {
        @Override
        public void live(String line) {
          write("live " + line);
        }

        @Override
        public void lasting(String line) {
          write("lasting " + line);
        }

        private void write(String line) {
          writing.countDown();
          try {
            standsStill.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          written.add(line);
        }
      };

  private final AsyncTerminal lines = new AsyncTerminal(terminal);

  @AfterEach
  void letGo() {
    standsStill.countDown();
  }

  private void awaitFirst() throws InterruptedException {
    assertThat(writing.await(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void everythingIsWrittenInOrderBeforeTheEnd() throws Exception {
    standsStill.countDown();
    for (int i = 0; i < 100; i++) {
      lines.lasting("" + i);
    }
    lines.finish();

    assertThat(written).hasSize(100).startsWith("lasting 0").endsWith("lasting 99");
  }

  @Test
  void aTerminalThatStandsStillHoldsNobodyUp() throws Exception {
    lines.lasting("first");
    awaitFirst();
    for (int i = 0; i < 100_000; i++) {
      lines.live("" + i);
    }
    lines.lasting("over");
    lines.live("next");
    standsStill.countDown();
    lines.finish();

    assertThat(written).containsExactly("lasting first", "lasting over", "live next");
  }

  @Test
  void whatNobodyReadsDoesNotFillTheMemory() throws Exception {
    lines.lasting("first");
    awaitFirst();
    for (int i = 0; i < 100_000; i++) {
      lines.lasting("" + i);
    }
    standsStill.countDown();
    lines.finish();

    assertThat(written).hasSizeLessThan(2_000).endsWith("lasting 99999");
  }
}
