package io.ibench.engine;

import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Gauge;
import java.util.List;

/**
 * The gauges: those cheap enough for every interval, and those for the ends of periods.
 *
 * @param compiler the JVM's, which must not starve
 */
record RunGauges(List<Gauge> everyInterval, PeriodGauges everyPeriod, CompilerThreads compiler) {}
