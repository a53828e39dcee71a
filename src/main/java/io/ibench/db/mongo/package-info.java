/**
 * MongoDB through its own driver: tables are collections, rows are documents. {@link
 * io.ibench.db.mongo.MongodbAdapter} is the entry.
 *
 * <p>{@code DocumentLayout} maps rows to documents. {@code MongodbCompiler} makes a prepared
 * command of each {@code Command}: a BSON document that is encoded once and sent with new values.
 * {@code DocumentRows} decodes results without objects per row.
 *
 * <p>{@code MongodbDatabase} is thread-safe; a session and its commands are confined to one thread.
 */
package io.ibench.db.mongo;
