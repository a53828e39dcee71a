package io.ibench.workload.script;

import io.ibench.measure.Role;

/**
 * A transaction of a script. Immutable.
 *
 * @param weight its usual share
 * @param retriesDuplicates whether it is repeated after a duplicate key
 */
record TransactionCode(Code code, double weight, Role role, boolean retriesDuplicates) {}
