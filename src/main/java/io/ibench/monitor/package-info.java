/**
 * What a run shows over HTTP while it goes on: its figures for Prometheus, and its page. Depends on
 * the events of a run, and not on how they are made.
 */
package io.ibench.monitor;
