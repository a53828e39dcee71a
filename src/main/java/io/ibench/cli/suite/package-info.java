/**
 * The command {@code suite}: a suite's file with all its runs checked, its plan and its archive.
 */
package io.ibench.cli.suite;
