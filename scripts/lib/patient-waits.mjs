// A setup file of every test project: `vi.waitFor` waits up to fifteen seconds, not one, because a busy machine makes every test slow and none wrong.
import { vi } from 'vitest';

const PATIENCE_MS = 15_000;
const { waitFor } = vi;

// Vitest runs this before each file, and a worker has one `vi` for all of them.
if (!('isPatient' in waitFor)) {
  const patient = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
  vi.waitFor = Object.assign(patient, { isPatient: true });
}
