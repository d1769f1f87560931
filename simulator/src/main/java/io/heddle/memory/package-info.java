/**
 * Memory objects, their addresses and the contents of their cells: tensors, variables and
 * parameters ({@link io.heddle.memory.MemoryObject}) in one generic address space ({@link
 * io.heddle.memory.AddressSpace}).
 *
 * <p>A cell that was never accessed has the initial contents of its object. The reader is an
 * argument ({@link io.heddle.memory.ReadContext}), since an undefined value is identified by its
 * first reader.
 */
package io.heddle.memory;
