package io.ibench.config;

/**
 * A setting that an option of the command line stands for. Immutable.
 *
 * @param option such as {@code --threads}; the origin of the setting
 */
public record OptionSetting(String option, String key, String value) {}
