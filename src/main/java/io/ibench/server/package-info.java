/**
 * Servers that ibench makes itself: data folder, configuration, start, read-back, stop, removal.
 *
 * <p>{@link io.ibench.server.ServerProduct} is what one product knows. {@link
 * io.ibench.server.ServerLife} is the life around it, the same for all products: it alone creates
 * and removes folders, and starts and ends processes.
 */
package io.ibench.server;
