/**
 * Any JDBC driver by settings alone, {@code database = jdbc}: {@link
 * io.ibench.db.generic.GenericAdapter}.
 *
 * <p>{@code GenericSettings} are what the user says of the product, {@code ProductTraits} what its
 * driver says; {@code GenericDialect} writes portable SQL from both. All of it is immutable.
 */
package io.ibench.db.generic;
