// The briefing of a fire and its surroundings (辅助决策) in the wire format. The parts have separate serialisers; the server combines them.

import { formatTime, readTime } from '@lookout/contract';
import type { Position } from '@lookout/domain';
import type { WireAlarm } from '../alarm/alarm.schema.ts';
import { readAlarm } from '../alarm/alarm.wire.ts';
import { readSeeingCamera } from '../camera/camera.wire.ts';
import { readFireLevel } from '../danger/danger.wire.ts';
import type { FireLevel } from '../danger/fire-weather.ts';
import type { VectorLayerKind } from '../map-layer/map-layer.ts';
import { readAssetKind, readNearbyAsset } from '../resource/resource.wire.ts';
import type { Approach } from './approach.ts';
import type { WireApproach, WireBriefing, WireNearPlace } from './decision.calls.ts';
import type { SendingLine, Way } from './sending.ts';

/** A village, road or other feature near a fire. */
export interface NearPlace extends Way {
  readonly id: string;
  readonly kind: VectorLayerKind;
  readonly name: string;
  readonly layerName: string;
  readonly isSchematic: boolean;
  /** The point of the feature that is nearest to the fire. */
  readonly position: Position;
  readonly inhabitants: number | null;
  readonly households: number | null;
}

export const writeNearPlace = ({ position, isSchematic, distanceMetres, bearingDegrees, ...place }: NearPlace): WireNearPlace => ({
  ...place,
  schematic: isSchematic,
  longitude: position.lng,
  latitude: position.lat,
  distance: distanceMetres,
  bearing: bearingDegrees,
});

/** The inverse of `writeNearPlace`. */
const readNearPlace = ({ longitude, latitude, schematic, distance, bearing, ...place }: WireNearPlace): NearPlace => ({
  ...place,
  isSchematic: schematic,
  position: { lng: longitude, lat: latitude },
  distanceMetres: distance,
  bearingDegrees: bearing,
});

export const readFireToDecide = ({ alarm, level }: { readonly alarm: WireAlarm; readonly level: FireLevel | null }) => ({
  alarm: readAlarm(alarm),
  fireLevel: level,
});
export type FireToDecide = ReturnType<typeof readFireToDecide>;

export const writeApproach = ({ forecastFrom, forecastUntil, assembly, ...head }: Approach): WireApproach => ({
  ...head,
  beginTime: formatTime(forecastFrom),
  endTime: formatTime(forecastUntil),
  assembly: assembly && {
    longitude: assembly.position.lng,
    latitude: assembly.position.lat,
    distance: assembly.distanceMetres,
    bearing: assembly.bearingDegrees,
    side: assembly.side,
    road: assembly.road,
  },
});

/** The inverse of `writeApproach`, to the second. */
const readApproach = ({ beginTime, endTime, assembly, ...head }: WireApproach): Approach => ({
  ...head,
  forecastFrom: readTime(beginTime),
  forecastUntil: readTime(endTime),
  assembly: assembly && {
    position: { lng: assembly.longitude, lat: assembly.latitude },
    distanceMetres: assembly.distance,
    bearingDegrees: assembly.bearing,
    side: assembly.side,
    road: assembly.road,
  },
});

export const readFireApproach = ({ approach }: { readonly approach: WireApproach | null }): Approach | null =>
  approach && readApproach(approach);

/** The lines are transmitted unchanged. */
const readLines = (lines: WireBriefing['suggestion']['lines']): readonly SendingLine[] => lines;

export const readBriefing = (w: WireBriefing) => ({
  at: readTime(w.time),
  alarm: readAlarm(w.alarm),
  by: w.by,
  radiusMetres: w.radius,
  sameFire: w.sameFire.map(({ distance, alarm }) => ({ distanceMetres: distance, alarm: readAlarm(alarm) })),
  burnings: w.burnings.map(({ distance, bearing, burning }) => ({
    distanceMetres: distance,
    bearingDegrees: bearing,
    burning,
  })),
  ground: { heightMetres: w.ground.height, slopeDegrees: w.ground.slope, aspectDegrees: w.ground.aspect },
  weather: w.weather,
  hours: w.hours.map(({ time, ...hour }) => ({ ...hour, at: readTime(time) })),
  days: w.days,
  forecast: w.forecast,
  approach: readFireApproach(w),
  fireLevel: w.fireLevel && readFireLevel(w.fireLevel),
  levels: w.levels,
  groups: w.groups.map(({ resourceType, count, list }) => ({
    kind: readAssetKind(resourceType),
    count,
    list: list.map(readNearbyAsset),
  })),
  rangerCount: w.rangerCount,
  rangers: w.rangers,
  places: w.places.map(readNearPlace),
  cameras: w.cameras.map(readSeeingCamera),
  suggestion: {
    wantedCount: w.suggestion.wantedCount,
    rangers: w.suggestion.rangers,
    lines: readLines(w.suggestion.lines),
  },
});
export type Briefing = ReturnType<typeof readBriefing>;

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const briefingReaders = {
  briefing: readBriefing,
  'fire-approach': readFireApproach,
  'fire-to-decide': readFireToDecide,
} as const;
