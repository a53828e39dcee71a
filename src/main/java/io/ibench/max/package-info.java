/** The highest rate that keeps limits of latency: how it is searched, and when a trial passes. */
package io.ibench.max;
