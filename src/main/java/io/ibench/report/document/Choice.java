package io.ibench.report.document;

import java.util.List;

/**
 * A reader's choice in a chart. The chart shows the lines that have the chosen option under this
 * key, and the lines without this key.
 *
 * @param key of {@link Line#tags}
 * @param label shown before the options
 * @param options in order; at least one
 * @param initial one of them
 */
public record Choice(String key, String label, List<String> options, String initial) {}
