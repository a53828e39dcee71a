package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The heap that the recorders of a very large run take: 64 workers, ten operations, at a rate. */
class RecorderMemoryTest {

  private static final int WORKERS = 64;
  private static final int OPERATIONS = 10;
  private static final int KINDS = 13;
  private static final long MEBIBYTE = 1L << 20;

  private final List<OperationStats> sums = Recorder.emptySums(OPERATIONS, KINDS, true);
  private final List<Recorder> recorders = new ArrayList<>();

  /** Records every operation in both sets of books. */
  private void use() {
    for (int worker = 0; worker < WORKERS; worker++) {
      Recorder recorder = new Recorder(OPERATIONS, KINDS, true);
      recorders.add(recorder);
      use(recorder);
      use(recorder);
    }
  }

  private void use(Recorder recorder) {
    for (int operation = 0; operation < OPERATIONS; operation++) {
      recorder.success(operation, 0, 500, 1_000, 1);
      recorder.unstarted(operation, 0, 1_000);
    }
    recorder.flip();
    recorder.drainInto(sums);
  }

  @Test
  void allRecordersTogetherFitIntoASmallHeap() {
    use();
    long histograms = 2L * WORKERS * OPERATIONS * 2;
    long histogramBytes = histograms * Latency.histogram().getEstimatedFootprintInBytes();
    assertThat(Footprint.bytes(recorders))
        .as("service and response, in two sets of books, with 4 bytes for a count")
        .isGreaterThan(histogramBytes / 2)
        .isLessThan(64 * MEBIBYTE);
  }

  @Test
  void failuresEverywhereAddHalfAsMuch() {
    use();
    long before = Footprint.bytes(recorders);
    for (Recorder recorder : recorders) {
      for (int round = 0; round < 2; round++) {
        for (int operation = 0; operation < OPERATIONS; operation++) {
          recorder.failure(operation, 0, 0, 0, 1_000);
        }
        recorder.flip();
        recorder.drainInto(sums);
      }
    }
    assertThat(Footprint.bytes(recorders)).isBetween(before, before + before / 2);
  }

  @Test
  void whatIsKeptIsUsedAgain() {
    use();
    long before = Footprint.bytes(recorders);
    for (int interval = 0; interval < 1_000; interval++) {
      use(recorders.get(interval % WORKERS));
    }
    assertThat(Footprint.bytes(recorders)).isEqualTo(before);
  }

  @Test
  void operationsThatNeverHappenTakeNoHistogram() {
    Recorder recorder = new Recorder(1_000, KINDS, true);
    recorder.success(7, 0, 500, 1_000, 1);
    assertThat(Footprint.bytes(recorder)).isLessThan(MEBIBYTE);
  }
}
