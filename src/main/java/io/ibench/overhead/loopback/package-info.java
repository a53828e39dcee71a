/**
 * Servers inside this process that answer each driver's read of one row with bytes made beforehand:
 * for measuring what the driver itself costs. They speak as much of a protocol as the read needs.
 */
package io.ibench.overhead.loopback;
