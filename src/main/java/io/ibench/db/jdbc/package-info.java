/**
 * The JDBC kit, and what the adapters for JDBC drivers share. It knows JDBC and standard SQL, and
 * no product.
 *
 * <p>A plug-in for a product with a JDBC driver uses:
 *
 * <ul>
 *   <li>{@link io.ibench.db.jdbc.JdbcAdapter}: its name, description and keys; it finds the driver.
 *   <li>{@link io.ibench.db.jdbc.Dialect}, which extends {@link io.ibench.db.jdbc.Sql} and {@link
 *       io.ibench.db.jdbc.Failures}: what the product does better than standard SQL, or in another
 *       way.
 *   <li>Where the defaults do not fit: {@link io.ibench.db.jdbc.JdbcDatabase}, {@link
 *       io.ibench.db.jdbc.ValueCodec} with {@link io.ibench.db.jdbc.StandardCodec} and {@link
 *       io.ibench.db.jdbc.DoubleCodec}, {@link io.ibench.db.jdbc.TransactionControl}, {@link
 *       io.ibench.db.jdbc.Administration}, {@link io.ibench.db.jdbc.StandardFailures}, {@link
 *       io.ibench.db.jdbc.Masker}.
 *   <li>As help: {@link io.ibench.db.jdbc.Drivers}, {@link io.ibench.db.jdbc.Connections}, {@link
 *       io.ibench.db.jdbc.Explanation}, {@link io.ibench.db.jdbc.BackgroundTasks}.
 * </ul>
 *
 * <p>The other classes are for ibench's own adapters. {@link io.ibench.db.jdbc.ConnectionSettings}
 * reads the settings of a server and opens connections; {@link io.ibench.db.jdbc.JdbcConnector}
 * describes its driver. {@link io.ibench.db.jdbc.JdbcCompiler} prepares statements as {@link
 * io.ibench.db.jdbc.JdbcPrepared} and {@link io.ibench.db.jdbc.BatchInsert}. {@link
 * io.ibench.db.jdbc.AdminConnection} and {@link io.ibench.db.jdbc.CancellableDdl} serve the
 * database itself; {@link io.ibench.db.jdbc.PooledSession} serves workers that share connections.
 *
 * <p>Classes of a session are confined to its thread; classes of a database are thread-safe.
 */
package io.ibench.db.jdbc;
