/** The page of trends, as data. Stateless. */
package io.ibench.page.trend;
