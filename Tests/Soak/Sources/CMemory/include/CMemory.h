#include <stddef.h>

/// Gives free memory back to the system, where the allocator can.
void memory_trim(void);

/// How many bytes are allocated and not freed, over all arenas; 0 where the allocator does not tell.
size_t memory_allocated(void);
