package io.heddle.simulate;

import io.heddle.isa.Arithmetic;
import io.heddle.isa.AsynchronousCopy;
import io.heddle.isa.Atomics;
import io.heddle.isa.Comparison;
import io.heddle.isa.Conversion;
import io.heddle.isa.DataMovement;
import io.heddle.isa.ExtendedPrecision;
import io.heddle.isa.FloatingPoint;
import io.heddle.isa.IntegerArithmetic;
import io.heddle.isa.LiftedFunctions;
import io.heddle.isa.LogicAndShift;
import io.heddle.isa.MbarrierOperations;
import io.heddle.isa.MemoryAccess;
import io.heddle.isa.Synchronization;
import io.heddle.isa.WarpOperations;
import io.heddle.isa.matrix.MatrixMultiply;
import io.heddle.isa.matrix.MatrixTransfer;
import io.heddle.isa.matrix.Wmma;
import io.heddle.machine.InstructionDecoder;
import java.util.HashMap;
import java.util.Map;

/** The opcodes that Heddle models, with their decoders. */
public final class InstructionSet {
    private InstructionSet() {}

    /** The decoder of each opcode. */
    public static Map<String, InstructionDecoder> decoders() {
        Map<String, InstructionDecoder> table = new HashMap<>();
        for (String op :
                new String[] {"add", "sub", "mul", "mad", "min", "max", "neg", "abs", "div"}) {
            table.put(op, Arithmetic::decode);
        }
        for (String op :
                new String[] {
                    "mul24", "mad24", "sad", "rem", "popc", "clz", "bfind", "fns", "brev", "bfe",
                    "bfi", "szext", "bmsk", "dp4a", "dp2a"
                }) {
            table.put(op, IntegerArithmetic::decode);
        }
        for (String op : new String[] {"addc", "subc", "madc"}) {
            table.put(op, ExtendedPrecision::decode);
        }
        for (String op :
                new String[] {
                    "fma",
                    "rcp",
                    "sqrt",
                    "rsqrt",
                    "ex2",
                    "lg2",
                    "sin",
                    "cos",
                    "tanh",
                    "testp",
                    "copysign"
                }) {
            table.put(op, FloatingPoint::decode);
        }
        for (String op : new String[] {"setp", "set", "selp", "slct"}) {
            table.put(op, Comparison::decode);
        }
        for (String op :
                new String[] {
                    "and", "or", "xor", "not", "cnot", "lop3", "shl", "shr", "shf", "prmt"
                }) {
            table.put(op, LogicAndShift::decode);
        }
        for (String op : new String[] {"mov", "cvta", "isspacep", "mapa", "getctarank"}) {
            table.put(op, DataMovement::decode);
        }
        table.put("cvt", Conversion::decode);
        for (String op : new String[] {"ld", "ldu", "st"}) {
            table.put(op, MemoryAccess::decode);
        }
        for (String op : new String[] {"atom", "red"}) {
            table.put(op, Atomics::decode);
        }
        for (String op : new String[] {"shfl", "vote", "match", "activemask", "redux", "elect"}) {
            table.put(op, WarpOperations::decode);
        }
        table.put("cp", AsynchronousCopy::decode);
        table.put("mbarrier", MbarrierOperations::decode);
        for (String op : new String[] {"ldmatrix", "stmatrix", "movmatrix"}) {
            table.put(op, MatrixTransfer::decode);
        }
        table.put("mma", MatrixMultiply::decode);
        table.put("wmma", Wmma::decode);
        for (String op :
                new String[] {
                    "bar",
                    "barrier",
                    "membar",
                    "fence",
                    "nanosleep",
                    "prefetch",
                    "prefetchu",
                    "applypriority",
                    "createpolicy",
                    "trap",
                    "brkpt",
                    "pmevent",
                    "setmaxnreg"
                }) {
            table.put(op, Synchronization::decode);
        }
        table.put(LiftedFunctions.OPCODE, LiftedFunctions::decode);
        return Map.copyOf(table);
    }
}
