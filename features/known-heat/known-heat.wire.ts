// Known heat (已知热源) and masks on the map (地图屏蔽区) in the wire format.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { readKind, wireKinds } from '../alarm/alarm.wire.ts';
import type { WireKnownHeat, WireMapMask } from './known-heat.schema.ts';
import type { CalmedKind, KnownHeat, KnownHeatDraft, MapMask, MapMaskDraft } from './known-heat.ts';

/** The name in lists and audit of the system actor that proposes heat sources from detections. */
export const HEAT_WATCH_NAME = '热源识别';

export const writeKnownHeat = (heat: KnownHeat, nameOf: GridNames): WireKnownHeat => ({
  id: heat.id,
  name: heat.name,
  kind: heat.kind,
  state: heat.state,
  origin: heat.origin,
  position: { ...heat.position },
  gridNo: heat.gridNo,
  gridName: nameOf(heat.gridNo) ?? heat.gridNo,
  address: heat.address,
  radius: heat.radiusMetres,
  usualFrp: heat.usualFrpMegawatts,
  days: [...heat.days],
  hours: [...heat.hours],
  note: heat.note,
  version: heat.version,
  createUser: heat.createdBy,
  createTime: formatTime(heat.createdAt),
  updateUser: heat.changedBy,
  updateTime: formatTime(heat.changedAt),
  reviewUser: heat.reviewedBy,
  reviewTime: heat.reviewedAt && formatTime(heat.reviewedAt),
  reviewNote: heat.reviewNote,
});

/** The inverse of `writeKnownHeat`, to the second. */
export const readKnownHeat = (w: WireKnownHeat): Named<KnownHeat> => ({
  id: w.id,
  name: w.name,
  kind: w.kind,
  state: w.state,
  origin: w.origin,
  position: w.position,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  address: w.address,
  radiusMetres: w.radius,
  usualFrpMegawatts: w.usualFrp,
  days: w.days,
  hours: w.hours,
  note: w.note,
  version: w.version,
  createdBy: w.createUser,
  createdAt: readTime(w.createTime),
  changedBy: w.updateUser,
  changedAt: readTime(w.updateTime),
  reviewedBy: w.reviewUser,
  reviewedAt: w.reviewTime === null ? null : readTime(w.reviewTime),
  reviewNote: w.reviewNote,
});

/** The facts about a source that a person enters, as the calls accept them. */
export const writeKnownHeatDraft = ({ radiusMetres, usualFrpMegawatts, ...draft }: KnownHeatDraft) => ({
  ...draft,
  radius: radiusMetres,
  usualFrp: usualFrpMegawatts,
});

/** Fields with another name in the wire format, for refusals. */
export const knownHeatFieldsOfWire = { radius: 'radiusMetres', usualFrp: 'usualFrpMegawatts' } as const satisfies Record<
  string,
  keyof KnownHeatDraft
>;

export const writeMapMask = (mask: MapMask, nameOf: GridNames): WireMapMask => ({
  id: mask.id,
  polygon: mask.polygon.map((corner) => ({ ...corner })),
  reason: mask.reason,
  alarmTypes: mask.alarmKinds.map((kind) => wireKinds[kind].kind),
  gridNo: mask.gridNo,
  gridName: nameOf(mask.gridNo) ?? mask.gridNo,
  endTime: formatTime(mask.endsAt),
  version: mask.version,
  createUser: mask.createdBy,
  createTime: formatTime(mask.createdAt),
  updateUser: mask.changedBy,
  updateTime: formatTime(mask.changedAt),
});

/** The inverse of `writeMapMask`, to the second. */
export const readMapMask = (w: WireMapMask): Named<MapMask> => ({
  id: w.id,
  polygon: w.polygon,
  reason: w.reason,
  alarmKinds: w.alarmTypes.map((type) => readKind(type) as CalmedKind),
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  endsAt: readTime(w.endTime),
  version: w.version,
  createdBy: w.createUser,
  createdAt: readTime(w.createTime),
  changedBy: w.updateUser,
  changedAt: readTime(w.updateTime),
});

/** The body of `createMapMask`. */
export const writeMapMaskDraft = ({ polygon, reason, alarmKinds, endsAt }: MapMaskDraft) => ({
  polygon: [...polygon],
  reason,
  alarmTypes: alarmKinds.map((kind) => wireKinds[kind].kind),
  endTime: formatTime(endsAt),
});

/** Fields with another name in the wire format, for refusals. */
export const mapMaskFieldsOfWire = { alarmTypes: 'alarmKinds', endTime: 'endsAt' } as const satisfies Record<string, keyof MapMaskDraft>;

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const knownHeatReaders = {
  'known-heat': readKnownHeat,
  'map-mask': readMapMask,
} as const;
