/**
 * What every command stands on: the process and its environment, signals, exit codes, the
 * installation, and how mistakes are told. It knows nothing of settings and runs, so that all other
 * packages of commands may use it.
 */
package io.ibench.cli.ground;
