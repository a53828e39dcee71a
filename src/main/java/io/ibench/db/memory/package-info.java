/**
 * Tables on the client's heap, with transactions one at a time: the strict reference for tests.
 * {@link io.ibench.db.memory.MemoryAdapter} is the entry. {@code MemoryDatabase} is thread-safe; a
 * session is confined to one thread.
 */
package io.ibench.db.memory;
