package io.ibench.db;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Runs a parameterized class or test once for each of the {@link Products}. */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("each-product")
@ArgumentsSource(Products.class)
public @interface EachProduct {

  /**
   * Whether one pooled product stands for all of them, in tests that are long and not about
   * connections.
   */
  boolean onePool() default false;
}
