package io.ibench.workload.script;

/**
 * A line of a script. Immutable.
 *
 * @param file as the user named it
 * @param line from 1
 */
record Place(String file, int line) {

  @Override
  public String toString() {
    return file + ":" + line;
  }
}
