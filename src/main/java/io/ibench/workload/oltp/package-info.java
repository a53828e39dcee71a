/**
 * sysbench's OLTP scripts, and those that M. Callaghan's sysbench tests add: each script is a kind
 * of step.
 */
package io.ibench.workload.oltp;
