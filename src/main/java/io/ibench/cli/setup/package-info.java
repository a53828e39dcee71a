/**
 * What a command does, read and checked before anything is touched: files of settings, plug-ins,
 * the keys of a run, the size of its data. {@code Setup} has the result.
 */
package io.ibench.cli.setup;
