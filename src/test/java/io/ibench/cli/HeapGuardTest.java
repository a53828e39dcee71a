package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.cli.ground.UsageException;
import org.junit.jupiter.api.Test;

class HeapGuardTest {

  private static void throwing(Throwable error) throws Exception {
    HeapGuard.call(
        "a b",
        () -> {
          if (error instanceof Error fatal) {
            throw fatal;
          }
          throw (Exception) error;
        });
  }

  @Test
  void aHeapThatIsTooSmallForResultsIsAUsersMistakeThatNamesThemAndTheHeap() {
    OutOfMemoryError full = new OutOfMemoryError("Java heap space");
    for (Throwable error : new Throwable[] {full, new IllegalStateException("template", full)}) {
      assertThatThrownBy(() -> throwing(error))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("a b: what it holds does not fit into a heap of ")
          .hasMessageContaining("IBENCH_HEAP=");
    }
  }

  @Test
  void everythingElseIsAsItWas() throws Exception {
    OutOfMemoryError threads = new OutOfMemoryError("unable to create native thread");
    IllegalStateException other = new IllegalStateException("x", new IllegalStateException("y"));

    assertThatThrownBy(() -> throwing(threads)).isSameAs(threads);
    assertThatThrownBy(() -> throwing(other)).isSameAs(other);
    assertThat(HeapGuard.call("a", () -> 3)).isEqualTo(3);
  }
}
