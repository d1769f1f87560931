/**
 * Decides verification conditions: two terms of one store are equal over the reals for all inputs,
 * or differ at a concrete point.
 */
package io.heddle.decide;
