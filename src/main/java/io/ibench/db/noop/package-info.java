/**
 * A database that returns fixed rows without work and keeps nothing: it measures the client alone.
 * {@link io.ibench.db.noop.NoopAdapter} is the entry. {@code NoopDatabase} is thread-safe; a
 * session is confined to one thread.
 */
package io.ibench.db.noop;
