/**
 * The rules that every adapter keeps, as code that runs on any database: ibench's own tests run
 * them for each product, and {@code bin/ibench test-adapter} runs them for the adapter of a
 * plug-in.
 *
 * <p>{@link io.ibench.contract.Contract} lists the rules, {@link io.ibench.contract.RuleRunner}
 * runs them. A rule is a method with the annotation {@link io.ibench.contract.Rule}, in a class of
 * its part of the contract, such as {@code InsertRules}. It works on tables of its own, whose names
 * begin with {@code ibench_test_} and which are dropped afterwards.
 */
package io.ibench.contract;
