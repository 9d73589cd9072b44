// Alarms in, one at a time: cameras, people, smoke sensors, danger checks.
import type { Contract } from '@lookout/contract';
import type { AlarmKind, Observation } from '@lookout/domain';
import type { Store } from '@lookout/store';
import { originOf } from '../../acting/act.ts';
import { invalid, notFound } from '../../acting/refusal.ts';
import type { Context, Handlers } from '../../serve/context.ts';
import type { Admission } from '../../services/admission.ts';
import type { Elevation } from '../../services/elevation.ts';
import { cameraObservation, cameraPictures, dangerObservation, reportObservation, smokeObservation } from './observations.ts';
import { createSights } from './sights.ts';

type Creates = Pick<
  Handlers<Contract['fire']>,
  'createMonitorAlarm' | 'raiseFromVideo' | 'locate' | 'createReport' | 'createSmoke' | 'createDanger'
>;

/** Which field to name when the place or the time of an alarm is refused. */
const fieldsOf = {
  satellite: { place: 'longitude', time: 'acq_date' },
  camera: { place: 'longitude', time: 'alarmDatetime' },
  report: { place: 'longitude', time: 'reportTime' },
  smoke: { place: 'longitude', time: 'alarmDatetime' },
  danger: { place: 'position', time: 'checkTime' },
} as const satisfies Record<AlarmKind, { place: string; time: string }>;

/** A monitoring point has a handful. */
const MOST_CHANNELS = 100;

export function fireCreates(store: Store, admission: Admission, elevation: () => Elevation): Creates {
  const sights = createSights(store, elevation);

  /** Stores one observation with its photos, all or nothing. The same `Idempotency-Key` again answers with the alarm that stands. */
  const create = async (
    context: Context,
    observation: Observation,
    pictures: readonly string[],
    deviceGrid: Context['scope'] | null = null,
  ) => {
    const { caller } = context;
    const grid = caller.kind === 'account' ? caller.gridNo : null;
    const { outcomes } = await admission.admit([observation], { grid: deviceGrid ?? grid, heldTo: grid }, originOf(context), {
      audit: [context.audit.take()],
      ...(pictures.length > 0 && {
        before: async (tx, placed) => {
          const [first] = placed;
          if (!first) return;
          const owner = caller.kind === 'account' ? caller.accountId : null;
          const missing = await tx.uploads.claim(pictures, owner, first.gridNo);
          if (missing.length > 0) throw invalid('pictures', 'picture-gone');
        },
      }),
    });
    const outcome = outcomes[0];
    if (outcome === undefined) throw new Error('one observation has one outcome');
    if (outcome.kind === 'refused') {
      const { place, time } = fieldsOf[observation.facts.kind];
      throw invalid(outcome.reason === 'in-the-future' ? time : place, outcome.reason);
    }
    return { id: outcome.id };
  };

  return {
    async createMonitorAlarm(context, { body }) {
      // What an officer says is taken also from there.
      if (context.caller.kind === 'feed') await sights.requireUnmasked(context.scope, body);
      const seen = await sights.see(context.scope, body);
      return create(context, cameraObservation(body, seen.sight, seen.device, dedupeKeyOf(context)), cameraPictures(body), seen.grid);
    },
    async raiseFromVideo(context, { query }) {
      const { monitorId, horizonAngle, verticalAngle, longitude = null, latitude = null, picPath1 } = query;
      const { list } = await store.cameras.list(context.scope, { monitorId }, { limit: MOST_CHANNELS });
      const channel = query.channelId || null;
      const camera = list.find(({ id, channelNum }) => channel === null || id === channel || String(channelNum) === channel);
      if (!camera) throw notFound();
      const body = {
        ...{ deviceId: camera.deviceId, monitorId, horizonAngle, verticalAngle, longitude, latitude },
        ...{ alarmDatetime: context.now, pictures: picPath1 == null ? [] : [picPath1] },
      };
      // The angles are kept beside a place that was corrected by hand.
      const seen = await sights.see(context.scope, body);
      return create(context, cameraObservation(body, seen.sight, seen.device, dedupeKeyOf(context)), body.pictures, seen.grid);
    },
    locate: ({ scope }, { body }) => sights.locate(scope, body),
    async createReport(context, { body }) {
      const { caller, now } = context;
      const reporter = caller.kind === 'account' ? { id: caller.accountId, name: caller.fullName } : { id: null, name: null };
      return create(context, reportObservation(body, reporter, now, dedupeKeyOf(context)), body.pictures ?? []);
    },
    createSmoke: (context, { body }) => create(context, smokeObservation(body, dedupeKeyOf(context)), body.pictures ?? []),
    createDanger: (context, { body }) =>
      create(context, dangerObservation(body, context.now, dedupeKeyOf(context)), body.renovationPics ?? []),
  };
}

/** A key is its sender's own: two accounts may use the same one. */
function dedupeKeyOf({ headers, caller }: Context): string | null {
  if (headers.idempotencyKey === null) return null;
  return `key:${caller.kind === 'account' ? caller.accountId : caller.kind}:${headers.idempotencyKey}`;
}
