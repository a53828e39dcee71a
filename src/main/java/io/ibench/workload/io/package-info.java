/**
 * Reads, writes and syncs of pages in plain files, without a database: what the disk gives, and
 * innosim's model of InnoDB.
 *
 * <p>{@link io.ibench.workload.io.IoWorkload} is the entry. Settings ({@code IoKeys}, {@code
 * IoSettings}, {@code StepSettings}) are immutable. {@code FillWorker}, {@code PageWorker} and the
 * workers of innosim ({@code UserWorker}, {@code SchedulerWorker}, {@code PageCleaner}) are
 * confined to their threads. {@code PageSet} is what they share: which generation each page has
 * ({@code Generations}), its locks, and what survives a crash ({@code Acknowledged}). {@code
 * PageFormat} seals and checks pages, {@code IoVerification} checks all.
 */
package io.ibench.workload.io;
