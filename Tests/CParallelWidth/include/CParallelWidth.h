/// How many test cases may run at once, or 0 if there is no limit.
int parallel_width(void);
