package io.heddle.isa;

import io.heddle.machine.Warp;
import java.util.List;

/** A step whose lanes access memory at addresses that registers or the instruction give. */
public interface AddressedStep {
    /** The accesses, one unless the step both reads and writes at addresses of its own. */
    List<LaneAccess> accesses();

    /**
     * The bytes that a lane accesses, where a register may say fewer than {@link
     * LaneAccess#bytes()}.
     */
    default int bytes(LaneAccess access, Warp warp, int lane) {
        return access.bytes();
    }
}
