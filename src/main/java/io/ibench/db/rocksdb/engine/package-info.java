/**
 * Tables, commands and sessions on RocksDB. {@link io.ibench.db.rocksdb.engine.Engine} is the
 * entry. {@code RocksDatabase} and {@code RocksTable} are thread-safe; sessions, commands and what
 * they use are confined to one thread.
 */
package io.ibench.db.rocksdb.engine;
