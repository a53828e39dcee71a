/**
 * How far a run is: {@link io.ibench.status.ProgressFile} writes it while the run goes on, and
 * {@link io.ibench.status.RunStatus} reads it from outside, from files alone.
 */
package io.ibench.status;
