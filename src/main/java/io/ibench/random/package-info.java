/**
 * How numbers are drawn: generators, distributions, operation mixes and payloads.
 *
 * <p>Everything but {@link io.ibench.random.Random64} is immutable and may be shared by all
 * threads; a {@code Random64} belongs to one thread. No draw allocates, and all draws are the same
 * on every JDK and platform: transcendental functions come from {@link StrictMath}. This package
 * uses nothing of the rest of the project.
 */
package io.ibench.random;
