package io.ibench.db;

/**
 * What a result is headed with, in the product's own words.
 *
 * @param name the adapter's name
 * @param engine the storage engine, or the product's only one
 * @param batch how several rows travel in one statement
 * @param durability what a commit waits for
 */
public record Description(
    String name,
    String product,
    String version,
    String engine,
    String driver,
    String batch,
    String durability,
    String isolation) {}
