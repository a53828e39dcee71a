/**
 * Text to typed values, or one list of all problems.
 *
 * <p>A part of the API of plug-ins: they declare a {@link io.ibench.config.Key} for each setting
 * and read it from the {@link io.ibench.config.Config}; {@link io.ibench.config.Rate} is the type
 * of some values.
 *
 * <p>A {@link io.ibench.config.Key} defines a setting's name, type and default; {@link
 * io.ibench.config.ConfigLoader} reads the files and overrides; a {@link io.ibench.config.Config}
 * returns values while a run is bound and collects all mistakes. No content of a file or override
 * makes them throw before {@link io.ibench.config.Config#check()}. A {@code Config} is not
 * thread-safe; keys and values are immutable. This package uses no other package of ibench.
 */
package io.ibench.config;
