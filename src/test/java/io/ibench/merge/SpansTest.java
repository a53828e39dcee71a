package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.merge.Spans.Span;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpansTest {

  @Test
  void aSpanIsInMillisecondsByTheClockThatItIsShiftedTo() {
    Span span = Span.of(Instant.ofEpochMilli(5_000), 1.5, -200);

    assertThat(span).isEqualTo(new Span(4_800, 6_300));
    assertThat(span.seconds()).isEqualTo(1.5);
    assertThat(span.started()).isEqualTo(Instant.ofEpochMilli(4_800));
  }

  @Test
  void spansMeetInAPoint() {
    Span span = new Span(2, 4);

    assertThat(span.meets(new Span(4, 5))).isTrue();
    assertThat(span.meets(new Span(1, 2))).isTrue();
    assertThat(span.meets(new Span(4.5, 5))).isFalse();
    assertThat(span.meets(new Span(0, 1.5))).isFalse();
  }

  @Test
  void theUnionHasOneSpanForThoseThatMeet() {
    assertThat(Spans.union(List.of(new Span(7, 8), new Span(0, 2), new Span(1, 3), new Span(3, 4))))
        .containsExactly(new Span(0, 4), new Span(7, 8));
    assertThat(Spans.union(List.of(new Span(0, 9), new Span(2, 3))))
        .containsExactly(new Span(0, 9));
    assertThat(Spans.union(List.of())).isEmpty();
  }

  @Test
  void onlyTimeInBothListsIsCommon() {
    List<Span> some = List.of(new Span(0, 4), new Span(6, 9), new Span(20, 30));
    List<Span> others = List.of(new Span(1, 2), new Span(3, 7), new Span(8, 8.5), new Span(9, 12));

    List<Span> common = List.of(new Span(1, 2), new Span(3, 4), new Span(6, 7), new Span(8, 8.5));
    assertThat(Spans.common(some, others)).isEqualTo(common);
    assertThat(Spans.common(others, some)).isEqualTo(common);
    assertThat(Spans.common(some, List.of())).isEmpty();
  }
}
