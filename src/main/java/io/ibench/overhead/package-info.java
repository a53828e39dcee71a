/** What ibench itself costs: {@code bin/ibench overhead}. */
package io.ibench.overhead;
