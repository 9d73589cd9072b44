// How Node runs the server, for start.mjs, for the benchmarks and for the tests of its starts and ends.
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * A bounded young generation: the server reads its gazetteer at the start and files now and then, and what that leaves behind stays resident.
 * Seen on a 24 GB machine, demo on, 15–20 s after the first start: 365 MB without, 269 MB with (bench/README.md has the benchmark's own figure).
 */
export const serverFlags = ['--max-semi-space-size=16'];

/**
 * Where Node keeps what it has compiled: from the second start on, the modules of the server are neither stripped of their types nor compiled
 * (4.0 s of processor time until ready instead of 4.8, 3.9 s instead of 4.5; 2 cores, demo quiet).
 */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'lookout-compiled') };
