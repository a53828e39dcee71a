/**
 * Random numbers: the generator {@link io.ibench.random.Random64}, {@link
 * io.ibench.random.Distribution distributions}, operation {@link io.ibench.random.Mix mixes} and
 * {@link io.ibench.random.Payload payloads}.
 *
 * <p>A part of the API of plug-ins: a worker draws everything from its {@code Random64}.
 *
 * <p>All classes except {@code Random64} are immutable and may be shared by threads; a {@code
 * Random64} is confined to one thread. No draw allocates. All draws are the same on every JDK and
 * platform: transcendental functions come from {@link StrictMath}. This package uses no other
 * package of ibench.
 */
package io.ibench.random;
