package io.ibench.learn.write;

import io.ibench.learn.law.ValueSketch;
import io.ibench.learn.model.LearnedType;
import io.ibench.learn.model.Loop;
import io.ibench.learn.sql.Literal;

/** How often repeats are executed. */
final class LoopCounts {

  private LoopCounts() {}

  static ValueSketch of(LearnedType learned, Loop loop) {
    ValueSketch sketch = new ValueSketch(1);
    learned
        .type()
        .turns(loop, learned.loops())
        .forEach(turns -> sketch.add(Literal.INTEGER, turns, 1, Literal.DIGITS));
    return sketch;
  }
}
