// Rangers: the call handlers for last positions, open tasks and tracks. Incoming positions are in positions.ts, the totals of days in
// attendance.ts.

import { LIST_LIMIT } from '@lookout/contract';
import {
  boxAround,
  DAY_MS,
  FUTURE_TOLERANCE_MS,
  haversineMetres,
  initialBearingDegrees,
  type Position,
  withGridName,
} from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { createFeedAudit } from '@lookout/server/services/feed-audit.ts';
import { mapInSlices } from '@lookout/store';
import type { Contract } from '../contract.ts';
import type { GridCatalogue } from '../grid/service/grid-catalogue.ts';
import type { Store } from '../store.ts';
import type { ListedRanger, Ranger } from './ranger.ts';
import { attendanceReads, startAttendanceCounts, trackFileRoute } from './server/attendance.ts';
import { createDirectory, createPositionPublisher, createPositionWriter, positionHandler } from './server/positions.ts';

export const ranger: ServerFeature<'ranger'> = {
  open({ store, live, log, grids, waits, operatingModes }) {
    const directory = createDirectory(store.rangers, () => performance.now(), waits.rangersPollMs);
    const writer = createPositionWriter(store.rangers);
    const audit = createFeedAudit(store.audit, log);
    const counter = startAttendanceCounts(store, (err) => log.warn({ err }, 'days of rangers were not counted'), waits.attendanceEveryMs);
    return {
      calls: {
        ...positionHandler({ directory, writer, audit, publisher: createPositionPublisher(live), modes: operatingModes, counter }),
        ...rangerReads(store, grids),
        ...attendanceReads({ store, grids, counter }),
      },
      rawRoutes: [trackFileRoute({ store, grids })],
      jobs: [audit, counter, writer],
    };
  },
};

function rangerReads(store: Store, grids: () => GridCatalogue): Pick<Handlers<Contract['ranger']>, 'rangerList' | 'rangerTrack'> {
  const listedFrom = (from: Position | null, ranger: Ranger): ListedRanger => ({
    ...withGridName(ranger, grids().nameOf),
    distanceMetres: ranger.last && from && haversineMetres(from, ranger.last.position),
    bearingDegrees: ranger.last && from && initialBearingDegrees(from, ranger.last.position),
  });

  return {
    async rangerList({ scope }, { body }) {
      const from = body.position ?? null;
      const radius = body.radiusMetres ?? null;
      if (radius !== null && from === null) throw invalid('position', 'radius-without-place');
      const box = from === null || radius === null ? undefined : boxAround(from, radius);
      const { list, more } = await store.rangers.list(scope, { name: body.name || undefined, box }, { limit: LIST_LIMIT });
      const rangers = await mapInSlices(list, (ranger) => listedFrom(from, ranger));
      const near = radius === null ? rangers : rangers.filter(({ distanceMetres: metres }) => metres !== null && metres <= radius);
      // Rangers without a position come last, by name.
      if (from !== null)
        near.sort((a, b) => (a.distanceMetres ?? Number.POSITIVE_INFINITY) - (b.distanceMetres ?? Number.POSITIVE_INFINITY) || 0);
      return { rows: near, ...(more && { remark: stoppedAt(LIST_LIMIT, 'first-people-listed') }) };
    },

    async rangerTrack({ scope, now }, { body }) {
      const account = await store.accounts.find(scope, body.userId);
      if (!account) throw notFound();
      // A phone's clock may be ahead: a track without an end includes its newest positions.
      const end = body.endTime ?? new Date(now.getTime() + FUTURE_TOLERANCE_MS);
      const begin = body.beginTime ?? new Date(end.getTime() - DAY_MS);
      if (begin > end) throw invalid('endTime', 'end-before-begin');
      const { list, more } = await store.rangers.track(account.id, begin, end, { limit: LIST_LIMIT });
      return { rows: list, ...(more && { remark: stoppedAt(LIST_LIMIT, 'earliest-positions-listed') }) };
    },
  };
}
