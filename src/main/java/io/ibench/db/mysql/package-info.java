/**
 * MariaDB and MySQL, through MariaDB Connector/J ({@link io.ibench.db.mysql.MariadbAdapter}) or
 * MySQL Connector/J ({@link io.ibench.db.mysql.MysqlAdapter}).
 *
 * <p>Either driver works with either server: {@code MysqlDialect} contains every difference between
 * the servers, {@code MysqlConnectorBase} those between the drivers. {@code MysqlDatabase} and
 * {@code MysqlSession} do the work; {@code MysqlSql} writes the statements.
 *
 * <p>{@code MysqlDatabase} is thread-safe; a session and its statements are confined to one thread.
 */
package io.ibench.db.mysql;
