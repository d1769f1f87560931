package io.heddle.isa;

import io.heddle.ptx.Form;
import io.heddle.ptx.PtxType;
import java.util.ArrayList;
import java.util.List;

/**
 * One way to write a form of the instruction table, and the widths of its operands as the manual
 * gives them.
 *
 * @param form row of the table
 * @param modifiers in order
 */
record Spelling(Form form, List<String> modifiers) {
    /** All spellings of a row: each choice of words, and each loose word alone. */
    static List<Spelling> of(Form form) {
        List<List<String>> fixed = new ArrayList<>(List.of(List.of()));
        for (Form.Slot slot : form.slots()) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> start : fixed) {
                if (slot.optional()) {
                    longer.add(start);
                }
                for (String word : slot.words()) {
                    List<String> next = new ArrayList<>(start);
                    next.add(word);
                    longer.add(next);
                }
            }
            fixed = longer;
        }
        List<Spelling> all = new ArrayList<>();
        for (List<String> words : fixed) {
            all.add(new Spelling(form, words));
            for (Form.Loose loose : form.loose()) {
                for (String word : loose.words()) {
                    List<String> with = new ArrayList<>(words);
                    with.add(firstType(words), word);
                    all.add(new Spelling(form, with));
                }
            }
        }
        return all;
    }

    private static int firstType(List<String> words) {
        for (int k = 0; k < words.size(); k++) {
            if (PtxType.parse(words.get(k)) != null) {
                return k;
            }
        }
        return words.size();
    }

    String mnemonic() {
        return modifiers.isEmpty()
                ? form.opcode()
                : form.opcode() + "." + String.join(".", modifiers);
    }

    boolean has(String modifier) {
        return modifiers.contains(modifier);
    }

    private List<PtxType> types() {
        return modifiers.stream().map(PtxType::parse).filter(t -> t != null).toList();
    }

    /** The type of the result; {@link PtxType#PRED} for a predicate. */
    PtxType result() {
        List<PtxType> t = types();
        PtxType first = t.get(0);
        return switch (form.opcode()) {
            case "setp", "testp" -> PtxType.PRED;
            case "popc", "clz", "bfind", "dp4a", "dp2a" -> PtxType.U32;
            case "mul", "mad" -> has("wide") ? twice(first) : first;
            case "cvt" -> has("pack") ? PtxType.B32 : first;
            default -> first;
        };
    }

    private static PtxType twice(PtxType t) {
        return switch (t) {
            case U16 -> PtxType.U32;
            case S16 -> PtxType.S32;
            case U32 -> PtxType.U64;
            default -> PtxType.S64;
        };
    }

    /** The type of source {@code k}, from 0. */
    PtxType source(int k) {
        List<PtxType> t = types();
        PtxType last = t.get(t.size() - 1);
        return switch (form.opcode()) {
            case "setp", "set" -> k == 2 ? PtxType.PRED : last;
            case "selp" -> k == 2 ? PtxType.PRED : last;
            case "slct" -> k == 2 ? last : t.get(0);
            case "mad" -> k == 2 ? result() : last;
            case "shl", "shr" -> k == 1 ? PtxType.U32 : last;
            case "bfe", "szext", "bmsk", "fns" -> k > 0 ? PtxType.U32 : last;
            case "bfi" -> k > 1 ? PtxType.U32 : last;
            case "shf", "prmt", "lop3", "dp4a", "dp2a" -> PtxType.B32;
            case "cvt" -> has("pack") ? PtxType.B32 : last;
            case "add", "sub", "fma" -> // mixed precision: the last operand is f32
                    t.size() > 1 && k == sources() - 1 ? PtxType.F32 : last;
            default -> last;
        };
    }

    int sources() {
        return form.operands().size() - 1;
    }
}
