// Reads a briefing of a fire and its surroundings (辅助决策): the parts whose JSON is not the domain's shape.

import type { NamedAlarm } from '../alarm/alarm.ts';
import { readAlarm } from '../alarm/alarm.wire.ts';
import type { SeeingCamera } from '../camera/camera.ts';
import { readSeeingCamera } from '../camera/camera.wire.ts';
import type { FireLevel } from '../danger/fire-level.ts';
import type { AssetKind, NearbyAsset } from '../resource/resource.ts';
import { readAssetKind, readNearbyAsset } from '../resource/resource.wire.ts';
import type { WireBriefing, WireFireToDecide } from './decision.calls.ts';

export interface FireToDecide {
  readonly alarm: NamedAlarm;
  /** Today's level of its county; null: not known. */
  readonly fireLevel: FireLevel | null;
}

export const readFireToDecide = ({ alarm, fireLevel }: WireFireToDecide): FireToDecide => ({ alarm: readAlarm(alarm), fireLevel });

type Read = 'alarm' | 'sameFire' | 'groups' | 'cameras';

export interface Briefing extends Omit<WireBriefing, Read> {
  readonly alarm: NamedAlarm;
  readonly sameFire: readonly { readonly distanceMetres: number; readonly alarm: NamedAlarm }[];
  readonly groups: readonly { readonly kind: AssetKind; readonly count: number; readonly list: readonly NearbyAsset[] }[];
  readonly cameras: readonly SeeingCamera[];
}

export const readBriefing = (w: WireBriefing): Briefing => ({
  ...w,
  alarm: readAlarm(w.alarm),
  sameFire: w.sameFire.map((other) => ({ ...other, alarm: readAlarm(other.alarm) })),
  groups: w.groups.map(({ resourceType, count, list }) => ({
    kind: readAssetKind(resourceType),
    count,
    list: list.map(readNearbyAsset),
  })),
  cameras: w.cameras.map(readSeeingCamera),
});

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const briefingReaders = {
  briefing: readBriefing,
  'fire-to-decide': readFireToDecide,
} as const;
