package io.ibench.config;

/** A setting in force: the text of its value ({@code ***} for a secret) and where it comes from. */
public record Setting(String name, String value, Origin origin) {}
