// How long tests may take and wait, in milliseconds. A busy machine makes every test slow and none wrong: the deadlines only end what hangs.
import { getPriority } from 'node:os';

/** Tests that run behind others (test.mjs) have as little as a tenth of a core, see started.mjs. */
const share = getPriority() > 0 ? 1 / 10 : 1;

/** Of a wait for something. */
export const WAIT_MS = 15_000 / share;

/** Of a unit or component test. */
export const TEST_MS = 60_000 / share;
