/**
 * RocksDB inside the client. {@link io.ibench.db.rocksdb.RocksAdapter} is the entry; its package
 * {@code engine} needs RocksDB's classes, which are optional. Immutable.
 */
package io.ibench.db.rocksdb;
