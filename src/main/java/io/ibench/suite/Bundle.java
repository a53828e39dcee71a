package io.ibench.suite;

import java.util.List;

/**
 * A setting of all variants that have certain levels. Immutable.
 *
 * @param layer of the file, the scale or the command line; the higher one wins
 * @param levels empty for all variants
 */
record Bundle(int layer, List<String> levels, Area area, String key, String value) {}
