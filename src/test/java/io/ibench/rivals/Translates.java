package io.ibench.rivals;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The rows of docs/coming-from.md whose two sides a test runs. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Translates {

  /** The first command or option in the left column of each row. */
  String[] value();
}
