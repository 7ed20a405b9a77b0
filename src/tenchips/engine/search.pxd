# The types behind search.py, whose functions become plain C through these declarations.

from tenchips.core.position cimport KEY, MAX_MOVES, SIDE_KEY, USABLE, Action, Bits, State

cdef extern from *:
    """
    #include <stdlib.h>
    #include <time.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    static inline int load(int *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
    static inline void publish(int *word, int value) {
        __atomic_store_n(word, value, __ATOMIC_RELEASE);
    }
    static inline int claim(int *word, int old, int fresh) {
        return __atomic_compare_exchange_n(
            word, &old, fresh, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    static inline void fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
    static inline void rest(long nanoseconds) {
        struct timespec t = {0, nanoseconds};
        nanosleep(&t, NULL);
    }
    static inline double seconds_now(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    }
    static inline void *huge_alloc(size_t size) {
        void *memory = NULL;
        if (posix_memalign(&memory, (size_t)1 << 21, size)) return NULL;
    #if defined(MADV_HUGEPAGE)
        madvise(memory, size, MADV_HUGEPAGE);
    #endif
        return memory;
    }
    """
    double seconds_now() noexcept nogil
    void* huge_alloc(size_t) noexcept nogil
    int load(int*) noexcept nogil
    void publish(int*, int) noexcept nogil
    bint claim(int*, int, int) noexcept nogil
    void fence() noexcept nogil
    void rest(long) noexcept nogil
    void prefetch "__builtin_prefetch"(void*) noexcept nogil

cdef enum:
    WIN = 30000         # a win in n plies scores WIN - n
    SURE = 29000        # scores beyond this are proven
    MAX_PLY = 96
    MAX_PATH = 1024     # positions of the game and of the line being searched
    MEMO_BITS = 13      # a worker remembers 2**13 answers about wins at once

# Said in the place of a set of squares; no set of squares has corners in it.
cdef enum:
    UNKNOWN = 1     # it was not looked for, or depends on more
    SAFE = 128      # any square holds
    STEPS = 129     # each step has a set of its own

cdef enum Bound:
    NO_BOUND = 0
    UPPER = 1
    LOWER = 2
    EXACT = 3

# Two words an entry: the data, and the key xored with it, so that an entry torn between two
# threads is seen as a stranger.
cdef struct Entry:
    Bits check
    Bits data

cdef struct Bucket:
    Entry entries[4]

cdef struct Found:
    int score
    int depth
    int bound
    int move

# What the threads of a search share: what to search now, and what the first to finish found.
# `turn` counts by twos, odd while the leader writes; `open` is the turn until a thread claims to
# have finished it; `told` is the last turn that a follower finished. `busy` marks the moves that
# threads are looking at.
cdef struct Job:
    int turn
    int open
    int told
    int depth
    int alpha
    int beta
    int excluded_count
    int excluded[MAX_MOVES]
    int score
    int best
    int seldepth
    int line_length
    Action line[MAX_PLY + 2]
    Bits busy[4096]

# A position above the one being searched that another thread may answer meanwhile: what the
# table would have to know. A depth of 0 stands for one that is nobody else's.
cdef struct Frame:
    Bits key
    int depth
    int alpha

# What one thread searches with.
cdef struct Worker:
    State state
    int lead
    Bucket* table
    Bits buckets
    int age
    int* stop
    double deadline
    Bits node_limit
    Bits nodes
    bint stopped
    Job* job
    bint shared
    bint exhaustive
    int turn
    int depth
    int alpha
    int beta
    int score
    Bits ticks
    int seldepth
    Bits salt
    int steps_left
    int stuck_score
    Bits path[MAX_PATH]
    int path_length
    int root_excluded_count
    int root_excluded[MAX_MOVES]
    int root_best
    Entry memo[1 << MEMO_BITS]
    int killers[MAX_PLY + 2][2]
    int history[2][4160]
    int reduced[MAX_PLY + 2]
    Frame frames[MAX_PLY + 2]
    int back
    int back_score
    Action pv[MAX_PLY + 2][MAX_PLY + 2]
    int pv_length[MAX_PLY + 2]

cdef bint settled(Worker* w, Found* found, int depth, int alpha, int beta) noexcept nogil
cdef bint out_of_time(Worker* w) noexcept nogil
cdef bint overtaken(Worker* w, int ply) noexcept nogil
cdef bint probe(Worker* w, Bits key, int ply, Found* found) noexcept nogil
cdef void store(Worker* w, Bits key, int ply, int depth, int score, int bound, int move) noexcept nogil
cdef int remembered_win(Worker* w) noexcept nogil
cdef Bits holding_without(Worker* w, int origin) noexcept nogil
cdef int counted_lead(State* p) noexcept nogil
cdef bint repeated(Worker* w, Bits key) noexcept nogil
cdef bint returns(Worker* w, int step) noexcept nogil
cdef void remember_cutoff(Worker* w, int color, Action* moves, int i, int move, int depth, int ply) noexcept nogil
cdef int stuck(Worker* w, int ply) noexcept nogil
cdef int frontier(Worker* w, int beta, int ply, Bits legal) noexcept nogil
cdef int stepping_frontier(Worker* w, int alpha, int beta, int ply) noexcept nogil
cdef int without_refuted(Worker* w, Action* moves, int n, Bits holding) noexcept nogil
cdef int without_excluded(Worker* w, Action* moves, int n) noexcept nogil
cdef int pick(Action* moves, int* order, int i, int n) noexcept nogil
cdef int score_of(Worker* w, int move, int rank, int depth, int plies, int alpha, int beta, int ply, Bits threat) noexcept nogil
cdef int search(Worker* w, int depth, int alpha, int beta, int ply, Bits chances) noexcept nogil
cdef void take_over(Worker* w) noexcept nogil
cdef int waited(int idle) noexcept nogil
cdef bint join(Worker* w) noexcept nogil
cdef bint work(Worker* w) noexcept nogil
cdef void report(Worker* w) noexcept nogil
cdef void learn(Worker* w) noexcept nogil

cdef class Table:
    cdef Bucket* buckets
    cdef readonly size_t count
    cdef int age

cdef class Signal:
    cdef int flag

cdef class Searcher:
    cdef Worker w
    cdef Job job
    cdef Searcher leader
    cdef Table table
    cdef Signal signal
