/**
 * How the result folders of a run's agents become one: counts, buckets and histograms are sums, and
 * everything else follows from these. It reads files and needs no database.
 */
package io.ibench.merge;
