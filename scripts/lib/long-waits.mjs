// A setup file of every test project: the default timeout of `vi.waitFor` is that of every other wait, not one second.
import { vi } from 'vitest';
import { WAIT_MS } from './deadlines.mjs';

const { waitFor } = vi;

// Vitest runs this before each file, and a worker has one `vi` for all of them.
if (!('isPatient' in waitFor)) {
  const patient = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
  vi.waitFor = Object.assign(patient, { isPatient: true });
}
