package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.Memory;
import io.heddle.replay.machine.Region;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Windows;
import io.heddle.replay.number.Bits;
import java.util.List;
import java.util.Set;

/** ld, ldu and st (PTX ISA 9.7.9.8 to 12): every space, vector and sub-word. */
final class MemorySteps {
    private static final Set<String> ELSEWHERE = Set.of("async", "bulk", "unified", "mmio");

    private MemorySteps() {}

    /** A memory operand: where its address comes from, and the space in which it lies. */
    record Place(int base, long offset, Memory.Resolver resolver) {
        Region find(Lane lane, int size) {
            return resolver.find(lane, lane.r[base] + offset, size);
        }

        long address(Lane lane) {
            return lane.r[base] + offset;
        }

        /** The region that holds the bytes at an address, which the lane reads. */
        Region read(Lane lane, long address, int bytes) {
            Region region = resolver.find(lane, address, bytes);
            if (lane.cta.watch() != null) {
                lane.cta.watch().read(lane, region, region.offset(address), bytes);
            }
            return region;
        }

        /** The region that holds the bytes at an address, which the lane writes. */
        Region write(Lane lane, long address, int bytes) {
            Region region = resolver.find(lane, address, bytes);
            if (lane.cta.watch() != null) {
                lane.cta.watch().write(lane, region, region.offset(address), bytes);
            }
            return region;
        }
    }

    /** The place that a memory operand of one part names. */
    static Place place(Instruction i, Operand operand, Operands operands) {
        if (!(operand instanceof Operand.Address address)) {
            throw StopException.unsupported("a memory operand of several parts");
        }
        for (String m : i.modifiers()) {
            if (ELSEWHERE.contains(m)) {
                throw Forms.notModelled(m);
            }
        }
        long window = -1;
        for (String m : i.modifiers()) {
            window = Math.max(window, Windows.ofSpace(m));
        }
        int base = operands.base(address);
        long offset = address.offset();
        if (window < 0 && address.base() instanceof Operand.Symbol s) {
            long of = operands.window(s.name());
            offset += of == Windows.FIRST_GLOBAL ? 0 : of;
        }
        return new Place(base, offset, Memory.resolver(window));
    }

    private static List<Operand> elements(Operand operand) {
        return operand instanceof Operand.Vector v ? v.elements() : List.of(operand);
    }

    static Step load(Instruction i, Operands operands) {
        PtxType type = Forms.type(i);
        Place place = place(i, i.operands().get(1), operands);
        List<Operand> to = elements(i.operands().get(0));
        int[] d = to.stream().mapToInt(operands::destination).toArray();
        int size = type.bytes();
        if (type.isSigned() && operands.width(to.get(0)) > type.bits()) {
            return signedLoad(place, d, type, Bits.mask(operands.width(to.get(0))));
        }
        if (d.length == 1) {
            int only = d[0];
            return lane -> {
                long address = place.address(lane);
                Region region = place.read(lane, address, size);
                lane.r[only] = region.load(region.offset(address), size);
            };
        }
        return lane -> {
            long address = place.address(lane);
            Region region = place.read(lane, address, size * d.length);
            long at = region.offset(address);
            for (int k = 0; k < d.length; k++) {
                lane.r[d[k]] = region.load(at + (long) k * size, size);
            }
        };
    }

    private static Step signedLoad(Place place, int[] d, PtxType type, long mask) {
        int size = type.bytes();
        return lane -> {
            long address = place.address(lane);
            Region region = place.read(lane, address, size * d.length);
            long at = region.offset(address);
            for (int k = 0; k < d.length; k++) {
                long value = region.load(at + (long) k * size, size);
                lane.r[d[k]] = Bits.signed(value, type.bits()) & mask;
            }
        };
    }

    static Step store(Instruction i, Operands operands) {
        PtxType type = Forms.type(i);
        Place place = place(i, i.operands().get(0), operands);
        int[] a =
                elements(i.operands().get(1)).stream()
                        .mapToInt(e -> operands.source(e, type))
                        .toArray();
        int size = type.bytes();
        return lane -> {
            long address = place.address(lane);
            Region region = place.write(lane, address, size * a.length);
            long at = region.offset(address);
            for (int k = 0; k < a.length; k++) {
                region.store(at + (long) k * size, size, lane.r[a[k]]);
            }
        };
    }
}
