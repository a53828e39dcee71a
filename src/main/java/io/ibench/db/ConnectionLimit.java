package io.ibench.db;

/**
 * A server's limit of the connections that ibench's user may have.
 *
 * @param name in the server's words, such as {@code max_connections}
 * @param connections that this user may have at most, when nobody else has one
 * @param others how many of them others have now, as far as the server tells
 */
public record ConnectionLimit(String name, long connections, long others) {}
