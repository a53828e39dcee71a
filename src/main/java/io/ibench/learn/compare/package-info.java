/** How a run of a learned script differs from what was learned. */
@NullMarked
package io.ibench.learn.compare;

import org.jspecify.annotations.NullMarked;
