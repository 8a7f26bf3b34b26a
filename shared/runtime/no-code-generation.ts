import * as z from "zod";

// Import this file first: zod asks when a schema is made. Compiling validators from text takes 3 ms of a cold start and gains
// 4 µs a resource; without it a process that refuses code from strings runs as well.
z.config({ jitless: true });
