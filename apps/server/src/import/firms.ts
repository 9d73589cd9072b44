// Satellite files by hand: the same way in as the call, the watched folder and the poller.
import { createReadStream } from 'node:fs';
import type { Origin } from '@lookout/domain';
import { createAdmission } from '../services/admission.ts';
import { loadPlaces } from '../services/places.ts';
import { createSatelliteIntake } from '../services/satellite-intake.ts';
import type { ImportKind } from './kind.ts';

const ORIGIN: Origin = { actor: { kind: 'system', name: 'npm run import' }, requestId: null };

export const importFirms: ImportKind = async (file, { store, clock }) => {
  const places = await loadPlaces(store);
  // A running server finds what was committed here by its look at the head of the log, and tells its desks.
  const admission = createAdmission({ store, clock, places: () => places, live: { committed: () => undefined, expect: () => undefined } });
  const intake = createSatelliteIntake({ admission, places: () => places, clock });
  try {
    return await intake.csv(createReadStream(file), clock(), { grid: null, heldTo: null }, ORIGIN);
  } finally {
    await intake.stop();
  }
};
