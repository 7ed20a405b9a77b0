# What the search needs of the C compiler and the operating system: words that threads share, the
# clock, and memory on large pages. A header without a module.

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
    static inline void sleep_nanoseconds(long nanoseconds) {
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
    void sleep_nanoseconds(long) noexcept nogil
    void prefetch "__builtin_prefetch"(void*) noexcept nogil
