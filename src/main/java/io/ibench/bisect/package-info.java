/**
 * Which of many versions changed what an operation costs: the search, which asks for one duet after
 * the other, and its answer.
 */
package io.ibench.bisect;
