// How Node runs the server, for start.mjs and for the benchmarks.

/**
 * A bounded young generation: the server reads its gazetteer at the start and files now and then, and what that leaves behind stays resident.
 * Seen on a 24 GB machine, demo on, 15–20 s after the first start: 365 MB without, 269 MB with (bench/README.md has the benchmark's own figure).
 */
export const serverFlags = ['--max-semi-space-size=16'];
