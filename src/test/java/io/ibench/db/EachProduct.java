package io.ibench.db;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a parameterized class or test once for each of the {@link Products}, in parallel with each
 * other and with all tests of that class. Without the mode, JUnit would run all parameterized
 * classes one after the other.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("each-product")
@Execution(ExecutionMode.CONCURRENT)
@ArgumentsSource(Products.class)
public @interface EachProduct {

  /**
   * Whether one pooled product stands for all of them, in tests that are long and not about
   * connections.
   */
  boolean onePool() default false;

  /**
   * Whether one way to reach each adapter is enough, in tests that are long and about neither
   * connections nor locks: MariaDB on InnoDB, the adapter for MySQL through a pool, and a MongoDB
   * with transactions and one without.
   */
  boolean oneOfEachAdapter() default false;
}
