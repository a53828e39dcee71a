package io.ibench.duet;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** What each of the two sides has. Immutable. */
public record Both<T>(T a, T b) {

  /** That of one side. */
  public T of(Side side) {
    return side == Side.A ? a : b;
  }

  /** That of A, then that of B. */
  public List<T> all() {
    return List.of(a, b);
  }

  /** Something else of each side. */
  public <U> Both<U> map(Function<T, U> other) {
    return new Both<>(other.apply(a), other.apply(b));
  }

  /** Whether it is true for both. */
  public boolean allMatch(Predicate<T> condition) {
    return condition.test(a) && condition.test(b);
  }
}
