/**
 * A whole experiment: the variants of a matrix, each repeated, each cell on a server of its own.
 * {@link io.ibench.suite.SuiteReader} reads the file, {@link io.ibench.suite.Supervisor} runs the
 * cells, {@link io.ibench.suite.SuiteReport} shows what they gave.
 */
package io.ibench.suite;
