// Deadlines of tests and waits, in milliseconds. A busy machine slows every test and makes none wrong: the deadlines only end tests that
// hang.
import { getPriority } from 'node:os';

/** Tests that run behind others (test.mjs) run at a lower priority, at which they may get only a tenth of a core (started.mjs). */
const factor = getPriority() > 0 ? 10 : 1;

/** Deadline of a single wait. */
export const WAIT_MS = 15_000 * factor;

/** Deadline of a unit or component test. */
export const TEST_MS = 60_000 * factor;
