/**
 * The page of a comparison, in the data model of {@link io.ibench.page}: the sides' tables beside,
 * and their lines over each other. Confined to one thread while it is built, then immutable.
 */
package io.ibench.page.compare;
