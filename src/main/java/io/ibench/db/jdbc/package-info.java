/**
 * What the adapters for JDBC drivers share. It knows JDBC and standard SQL, and no product.
 *
 * <p>{@link io.ibench.db.jdbc.ConnectionSettings} reads the settings and opens connections; {@link
 * io.ibench.db.jdbc.JdbcConnector} describes a driver. {@link io.ibench.db.jdbc.Sql} writes the
 * statements and {@link io.ibench.db.jdbc.JdbcCompiler} prepares them as {@link
 * io.ibench.db.jdbc.JdbcPrepared} and {@link io.ibench.db.jdbc.BatchInsert}. {@link
 * io.ibench.db.jdbc.AdminConnection}, {@link io.ibench.db.jdbc.CancellableDdl} and {@link
 * io.ibench.db.jdbc.BackgroundTasks} serve the database itself; {@link
 * io.ibench.db.jdbc.PooledSession} serves workers that share connections.
 *
 * <p>Classes of a session are confined to its thread; classes of a database are thread-safe.
 */
package io.ibench.db.jdbc;
