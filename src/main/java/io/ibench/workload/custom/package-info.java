/**
 * The workload {@code custom}, which settings describe.
 *
 * <p>{@link io.ibench.workload.custom.CustomReader} reads the keys: {@code Tokenizer} splits a
 * value, a parser for each kind of key reads it and notes its mistakes, and what comes out is a
 * {@link io.ibench.workload.simple.Definition}. {@code Source} makes the values of a parameter.
 * Everything is compiled before the run; nothing is interpreted while an operation executes.
 */
package io.ibench.workload.custom;
