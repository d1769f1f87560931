/**
 * What registers and memory cells hold: bits, terms, or pieces of both.
 *
 * <p>A {@link io.heddle.value.Value} is a bit string; {@link io.heddle.value.Views} reads it as the
 * number or the float that an instruction's type asks for, and lists what a reading takes for
 * granted. {@link io.heddle.value.PathValues} knows what a value is where a path condition holds.
 */
package io.heddle.value;
