// Geological hazards (地质灾害) on the wire.

import { fileUrl, formatTime, type GridNames, readTime, uploadsAt } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WireHazard, WireHazardFile, WireHazardOverview, WireHazardWarning } from './hazard.schema.ts';
import type { Hazard, HazardDraft, HazardOverview, HazardWarning, MonitorNow, RainNow, ReadingSpan, WarningAnswer } from './hazard.ts';

type Facts = Omit<HazardOverview, 'monitorCount' | 'lastReadingAt' | 'warning'>;

const writeFacts = (h: Facts, nameOf: GridNames) => ({
  id: h.id,
  code: h.code,
  name: h.name,
  kind: h.kind,
  level: h.level,
  state: h.state,
  position: { ...h.position },
  gridNo: h.gridNo,
  gridName: nameOf(h.gridNo) ?? h.gridNo,
  address: h.address,
  people: h.people,
  households: h.households,
  dutyName: h.dutyName,
  dutyPhone: h.dutyPhone,
  description: h.description,
  version: h.version,
  updateUser: h.changedBy,
  updateTime: formatTime(h.changedAt),
});

const readFacts = ({ updateUser, updateTime, gridNo, ...facts }: ReturnType<typeof writeFacts> & { gridNo: string }): Named<Facts> => ({
  ...facts,
  gridNo: gridNo as GridNo,
  changedBy: updateUser,
  changedAt: readTime(updateTime),
});

export const writeHazardOverview = (h: HazardOverview, nameOf: GridNames): WireHazardOverview => ({
  ...writeFacts(h, nameOf),
  monitorCount: h.monitorCount,
  lastReadingTime: h.lastReadingAt && formatTime(h.lastReadingAt),
  warning: h.warning,
});

/** The inverse of `writeHazardOverview`, to the second. */
export const readHazardOverview = ({ monitorCount, lastReadingTime, warning, ...facts }: WireHazardOverview): Named<HazardOverview> => ({
  ...readFacts(facts as ReturnType<typeof writeFacts>),
  monitorCount,
  lastReadingAt: lastReadingTime === null ? null : readTime(lastReadingTime),
  warning,
});

export const writeHazard = (h: Hazard, nameOf: GridNames): WireHazard => ({
  ...writeFacts(h, nameOf),
  photos: h.photos.map(fileUrl),
  rain: { ...h.rain },
  monitors: h.monitors.map((monitor) => ({ ...monitor })),
});

/** The inverse of `writeHazard`, to the second. */
export const readHazard = ({ photos, rain, monitors, ...facts }: WireHazard): Named<Hazard> => ({
  ...readFacts(facts as ReturnType<typeof writeFacts>),
  photos: uploadsAt(photos),
  rain,
  monitors,
});

/** The rain of a grid, and when it was last queried; null: never. */
export interface RainAt extends RainNow {
  readonly at: Date | null;
}

export interface HazardFile {
  readonly hazard: Named<Hazard>;
  readonly monitors: readonly MonitorNow[];
  readonly rain: RainAt;
}

export const writeHazardFile = (
  hazard: Hazard,
  monitors: readonly MonitorNow[],
  { at, ...rain }: RainAt,
  nameOf: GridNames,
): WireHazardFile => ({
  hazard: writeHazard(hazard, nameOf),
  monitors: monitors.map(({ monitor, last, cause }) => ({
    monitorId: monitor.id,
    last: last && { time: formatTime(last.at), value: last.value, rate: last.rate },
    cause,
  })),
  rain: { ...rain, time: at && formatTime(at) },
});

/** The inverse of `writeHazardFile`, to the second. */
export function readHazardFile({ hazard: wire, monitors, rain: { time, ...rain } }: WireHazardFile): HazardFile {
  const hazard = readHazard(wire);
  const now = new Map(monitors.map((one) => [one.monitorId, one]));
  return {
    hazard,
    monitors: hazard.monitors.map((monitor) => {
      const { last = null, cause = null } = now.get(monitor.id) ?? {};
      return { monitor, last: last && { at: readTime(last.time), value: last.value, rate: last.rate }, cause };
    }),
    rain: { ...rain, at: time === null ? null : readTime(time) },
  };
}

const writeAnswer = (a: WarningAnswer | null) => a && { time: formatTime(a.at), user: a.by, note: a.note };
const readAnswer = (w: WireHazardWarning['closed']): WarningAnswer | null => w && { at: readTime(w.time), by: w.user, note: w.note };

export const writeHazardWarning = (w: HazardWarning, nameOf: GridNames): WireHazardWarning => ({
  id: w.id,
  hazardId: w.hazardId,
  hazardName: w.hazardName,
  hazardKind: w.hazardKind,
  position: { ...w.position },
  people: w.people,
  gridNo: w.gridNo,
  gridName: nameOf(w.gridNo) ?? w.gridNo,
  level: w.level,
  highest: w.highest,
  cause: { ...w.cause },
  raisedTime: formatTime(w.raisedAt),
  changedTime: formatTime(w.changedAt),
  acknowledged: writeAnswer(w.acknowledged),
  handled: writeAnswer(w.handled),
  closed: writeAnswer(w.closed),
});

/** The inverse of `writeHazardWarning`, to the second. */
export const readHazardWarning = (w: WireHazardWarning): Named<HazardWarning> => ({
  id: w.id,
  hazardId: w.hazardId,
  hazardName: w.hazardName,
  hazardKind: w.hazardKind,
  position: w.position,
  people: w.people,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  level: w.level,
  highest: w.highest,
  cause: w.cause,
  raisedAt: readTime(w.raisedTime),
  changedAt: readTime(w.changedTime),
  acknowledged: readAnswer(w.acknowledged),
  handled: readAnswer(w.handled),
  closed: readAnswer(w.closed),
});

export interface WireReadingSpan {
  readonly time: string;
  readonly value: number;
  readonly lowest: number;
  readonly highest: number;
}

export const writeReadingSpan = ({ at, value, lowest, highest }: ReadingSpan): WireReadingSpan => ({
  time: formatTime(at),
  value,
  lowest,
  highest,
});
/** The inverse of `writeReadingSpan`, to the second. */
export const readReadingSpan = ({ time, ...rest }: WireReadingSpan): ReadingSpan => ({ at: readTime(time), ...rest });

/** The body of `createHazard`, and the point in the body of `updateHazard`. A new monitor has no id yet. */
export const writeHazardDraft = ({
  monitors,
  ...draft
}: Omit<HazardDraft, 'monitors'> & {
  readonly monitors: readonly (Omit<HazardDraft['monitors'][number], 'id'> & { readonly id: string | null })[];
}) => ({
  ...draft,
  position: { lng: draft.position.lng, lat: draft.position.lat },
  photos: draft.photos.map(fileUrl),
  monitors: [...monitors],
});

/** Readers for the replies of calls, by the reader name that a call's row gives. */
export const hazardReaders = {
  hazard: readHazard,
  'hazard-overview': readHazardOverview,
  'hazard-file': readHazardFile,
  'hazard-warning': readHazardWarning,
  'reading-span': readReadingSpan,
} as const;
