/**
 * A report as data: sections of tables, notes and charts. Every rendering is made from it: text and
 * Markdown here, by a {@link io.ibench.report.document.Layout}, and HTML in {@code page}.
 *
 * <p>It knows nothing of runs. Texts may contain anything: each type makes its texts safe to show
 * in one line. A chart has a {@link io.ibench.report.document.Chart.Topic}, which decides its
 * section. All types are immutable, except {@link io.ibench.report.document.TextTable}, which is
 * confined to the thread that fills it.
 */
package io.ibench.report.document;
