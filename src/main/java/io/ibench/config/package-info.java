/**
 * Text to typed values, or one list of all problems.
 *
 * <p>A {@link io.ibench.config.Key} says what a setting is called and may be; {@link
 * io.ibench.config.ConfigLoader} reads the files and overrides; a {@link io.ibench.config.Config}
 * hands out values while a run is bound and collects every mistake on the way. No content of a file
 * or override makes any of them throw, until {@link io.ibench.config.Config#check()} is called.
 */
package io.ibench.config;
