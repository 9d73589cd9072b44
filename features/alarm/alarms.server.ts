// Handlers of `alarm.calls.ts`, and the satellite files that are collected automatically.

import path from 'node:path';
import type { ServerPart } from '@lookout/server/feature.ts';
import type { fireCalls } from './alarm.calls.ts';
import { fireCreates, fireIngest } from './server/creates.ts';
import { fireFollowUp, fireReads } from './server/reads.ts';
import { pollFirms, watchFolder } from './service/satellite-feeds.ts';
import { createSatelliteIntake } from './service/satellite-intake.ts';

const FIRMS_BASE = 'https://firms.modaps.eosdis.nasa.gov';

export const alarms: ServerPart<typeof fireCalls> = {
  open({ store, grids, elevation, admission, gazetteer, config, clock, sharedJobs, log, metrics, tracing }) {
    const intake = createSatelliteIntake({
      admission,
      gazetteer,
      clock,
      refused: (count) => metrics.alarmsRefused.inc({ kind: 'satellite' }, count),
      tracing,
    });
    const inbox = watchFolder({ folder: path.join(config.dataDir, 'inbox', 'firms'), intake, clock, log });
    const mapKey = config.firmsMapKey;
    const poller = mapKey === null ? [] : [pollFirms({ base: FIRMS_BASE, mapKey, intake, clock, fetch, sharedJobs, log })];
    return {
      calls: {
        ...fireReads(store, grids),
        ...fireFollowUp(store, grids),
        ...fireCreates(store, admission, elevation),
        ...fireIngest(intake),
      },
      jobs: [intake, inbox, ...poller],
    };
  },
};
