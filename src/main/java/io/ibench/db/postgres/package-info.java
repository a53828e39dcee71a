/**
 * PostgreSQL through pgjdbc: {@link io.ibench.db.postgres.PostgresAdapter}.
 *
 * <p>{@code PostgresDatabase} and {@code PostgresSession} do the work; {@code PostgresSql} writes
 * the statements; {@code PostgresVersion} contains the differences between versions. Values are
 * sent in binary ({@code BinaryValue}), and batches as one array per column on request.
 *
 * <p>{@code PostgresDatabase} is thread-safe; a session and its statements are confined to one
 * thread.
 */
package io.ibench.db.postgres;
