// Reads a briefing of a fire and its surroundings (辅助决策): the cameras, whose JSON is not the domain's shape.

import type { SeeingCamera } from '../camera/camera.ts';
import { readSeeingCamera } from '../camera/camera.wire.ts';
import type { WireBriefing } from './decision.calls.ts';

export interface Briefing extends Omit<WireBriefing, 'cameras'> {
  readonly cameras: readonly SeeingCamera[];
}

export const readBriefing = (w: WireBriefing): Briefing => ({ ...w, cameras: w.cameras.map(readSeeingCamera) });

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const briefingReaders = {
  briefing: readBriefing,
} as const;
