/** The command {@code bisect}: its versions, their builds, and the processes of its duets. */
package io.ibench.cli.bisect;
