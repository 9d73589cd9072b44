// Imports satellite files manually, through the same intake as the call, the watched folder and the poller.
import { createReadStream } from 'node:fs';
import type { Origin } from '@lookout/domain';
import { createAdmission } from '@lookout/features/alarm/service/admission.ts';
import { createSatelliteIntake } from '@lookout/features/alarm/service/satellite-intake.ts';
import { loadGazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import type { ImportKind } from './kind.ts';

const ORIGIN: Origin = { actor: { kind: 'system', name: 'npm run import' }, requestId: null };

export const importFirms: ImportKind = async (file, { store, clock, gazetteer: read = () => loadGazetteer(store) }) => {
  const gazetteer = await read();
  // Not published here: a running server finds the events by polling the log, and publishes them.
  const admission = createAdmission({
    store,
    clock,
    gazetteer: () => gazetteer,
    live: { committed: () => undefined, expect: () => undefined },
  });
  const intake = createSatelliteIntake({ admission, gazetteer: () => gazetteer, clock });
  try {
    return await intake.csv(createReadStream(file), clock(), { grid: null, heldTo: null }, ORIGIN);
  } finally {
    await intake.stop();
  }
};
