/**
 * The core workloads A to F of YCSB 0.17, on every database: one table with a key and fields.
 *
 * <p>{@link io.ibench.workload.ycsb.YcsbWorkload} is the entry. Settings ({@code YcsbKeys}, {@code
 * YcsbSettings}, {@code StepSettings}), mixes ({@code CoreMix}) and the table ({@code YcsbTable})
 * are immutable. {@code LoadWorker} and {@code RequestWorker} are confined to their threads. {@code
 * KeyChooser} draws keys as YCSB's generators do, {@code KeySequence} numbers new rows, {@code
 * YcsbBooks} knows which rows the table must have, and {@code YcsbVerification} compares.
 */
package io.ibench.workload.ycsb;
