// A setup file of every test project: each worker records which test file it runs, so that cpu-meter.mjs can count by file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const folder = process.env.LOOKOUT_TEST_MARKS;
if (folder) writeFileSync(join(folder, String(process.pid)), expect.getState().testPath ?? '');
