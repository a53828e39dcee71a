/** Statements as a log has them: their form without values, and the values. */
@NullMarked
package io.ibench.learn.sql;

import org.jspecify.annotations.NullMarked;
