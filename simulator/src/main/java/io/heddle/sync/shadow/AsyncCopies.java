package io.heddle.sync.shadow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The asynchronous copies that the threads of one CTA have issued and not waited for, in the groups
 * of PTX ISA 9.7.9.25.3 ({@code cp.async.commit_group}, {@code wait_group}, {@code wait_all}).
 *
 * <p>Every thread has groups of its own. What a thread never waits for stays in flight, even after
 * its end.
 */
public final class AsyncCopies {
    private final ThreadGroups[] groups;

    /** What one thread has issued. */
    private static final class ThreadGroups {
        /** Stands for a group of no copies. */
        private static final AsyncCopy EMPTY = new AsyncCopy(0, 0, null, 0, 0, null, 0, 0);

        /** The last copy of each group that was committed, oldest first. */
        private final ArrayDeque<AsyncCopy> committed = new ArrayDeque<>();

        /** The last copy since the last commit, or null. */
        private AsyncCopy open;

        void add(AsyncCopy copy) {
            copy.before = open;
            open = copy;
        }

        void commit() {
            committed.addLast(open == null ? EMPTY : open);
            open = null;
        }

        void completeAllBut(long pending) {
            while (committed.size() > pending) {
                AsyncCopy last = committed.removeFirst();
                if (last != EMPTY) {
                    complete(last);
                }
            }
        }

        /** The copies of all groups and those since the last commit, if not complete. */
        void addAllTo(List<AsyncCopy> list) {
            for (AsyncCopy last : committed) {
                if (last != EMPTY) {
                    add(last, list);
                }
            }
            open = withoutComplete(open); // an mbarrier phase may have completed them
            add(open, list);
        }

        private static void add(AsyncCopy last, List<AsyncCopy> list) {
            for (AsyncCopy copy = last; copy != null; copy = copy.before) {
                if (!copy.isComplete()) {
                    list.add(copy);
                }
            }
        }

        private static AsyncCopy withoutComplete(AsyncCopy last) {
            AsyncCopy first = skipComplete(last);
            for (AsyncCopy copy = first; copy != null; copy = copy.before) {
                copy.before = skipComplete(copy.before);
            }
            return first;
        }

        private static AsyncCopy skipComplete(AsyncCopy last) {
            AsyncCopy copy = last;
            while (copy != null && copy.isComplete()) {
                copy = copy.before;
            }
            return copy;
        }

        private static void complete(AsyncCopy last) {
            for (AsyncCopy copy = last; copy != null; copy = copy.before) {
                copy.complete(copy.thread);
            }
        }
    }

    /**
     * No copies.
     *
     * @param threads of the CTA
     */
    public AsyncCopies(int threads) {
        groups = new ThreadGroups[threads];
    }

    private ThreadGroups of(int tid) {
        if (groups[tid] == null) {
            groups[tid] = new ThreadGroups();
        }
        return groups[tid];
    }

    /** Thread {@code tid} of the CTA has issued a copy, whose accesses have begun. */
    public void issued(int tid, AsyncCopy copy) {
        of(tid).add(copy);
    }

    /** The copies of {@code tid} since its last commit become a group, perhaps an empty one. */
    public void commit(int tid) {
        of(tid).commit();
    }

    /** Thread {@code tid} waits until at most its {@code pending} newest groups are in flight. */
    public void waitGroup(int tid, long pending) {
        of(tid).completeAllBut(pending);
    }

    /** Thread {@code tid} waits for all its copies, committed or not. */
    public void waitAll(int tid) {
        of(tid).commit();
        of(tid).completeAllBut(0);
    }

    /** The copies of thread {@code tid} that it has not waited for. */
    public List<AsyncCopy> pending(int tid) {
        List<AsyncCopy> list = new ArrayList<>();
        of(tid).addAllTo(list);
        return list;
    }
}
