/**
 * Where objects lie and what their cells hold: tensors, variables and parameters ({@link
 * io.heddle.memory.MemoryObject}) in one generic address space ({@link
 * io.heddle.memory.AddressSpace}).
 *
 * <p>A cell that nothing has touched holds what its object's contents say; who reads it is an
 * argument ({@link io.heddle.memory.ReadContext}), since an undefined value is named after its
 * first reader.
 */
package io.heddle.memory;
