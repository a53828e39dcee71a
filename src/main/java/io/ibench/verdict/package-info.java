/**
 * Judges whether a step's figures can be trusted, and describes how they changed while it ran.
 *
 * <p>{@link io.ibench.verdict.Judge} returns a {@link io.ibench.verdict.Judgement}: a {@link
 * io.ibench.verdict.Verdict} with its reasons. {@link io.ibench.verdict.Drift} describes trends and
 * changes. Both are pure functions of a {@code measure.StepResult}. All limits are constants in
 * {@link io.ibench.verdict.Thresholds}, and each reason contains its limit. All public classes are
 * immutable or stateless.
 */
package io.ibench.verdict;
