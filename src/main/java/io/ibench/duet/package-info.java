/**
 * Two sides that do the same operations by turns: pairs of times, blocks of pairs, and what they
 * say of the difference.
 */
package io.ibench.duet;
