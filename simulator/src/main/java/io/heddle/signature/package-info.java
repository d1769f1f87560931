/**
 * What the parameters of an entry are for, guessed from its instructions alone: {@link
 * io.heddle.signature.Signature} of a kernel whose source is not at hand.
 *
 * <p>{@code PointerFlow} follows parameters to the addresses of accesses, {@code TypeFlow} follows
 * what is loaded and stored to the instructions whose types say what it is; both ignore the order
 * of instructions and stop at calls. A guess is the beginning of a command line that a person
 * completes: no verdict rests on it.
 */
package io.heddle.signature;
