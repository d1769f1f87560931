package io.heddle.memory;

import io.heddle.ptx.Variable;

/**
 * A variable with a generic address.
 *
 * @param variable declaration
 * @param address generic
 */
public record PlacedVariable(Variable variable, long address) {}
