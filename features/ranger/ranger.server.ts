// Rangers: the call handlers for last positions, open tasks and tracks. Incoming positions are in positions.ts, the totals of days in
// attendance.ts.

import { LIST_LIMIT } from '@lookout/contract';
import { boxAround, DAY_MS, FUTURE_TOLERANCE_MS, haversineMetres, initialBearingDegrees, type Position } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { createFeedAudit } from '@lookout/server/services/feed-audit.ts';
import { mapInSlices } from '@lookout/store';
import type { Contract } from '../contract.ts';
import type { GridCatalogue } from '../grid/service/grid-catalogue.ts';
import type { Store } from '../store.ts';
import type { Ranger } from './ranger.ts';
import { type Seen, writeRanger, writeTrackPoint } from './ranger.wire.ts';
import { attendanceReads, keepAttendance, trackFileRoute } from './server/attendance.ts';
import { createDirectory, createPositionPublisher, createPositionWriter, positionHandler } from './server/positions.ts';

export const ranger: ServerFeature<'ranger'> = {
  open({ store, announcer, log, grids, waits, operatingModes }) {
    const directory = createDirectory(store.rangers, () => performance.now(), waits.rangersPollMs);
    const writer = createPositionWriter(store.rangers);
    const audit = createFeedAudit(store.audit, log);
    const keeper = keepAttendance(store, (err) => log.warn({ err }, 'days of rangers were not counted'), waits.attendanceEveryMs);
    return {
      calls: {
        ...positionHandler({ directory, writer, audit, publisher: createPositionPublisher(announcer), modes: operatingModes, keeper }),
        ...rangerReads(store, grids),
        ...attendanceReads({ store, grids, keeper }),
      },
      rawRoutes: [trackFileRoute({ store, grids })],
      jobs: [audit, keeper, writer],
    };
  },
};

function rangerReads(store: Store, grids: () => GridCatalogue): Pick<Handlers<Contract['ranger']>, 'rangerList' | 'rangerTrack'> {
  const seenFrom = (from: Position | null, { last }: Ranger): Seen => ({
    distanceMetres: last && from && haversineMetres(from, last.position),
    bearingDegrees: last && from && initialBearingDegrees(from, last.position),
  });
  const write = (ranger: Ranger, from: Position | null, now: Date) => writeRanger(ranger, seenFrom(from, ranger), grids().nameOf, now);

  return {
    async rangerList({ scope, now }, { body }) {
      const from = positionOf(body);
      const radius = body.radius ?? null;
      if (radius !== null && from === null) throw invalid('longitude', 'radius-without-place');
      const box = from === null || radius === null ? undefined : boxAround(from, radius);
      const { list, more } = await store.rangers.list(scope, { name: body.name || undefined, box }, { limit: LIST_LIMIT });
      const rangers = await mapInSlices(list, (ranger) => write(ranger, from, now));
      const near = radius === null ? rangers : rangers.filter(({ distance }) => distance !== null && distance <= radius);
      // Rangers without a position come last, by name.
      if (from !== null) near.sort((a, b) => (a.distance ?? Number.POSITIVE_INFINITY) - (b.distance ?? Number.POSITIVE_INFINITY) || 0);
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
      return {
        rows: await mapInSlices(list, writeTrackPoint),
        ...(more && { remark: stoppedAt(LIST_LIMIT, 'earliest-positions-listed') }),
      };
    },
  };
}

function positionOf({
  longitude,
  latitude,
}: {
  longitude?: number | null | undefined;
  latitude?: number | null | undefined;
}): Position | null {
  if (longitude != null && latitude != null) return { lng: longitude, lat: latitude };
  if (longitude == null && latitude == null) return null;
  throw invalid(longitude == null ? 'longitude' : 'latitude', 'only-half-a-place');
}
