package io.ibench.db;

/**
 * A text of the product for experts. ibench stores it with the results of each step and does not
 * interpret it.
 *
 * @param name a file name without a folder, such as {@code innodb_status.txt}
 * @param text without secrets; see {@link ServerSecrets}
 */
public record DiagnosticText(String name, String text) {}
