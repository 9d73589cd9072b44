// How long tests may take and wait, in milliseconds. A busy machine makes every test slow and none wrong: the deadlines only end what hangs.
import { getPriority } from 'node:os';

/** Tests that run behind others (test.mjs) run at a lower priority, at which they may get only a tenth of a core (started.mjs). */
const factor = getPriority() > 0 ? 10 : 1;

/** Of a wait for something. */
export const WAIT_MS = 15_000 * factor;

/** Of a unit or component test. */
export const TEST_MS = 60_000 * factor;
