package io.ibench.config;

/** A setting's effective value as text ({@code ***} for a secret), and its origin. Immutable. */
public record Setting(String name, String value, Origin origin) {}
