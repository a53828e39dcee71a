/**
 * ibench's own table {@code ibench_tables}, which records the contents of all other tables: {@link
 * io.ibench.db.internal.TableRegister}. No plug-in needs this package. Used by one thread at a
 * time.
 */
package io.ibench.db.internal;
