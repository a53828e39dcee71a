package io.ibench.learn.law;

/** The exponent of a Zipf law, and an interval that contains it with a probability of 95 %. */
public record Exponent(double value, double low, double high) {}
