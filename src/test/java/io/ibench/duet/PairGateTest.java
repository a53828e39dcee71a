package io.ibench.duet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.measure.Clock;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PairGateTest {

  private static final long HOUR_NANOS = 3_600_000_000_000L;

  /** Whoever waits is woken by its partner; nobody is stopped. */
  private static Block block(int pairs, Block.Length length) {
    return new Block(
        "request.block_1",
        length,
        7,
        1,
        Clock.system(),
        new Block.Meter() {
          @Override
          public void begin(Side side) {}

          @Override
          public Costs end(Side side) {
            return Costs.UNKNOWN;
          }
        },
        new Block.Pairs(pairs, 1),
        () -> false);
  }

  private static Thread worker(PairGate gate, Side side, int operations, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < operations && !gate.isOver(side, System.nanoTime()); i++) {
                gate.await(side, 0, System.nanoTime());
                gate.begins(side);
                work.run();
                gate.succeeded(side, 1_000, 42);
              }
              gate.rests(side, System.nanoTime());
            });
    thread.setDaemon(true);
    return thread;
  }

  private static void run(List<Thread> threads) throws InterruptedException {
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** The order on the floor: both sides of a pair, then both of the next one. */
  @Test
  void bothSidesOfAPairFollowEachOtherInAnOrderThatACoinSays() throws InterruptedException {
    Block block = block(3, new Block.Length(HOUR_NANOS, HOUR_NANOS, 0, HOUR_NANOS));
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < 3; number++) {
      PairGate gate = block.gate(" " + number);
      for (Side side : Side.values()) {
        String name = number + side.name();
        threads.add(
            worker(
                gate,
                side,
                200,
                () -> {
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  order.add(name);
                  inside.decrementAndGet();
                }));
      }
    }
    run(threads);

    assertThat(most).hasValue(1);
    assertThat(order).hasSize(1200);
    int firstIsA = 0;
    for (int i = 0; i < order.size(); i += 2) {
      String one = order.get(i);
      String other = order.get(i + 1);
      assertThat(one.charAt(0)).isEqualTo(other.charAt(0));
      assertThat(one).isNotEqualTo(other);
      firstIsA += one.endsWith("A") ? 1 : 0;
    }
    assertThat(firstIsA).isBetween(240, 360);
    assertThat(block.result(1).firstOther()).isEqualTo(-1);
  }

  @Test
  void onlyPairsOfTheMeasuredPartCountAndBothSidesEndTogether() throws InterruptedException {
    Block block = block(1, new Block.Length(0, 1, 0, 1));
    PairGate gate = block.gate("");
    AtomicLong ofA = new AtomicLong();
    AtomicLong ofB = new AtomicLong();
    run(
        List.of(
            worker(gate, Side.A, 1000, ofA::incrementAndGet),
            worker(gate, Side.B, 1000, ofB::incrementAndGet)));
    assertThat(ofA.get()).isEqualTo(ofB.get()).isBetween(3L, 5L);
    assertThat(block.result(1).pairs()).isEqualTo(1);
    assertThat(block.result(1).operations().get(0).medianLogRatio()).isZero();
  }

  @Test
  void aPairWithOtherAnswersOrAFailureIsCounted() throws InterruptedException {
    Block block = block(1, new Block.Length(HOUR_NANOS, HOUR_NANOS, 0, HOUR_NANOS));
    PairGate gate = block.gate("");
    Thread a =
        new Thread(
            () -> {
              for (int i = 0; i < 3; i++) {
                gate.await(Side.A, 0, System.nanoTime());
                gate.begins(Side.A);
                gate.succeeded(Side.A, 10, i == 0 ? 1 : 2);
              }
              gate.rests(Side.A, System.nanoTime());
            });
    Thread b =
        new Thread(
            () -> {
              for (int i = 0; i < 3; i++) {
                gate.await(Side.B, 0, System.nanoTime());
                gate.begins(Side.B);
                if (i == 2) {
                  gate.begins(Side.B);
                }
                gate.succeeded(Side.B, 10, 2);
              }
              gate.rests(Side.B, System.nanoTime());
            });
    run(List.of(a, b));
    BlockResult result = block.result(1);
    assertThat(result.firstOther()).isZero();
    assertThat(result.failedPairs()).isEqualTo(1);
    assertThat(result.unlikePairs()).isZero();
  }

  @Test
  void aPairAllocatesNothing() throws InterruptedException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Block block = block(2, new Block.Length(HOUR_NANOS, HOUR_NANOS, 0, HOUR_NANOS));
    AtomicLong allocated = new AtomicLong();
    List<Thread> all = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      PairGate gate = block.gate(" " + number);
      for (Side side : Side.values()) {
        AtomicLong begin = new AtomicLong(-1);
        AtomicInteger done = new AtomicInteger();
        all.add(
            worker(
                gate,
                side,
                3000,
                () -> {
                  int count = done.incrementAndGet();
                  if (count == 1000) {
                    begin.set(threads.getCurrentThreadAllocatedBytes());
                  } else if (count == 3000) {
                    allocated.addAndGet(threads.getCurrentThreadAllocatedBytes() - begin.get());
                  }
                }));
      }
    }
    run(all);
    // Four threads with 2,000 pairs each: not even a byte for each of them.
    assertThat(allocated.get()).isLessThan(4000);
  }
}
