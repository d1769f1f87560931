/**
 * What registers and memory cells hold: bits, terms, or pieces of both.
 *
 * <p>A {@link io.heddle.value.Value} is a bit string; {@link io.heddle.value.Views} reads it as the
 * number or the float that an instruction's type asks for, and lists the assumptions of such a
 * reading. {@link io.heddle.value.PathValues} simplifies a value under a path condition.
 */
package io.heddle.value;
