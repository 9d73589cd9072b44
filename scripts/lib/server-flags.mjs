// How Node runs the server, for start.mjs, for the benchmarks and for the tests of its starts and ends.
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * A bounded young generation: the server reads its gazetteer at the start and files now and then, and what that leaves behind stays resident.
 * Seen on a 24 GB machine, demo on, 15–20 s after the first start: 365 MB without, 269 MB with (bench/README.md has the benchmark's own figure).
 * It has that size from the beginning: growing into it costs a start 0.2 s of collecting (4.9 s of processor time with, 4.4 s without; Node's own
 * sizes 4.9 s; 2 cores, demo quiet, second start).
 */
export const serverFlags = ['--min-semi-space-size=16', '--max-semi-space-size=16'];

/** Where Node keeps what it has compiled: from the second start on, the modules of the server are neither stripped of their types nor compiled. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'lookout-compiled') };
