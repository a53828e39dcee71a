/** The command {@code learn}: its files and options. */
@NullMarked
package io.ibench.cli.learn;

import org.jspecify.annotations.NullMarked;
