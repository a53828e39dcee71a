/** The query logs of servers: which format a file has, and its statements in order. */
@NullMarked
package io.ibench.learn.log;

import org.jspecify.annotations.NullMarked;
