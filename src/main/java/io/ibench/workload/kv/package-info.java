/**
 * The key-value benchmarks of RocksDB's db_bench, on every database: one table with a key and a
 * value.
 *
 * <p>{@link io.ibench.workload.kv.KvWorkload} is the entry. Settings ({@code KvKeys}, {@code
 * KvSettings}), kinds of step ({@code Benchmark}), formats ({@code KeyFormat}, {@code ValueBuffer})
 * and the table ({@code KvTable}) are immutable. {@code FillWorker} and {@code RequestWorker} are
 * confined to their threads. {@code KeyBooks} knows which keys the table must have, and {@code
 * KvVerification} compares.
 */
package io.ibench.workload.kv;
