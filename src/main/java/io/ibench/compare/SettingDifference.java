package io.ibench.compare;

import java.util.List;

/**
 * A setting, or a fact about the environment, that is not the same everywhere. Immutable.
 *
 * @param area such as {@code settings}, {@code database} or {@code client host}
 * @param values of each side, the base first; runs of one side that differ are told as one text
 */
public record SettingDifference(String area, String name, List<String> values) {}
