package io.ibench.report.document;

import java.util.List;

/**
 * What a reader may choose about a chart: shown are the lines that have the chosen option under
 * this key, or do not have the key.
 *
 * @param key of {@link Line#tags}
 * @param label what stands before the options
 * @param options in their order; at least one
 * @param initial one of them
 */
public record Choice(String key, String label, List<String> options, String initial) {}
