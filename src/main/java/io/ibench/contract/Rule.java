package io.ibench.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A rule of the contract: a method without parameters that returns if the database keeps it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Rule {

  /** The rule as one sentence. */
  String value();

  ContractRule.Level level() default ContractRule.Level.MUST;

  /** A database without one of these is not asked. */
  Need[] needs() default Need.DATA;

  /**
   * Whether it changes the whole process, such as its time zone: nothing else may run meanwhile.
   */
  boolean alone() default false;
}
