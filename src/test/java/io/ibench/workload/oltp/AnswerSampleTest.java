package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.oltp.OltpKeys.Answers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnswerSampleTest {

  /** The numbers of the operations whose values are read. */
  private static List<Integer> read(Answers answers) {
    AnswerSample sample = new AnswerSample(answers);
    return IntStream.range(0, 40).filter(operation -> sample.next()).boxed().toList();
  }

  @Test
  void readsTheFirstAndEachSixteenthOfASample() {
    assertThat(read(Answers.SAMPLE)).containsExactly(0, 16, 32);
  }

  @Test
  void readsAllOrNone() {
    assertThat(read(Answers.ALL)).hasSize(40);
    assertThat(read(Answers.NONE)).isEmpty();
  }
}
