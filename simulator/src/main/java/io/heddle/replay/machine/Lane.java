package io.heddle.replay.machine;

/** One thread: registers, program counter, call stack, and what it waits for. */
public final class Lane {
    /** Whether a thread can run. */
    enum State {
        RUNNING,
        WAITING,
        EXITED
    }

    public final Cta cta;
    public final Warp warp;
    public final int thread; // linear index in the CTA
    public final int laneId;
    State state = State.RUNNING;
    public Frame frame;
    public long[] r; // frame.registers
    Step[] code; // frame.program.steps
    private Block[] blocks; // frame.program.blocks
    public int pc;
    public boolean carry; // CC.CF
    WarpOperation waitingAt; // while WAITING for lanes of its warp
    long waitingMask;
    private PendingCopies copies; // null until one is issued
    public long results; // of a warp instruction, until all lanes have read their sources

    Lane(Cta cta, Warp warp, int thread) {
        this.cta = cta;
        this.warp = warp;
        this.thread = thread;
        this.laneId = thread & 31;
    }

    /** Makes {@code frame} the current one, at {@code pc}. */
    public void enter(Frame frame, int pc) {
        this.frame = frame;
        this.r = frame.registers;
        this.code = frame.program.steps();
        this.blocks = frame.program.blocks();
        this.pc = pc;
    }

    /** Runs until it waits, exits, or has executed {@code limit} instructions; their number. */
    int run(int limit) {
        int n = 0;
        while (n < limit && state == State.RUNNING) {
            Block block = blocks[pc];
            if (block != null && n + block.length() <= limit) {
                n += block.length();
                block.run(this);
            } else {
                n++;
                code[pc++].run(this);
            }
        }
        return n;
    }

    /** Asynchronous copies that the thread has issued. */
    public PendingCopies copies() {
        if (copies == null) {
            copies = new PendingCopies();
        }
        return copies;
    }

    /** Ends the thread. */
    public void exit() {
        state = State.EXITED;
        cta.exited(this);
    }
}
