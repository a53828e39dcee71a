/** The command {@code list}: what there is to choose from, and the page of all settings. */
package io.ibench.cli.list;
