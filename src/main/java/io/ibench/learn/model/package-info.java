/** What a log's statements have in common: transactions and their types, loops, dependences. */
@NullMarked
package io.ibench.learn.model;

import org.jspecify.annotations.NullMarked;
