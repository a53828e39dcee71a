/** A schema and its statistics, and the sections of a script that make such data. */
@NullMarked
package io.ibench.learn.data;

import org.jspecify.annotations.NullMarked;
