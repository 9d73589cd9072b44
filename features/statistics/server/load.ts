// 告警负荷: how the alarms of a window load the desk of a grid and those below it, and which sources cause them. Read from the alarms' own
// rows, because their state, fire and silence change after they were recorded; counted by the domain.

import { DAY_MS, type GridNo, partOf, type Span, withGridName } from '@lookout/domain';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { Context } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { type AlarmLoad, type AlarmLoadReport, alarmLoadOf, type DeskLoad, MOST_LOAD_DAYS, spanOfLoadWindow } from '../alarm-load.ts';
import type { LoadQuestion } from '../statistics.calls.ts';

/** More would take the server's time and memory from the alarms themselves. */
const MOST_ALARMS = 200_000;
const MOST_SOURCES = 50;
/** Maximum number of channels of one device. */
const MOST_CHANNELS = 16;
type LoadRoom = Pick<Room, 'store' | 'grids'>;

/** @throws Refusal when the window is invalid, or contains too many alarms; StoreUnavailable */
export function loadAsker({ store, grids }: LoadRoom): (context: Context, question: LoadQuestion) => Promise<AlarmLoadReport> {
  /** Counts in progress: the same question in the meantime gets the same answer. */
  const underWay = new Map<string, Promise<AlarmLoadReport>>();

  const count = async (scope: GridNo, span: Span, { hours }: LoadQuestion, now: Date): Promise<AlarmLoadReport> => {
    const { list, more } = await store.alarmLoads.arrivedIn(scope, span, { limit: MOST_ALARMS });
    if (more) throw invalid(hours == null ? 'beginTime' : 'hours', 'load-too-many-alarms', { most: MOST_ALARMS });
    return withNames({ store, grids }, scope, alarmLoadOf(list, { gridNo: scope, span, now, deskBelow: (no) => partOf(scope, no) }));
  };

  return ({ scope, now }, question) => {
    const span = spanOf(question, now);
    const key = JSON.stringify([scope, span]);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const counting = count(scope, span, question, now).finally(() => underWay.delete(key));
    underWay.set(key, counting);
    return counting;
  };
}

/** @throws Refusal when the window is missing, reversed or too long */
function spanOf({ hours, beginTime, endTime }: LoadQuestion, now: Date): Span {
  if (hours != null) return spanOfLoadWindow(hours, now);
  if (!beginTime || !endTime) throw invalid(beginTime ? 'endTime' : 'beginTime', 'statistics-window-needed');
  if (beginTime >= endTime) throw invalid('endTime', 'end-before-begin');
  if (endTime.getTime() - beginTime.getTime() > MOST_LOAD_DAYS * DAY_MS) {
    throw invalid('endTime', 'load-window-too-long', { days: MOST_LOAD_DAYS });
  }
  return { begin: beginTime, end: endTime };
}

async function withNames({ store, grids }: LoadRoom, scope: GridNo, load: AlarmLoad): Promise<AlarmLoadReport> {
  const sources = load.sources.slice(0, MOST_SOURCES);
  const deviceIds = sources.flatMap(({ kind, source }) => (kind === 'camera' && source !== null ? [source] : []));
  const { list: cameras } = await store.cameras.list(scope, { deviceIds }, { limit: MOST_CHANNELS * Math.max(1, deviceIds.length) });
  const pointIds = [...new Set(cameras.flatMap(({ monitoringPointId }) => monitoringPointId ?? []))];
  const { list: points } = await store.monitoringPoints.list(scope, { ids: pointIds }, { limit: Math.max(1, pointIds.length) });
  const cameraOf = new Map(cameras.map((camera) => [camera.deviceId, camera]));
  const pointNames = new Map(points.map(({ id, name }) => [id, name]));
  const named = (desk: DeskLoad) => withGridName(desk, grids().nameOf);
  return {
    ...load,
    desk: named(load.desk),
    desks: load.desks.map(named),
    sources: sources.map((source) => {
      const camera = source.kind === 'camera' && source.source !== null ? cameraOf.get(source.source) : undefined;
      return { ...source, cameraName: camera?.name ?? null, pointName: pointNames.get(camera?.monitoringPointId ?? '') ?? null };
    }),
    sourcesLeftOut: load.sources.length - sources.length,
  };
}
