package io.ibench.engine;

import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Gauge;
import java.util.List;

/**
 * The gauges of a run: cheap ones for every interval, slow ones for the boundaries of periods.
 *
 * @param compiler the JVM's compiler threads, which must not starve
 */
record RunGauges(List<Gauge> everyInterval, PeriodGauges everyPeriod, CompilerThreads compiler) {}
