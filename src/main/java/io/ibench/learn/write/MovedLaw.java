package io.ibench.learn.write;

import io.ibench.learn.law.Exponent;
import io.ibench.learn.law.Grade;
import io.ibench.learn.law.Law;
import org.jspecify.annotations.Nullable;

/** A law whose numbers are higher. */
record MovedLaw(Law law, long by) implements Law {

  @Override
  public String expression() {
    return by == 0 ? law.expression() : by + " + " + law.expression();
  }

  @Override
  public String words() {
    return law.words();
  }

  @Override
  public double hottest(double part) {
    return law.hottest(part);
  }

  @Override
  public double distance() {
    return law.distance();
  }

  @Override
  public @Nullable Exponent exponent() {
    return law.exponent();
  }

  @Override
  public Grade grade() {
    return law.grade();
  }
}
