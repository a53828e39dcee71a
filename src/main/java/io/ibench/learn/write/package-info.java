/** What was learned, as files for a reader and for ibench. */
@NullMarked
package io.ibench.learn.write;

import org.jspecify.annotations.NullMarked;
