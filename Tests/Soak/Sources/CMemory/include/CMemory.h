/// Gives free memory back to the system, where the allocator can.
void memory_trim(void);
