package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecorderTest {

  static Stream<Recorder> recorders() {
    return Stream.of(new Recorder(3, 2, true), new SharedRecorder(3, 2, true));
  }

  private static List<OperationStats> drain(Recorder recorder) {
    List<OperationStats> sums = Recorder.emptySums(3, 2, true);
    recorder.flip();
    recorder.drainInto(sums);
    return sums;
  }

  @ParameterizedTest
  @MethodSource("recorders")
  void everyKindOfEventReachesItsOperation(Recorder recorder) {
    recorder.success(1, 0, 5, 10, 4);
    recorder.failure(1, 1, 0, 0, 10);
    recorder.retry(1);
    recorder.unstarted(1, 0, 10);
    recorder.abandoned(1, 0, 10);
    List<OperationStats> sums = drain(recorder);
    OperationSummary summary = OperationSummary.of(1, sums.get(1), 2);
    assertThat(summary.count()).isEqualTo(1);
    assertThat(summary.rows()).isEqualTo(4);
    assertThat(summary.failures()).containsExactly(0L, 1L);
    assertThat(summary.retries()).isEqualTo(1);
    assertThat(summary.unstarted()).isEqualTo(1);
    assertThat(summary.abandoned()).isEqualTo(1);
    assertThat(summary.service().count()).isEqualTo(1);
    assertThat(summary.response().count()).isEqualTo(3);
    assertThat(summary.failed()).isPresent();
    assertThat(OperationSummary.of(0, sums.get(0), 2).isEmpty()).isTrue();
    assertThat(OperationSummary.of(2, sums.get(2), 2).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("recorders")
  void drainingTakesEachEventOnce(Recorder recorder) {
    for (int round = 1; round <= 5; round++) {
      for (int i = 0; i < round; i++) {
        recorder.success(0, 0, 0, 10, 1);
      }
      OperationStats stats = drain(recorder).get(0);
      assertThat(stats.successes()).isEqualTo(round);
      assertThat(stats.service().getTotalCount()).isEqualTo(round);
    }
    assertThat(drain(recorder).get(0).successes()).isZero();
  }

  @ParameterizedTest
  @MethodSource("recorders")
  void drainingAddsToWhatIsThere(Recorder recorder) {
    List<OperationStats> sums = Recorder.emptySums(3, 2, true);
    recorder.success(0, 0, 0, 10, 1);
    recorder.flip();
    recorder.drainInto(sums);
    recorder.success(0, 0, 0, 10, 1);
    recorder.flip();
    recorder.drainInto(sums);
    assertThat(sums.get(0).successes()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("recorders")
  void flippingDoesNotWaitForAWriteThatIsUnderWay(Recorder recorder) {
    recorder.success(0, 0, 0, 10, 1);
    long begun = recorder.beginWrite();
    recorder.flip();
    assertThat(recorder.isQuiet()).isFalse();
    List<OperationStats> sums = Recorder.emptySums(3, 2, true);
    assertThatThrownBy(() -> recorder.drainInto(sums)).isInstanceOf(IllegalStateException.class);
    recorder.endWrite(begun);
    assertThat(recorder.isQuiet()).isTrue();
    recorder.drainInto(sums);
    assertThat(sums.get(0).successes()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("recorders")
  void aWriteBegunAfterTheFlipDoesNotDelayDraining(Recorder recorder) {
    long first = recorder.beginWrite();
    recorder.flip();
    recorder.endWrite(first);
    long second = recorder.beginWrite();
    assertThat(recorder.isQuiet()).isTrue();
    recorder.endWrite(second);
  }
}
