/** By which law the values of a parameter are drawn. */
@NullMarked
package io.ibench.learn.law;

import org.jspecify.annotations.NullMarked;
