package io.ibench.db;

/**
 * What a product says of itself, word for word, for experts: kept beside the results of each step
 * and never interpreted.
 *
 * @param name a file's name without a folder, such as {@code innodb_status.txt}
 * @param text no secrets in it
 */
public record DiagnosticText(String name, String text) {}
