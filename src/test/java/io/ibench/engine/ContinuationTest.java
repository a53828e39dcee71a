package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.random.Random64;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContinuationTest {

  @Test
  void noProcessRepeatsWhatAnEarlierOneHasDrawn() {
    long first = Random64.hash(2026, 0);
    Set<Long> drawn = new HashSet<>();
    for (int segment = 0; segment < 20; segment++) {
      Continuation continuation = new Continuation(segment, Optional.empty(), OptionalLong.empty());
      long seed = continuation.streamSeed(first);
      assertThat(seed).isEqualTo(continuation.streamSeed(first));
      Random64 random = new Random64(seed);
      for (int i = 0; i < 1_000; i++) {
        drawn.add(random.nextLong(Long.MAX_VALUE));
      }
    }
    assertThat(drawn).hasSize(20_000);
    assertThat(Continuation.NONE.streamSeed(first)).as("a new run").isEqualTo(first);
  }
}
