/**
 * Whether a step's figures can be trusted, and how they changed while it ran. Pure functions of
 * what was measured; every threshold is a named constant that stands in the reason it gives.
 */
package io.ibench.verdict;
