// Node's options for the server, used by start.mjs, the benchmarks, and the tests of starting and stopping.
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * Bounds the young generation: the server reads its gazetteer at the start and other files now and then, and the memory used for that
 * remains resident. Measured on a 24 GB machine, demo on, 15–20 s after the first start: 365 MB without, 269 MB with (bench/README.md has
 * the benchmark's own figure).
 */
export const serverFlags = ['--max-semi-space-size=16'];

/**
 * Where Node stores compiled code: from the second start on, the modules of the server are neither stripped of their types nor compiled
 * (4.0 s of processor time until ready instead of 4.8, 3.9 s instead of 4.5; 2 cores, demo quiet).
 */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'lookout-compiled') };
