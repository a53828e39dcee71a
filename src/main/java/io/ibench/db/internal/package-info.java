/**
 * ibench's own tables: {@code ibench_tables}, which records the contents of all other tables
 * ({@link io.ibench.db.internal.TableRegister}), {@code ibench_lease} ({@link
 * io.ibench.db.internal.TableLease}) and {@code ibench_agents} ({@link
 * io.ibench.db.internal.AgentTable}). No plug-in needs this package.
 */
package io.ibench.db.internal;
