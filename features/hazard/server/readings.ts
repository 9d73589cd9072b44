// Receives readings. Each row is validated separately, the accepted ones are stored together, and their points are checked in the same
// transaction.
import { type Answer, readBySchema } from '@lookout/contract';
import { isFillReading, NATION, timeFault } from '@lookout/domain';
import { fieldFault } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { whyIn } from '@lookout/server/serve/envelope.ts';
import type { FeedAudit } from '@lookout/server/services/feed-audit.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { readingRow } from '../hazard.calls.ts';
import {
  causeOfReading,
  type MonitorNow,
  RATE_LEAST_MS,
  RATE_MOST_MS,
  RATE_SPAN_MS,
  type Reading,
  ratePerHour,
  strongest,
} from '../hazard.ts';
import type { NewReading, WatchedHazard } from '../hazards.store.ts';
import { look, type Measured, type WatchRoom } from '../service/watch.ts';

/** Rows validated in one tick of the event loop, which takes a few milliseconds. */
const VALIDATED_AT_ONCE = 500;

type PutReadings = Pick<Handlers<Contract['hazard']>, 'putReadings'>;
type Deps = Pick<Room, 'store' | 'journal'> & { readonly audit: FeedAudit; readonly room: () => WatchRoom };

export function readingHandler({ store, journal, audit, room }: Deps): PutReadings {
  return {
    async putReadings(context, { body: rows }) {
      const { now, language } = context;
      const rejected: Answer<Contract['hazard']['putReadings']>['rejected'] = [];
      const refuse = (index: number, fault: ReturnType<typeof fieldFault>) =>
        rejected.push({ index, path: fault.path, ...whyIn(language, fault) });
      const valid: { readonly index: number; readonly code: string; readonly at: Date; readonly value: number }[] = [];
      for (const [index, row] of rows.entries()) {
        if (index % VALIDATED_AT_ONCE === VALIDATED_AT_ONCE - 1) await new Promise(setImmediate);
        const read = readBySchema(readingRow, row);
        if (!read.ok) refuse(index, read.error[0]);
        else {
          const { monitorCode, time: at, value } = read.value;
          const wrongTime = timeFault(at, now);
          if (wrongTime !== null) refuse(index, fieldFault('time', wrongTime));
          else if (isFillReading(value)) refuse(index, fieldFault('value', 'reading-not-known', { value }));
          else valid.push({ index, code: monitorCode.trim(), at, value });
        }
      }
      const monitors = await store.hazards.monitorsByCode([...new Set(valid.map(({ code }) => code))]);
      const known = valid.flatMap(({ index, code, at, value }) => {
        const monitor = monitors.get(code);
        if (!monitor) refuse(index, fieldFault('monitorCode', 'no-such-monitor'));
        return monitor ? [{ ...monitor, at, value }] : [];
      });
      // Of several readings of the same monitor and time the first one is stored, in whatever order the database inserts them.
      const distinct = [...new Map(known.toReversed().map((one) => [`${one.monitorId} ${one.at.getTime()}`, one])).values()];
      rejected.sort((a, b) => a.index - b.index);

      const { accepted, messages } = await store.transaction(async (tx) => {
        const points = await tx.hazards.lockForUpdate(
          NATION,
          distinct.map(({ hazardId }) => hazardId),
        );
        const fresh = await tx.hazards.addReadings(distinct.map(({ monitorId, at, value }) => ({ monitorId, at, value })));
        const measured = await measure(points, fresh, (newest) =>
          tx.hazards.earlierReadings(newest, { leastMs: RATE_LEAST_MS, spanMs: RATE_SPAN_MS, mostMs: RATE_MOST_MS }),
        );
        await tx.hazards.saveMonitors(measured.flatMap(({ updated }) => updated));
        const watched = measured.filter(({ point }) => point.hazard.state === 'registered');
        const happened = await look(tx, context, watched, room());
        return { accepted: fresh.length, messages: await journal.record(tx, context, happened) };
      });
      journal.publish(messages);
      // A batch that raised a warning has its own audit row.
      if (messages.length === 0 && context.caller.kind === 'feed') audit.note(context, { received: rows.length, accepted });
      return { received: rows.length, accepted, duplicates: known.length - accepted, rejected };
    },
  };
}

interface MeasuredNow extends Measured {
  readonly updated: readonly MonitorNow[];
}

/**
 * Applies new readings to their points. A reading older than the newest one of its monitor is stored, but changes nothing.
 * @param earlierOf returns the readings from which the change per hour is calculated, by monitor
 */
async function measure(
  points: readonly WatchedHazard[],
  fresh: readonly NewReading[],
  earlierOf: (newest: readonly NewReading[]) => Promise<ReadonlyMap<string, Reading>>,
): Promise<MeasuredNow[]> {
  const byMonitor = Map.groupBy(fresh, ({ monitorId }) => monitorId);
  const laterThanKnown = ({ monitor, last }: MonitorNow): NewReading[] =>
    (byMonitor.get(monitor.id) ?? []).filter(({ at }) => last === null || at > last.at).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const later = new Map(points.flatMap(({ monitors }) => monitors.map((one) => [one.monitor.id, laterThanKnown(one)] as const)));
  const earlier = await earlierOf([...later.values()].flatMap((readings) => readings.at(-1) ?? []));

  return points.flatMap((point) => {
    const updated = point.monitors.flatMap(({ monitor }): MonitorNow[] => {
      const newest = later.get(monitor.id)?.at(-1);
      if (!newest) return [];
      const { at, value } = newest;
      const rate = ratePerHour(earlier.get(monitor.id) ?? null, newest);
      return [{ monitor, last: { at, value, rate }, cause: causeOfReading(monitor, value, rate) }];
    });
    if (updated.length === 0) return [];
    const now = new Map(updated.map((one) => [one.monitor.id, one]));
    const peak = strongest(
      point.monitors.flatMap(({ monitor }) => (later.get(monitor.id) ?? []).map(({ value }) => causeOfReading(monitor, value, null))),
    );
    return [{ point: { ...point, monitors: point.monitors.map((one) => now.get(one.monitor.id) ?? one) }, peak, updated }];
  });
}
