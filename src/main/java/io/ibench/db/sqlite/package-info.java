/**
 * SQLite inside the client, with one connection per worker and a write-ahead log: {@link
 * io.ibench.db.sqlite.SqliteAdapter}.
 *
 * <p>It is a dialect of the JDBC kit ({@code SqliteDialect}) with transactions that queue on a lock
 * ({@code SqliteTransactions}). SQLite reports no old values, so that a change with one reads it
 * first in the same transaction. {@code SqliteDatabase} is thread-safe; a session and its
 * statements are confined to one thread.
 */
package io.ibench.db.sqlite;
