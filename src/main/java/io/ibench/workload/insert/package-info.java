/**
 * The insert benchmark. Its maintainer's client is called the ancestor here.
 *
 * <p>{@link io.ibench.workload.insert.InsertWorkload} is the entry. Settings ({@code InsertKeys},
 * {@code InsertSettings}), steps ({@code InsertSteps}, {@code StepRules}) and tables ({@code
 * PurchaseTable}, {@code PurchaseColumns}) are immutable. {@code InsertWorker}, {@code
 * DeleteWorker} and {@code QueryWorker} are confined to their threads and share a table's {@code
 * KeyRange}, which is thread-safe. {@code InsertBooks} knows how many rows each table must have,
 * and {@code InsertVerification} compares.
 */
package io.ibench.workload.insert;
