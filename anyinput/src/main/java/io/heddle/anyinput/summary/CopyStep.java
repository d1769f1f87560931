package io.heddle.anyinput.summary;

/**
 * What a thread does with the asynchronous copies that it has issued (PTX ISA,
 * cp.async.commit_group and cp.async.wait_group). A commit makes a group of those since the last
 * commit, perhaps of none.
 *
 * @param commits whether they become a group
 * @param pending how many groups, the newest ones, may be in flight when the thread goes on; {@link
 *     #ANY} if it does not wait
 */
public record CopyStep(boolean commits, long pending) {
    /** The number of groups that may be in flight where a thread does not wait. */
    public static final long ANY = Long.MAX_VALUE;
}
