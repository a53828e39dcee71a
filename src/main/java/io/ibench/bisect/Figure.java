package io.ibench.bisect;

import java.util.Optional;

/** What a version is judged by. */
public enum Figure {
  TIME,
  CPU;

  /** What a duet says of it. */
  Optional<Effect> of(Comparison found) {
    return Effect.of(this == TIME ? found.time() : found.cpu());
  }
}
