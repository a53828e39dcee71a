/**
 * The workload {@code script}: the user's own statements, in files of pgbench's form.
 *
 * <p>{@code FileReader} reads a file, {@code Lexer} divides it into sections, statements and meta
 * commands, {@code ScriptReader} chooses the sections of the product, {@code CodeCompiler} compiles
 * each transaction into {@code Code}, and expressions into a {@code Program}; all mistakes are
 * found there. {@code Interpreter} executes the code of one worker on a {@code Machine}.
 */
package io.ibench.workload.script;
