// Travel times from where the roads, the ground and its cover of this server are at hand: the search runs in a worker thread, over the road net in shared memory
// and a window of ground around the place. Away from it one goes by road only.
import type { JourneyOutcome, ReachArea, RoadNet, TravelPlace } from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import type { GroundWindow, GroundWindows } from './ground-window.ts';
import type { RoadOrigin, Roads } from './roads.ts';
import type { ReachFrame } from './travel-worker.ts';
import { createWorkerHost } from './worker-host.ts';

/** On foot one goes within this window around the fire: nobody comes from farther off on foot in time. */
const GROUND = { halfMetres: 10_000, cellMetres: 60 } as const;

/** The first question costs a second, for the index of the net: an officer who works on a fire asks again. */
const IDLE_MS = 10 * 60_000;

/** What the thread is told with each question; the memory of the net is shared. */
export interface TravelQuestion {
  readonly net: { readonly buffer: RoadNet['buffer']; readonly version: string } | null;
  readonly ground: Pick<GroundWindow, 'frame' | 'heights' | 'classes' | 'table'>;
  readonly ask:
    | { readonly kind: 'nearest'; readonly goal: LngLat; readonly places: readonly TravelPlace[] }
    | { readonly kind: 'reach'; readonly start: TravelPlace; readonly minutes: readonly number[]; readonly frame: ReachFrame };
}
export type TravelAnswer =
  | { readonly kind: 'nearest'; readonly outcomes: readonly JourneyOutcome[] }
  | { readonly kind: 'reach'; readonly areas: readonly ReachArea[] };

export interface Travels {
  /**
   * From many places to one.
   * @returns of each place, in their order, with thinned paths. A second for a county and 200 places.
   */
  toPlace(
    goal: LngLat,
    places: readonly TravelPlace[],
  ): Promise<{ readonly roads: RoadOrigin; readonly outcomes: readonly JourneyOutcome[] }>;
  /** How far somebody comes by road and on foot; `minutes` at most 240. */
  reach(start: TravelPlace, minutes: readonly number[]): Promise<{ readonly roads: RoadOrigin; readonly areas: readonly ReachArea[] }>;
  stop(): Promise<void>;
}

export function createTravels({ roads, groundWindows }: { readonly roads: Roads; readonly groundWindows: GroundWindows }): Travels {
  const worker = createWorkerHost<TravelQuestion, TravelAnswer>(new URL('./travel-worker.ts', import.meta.url), {}, IDLE_MS);
  const ask = async <K extends TravelAnswer['kind']>(
    centre: LngLat,
    question: Extract<TravelQuestion['ask'], { kind: K }>,
  ): Promise<{ readonly roads: RoadOrigin; readonly answer: Extract<TravelAnswer, { kind: K }> }> => {
    const { frame, heights, classes, table } = await groundWindows.read({ centre, ...GROUND });
    const [net, version, origin] = [roads.net(), roads.version(), roads.origin()];
    const answer = await worker.ask({
      net: net && { buffer: net.buffer, version },
      ground: { frame, heights, classes, table },
      ask: question,
    });
    return { roads: origin, answer: answer as Extract<TravelAnswer, { kind: K }> };
  };
  return {
    async toPlace(goal, places) {
      const { roads: origin, answer } = await ask(goal, { kind: 'nearest', goal, places });
      return { roads: origin, outcomes: answer.outcomes };
    },
    async reach(start, minutes) {
      // Without roads who has a vehicle walks as well, and no farther: coarse cells would hide how far.
      const drives = start.mover.means === 'vehicle' && roads.net() !== null;
      const frame: ReachFrame = drives ? { kind: 'roads', halfMetres: halfMetresOf(minutes) } : { kind: 'ground' };
      const { roads: origin, answer } = await ask(start.position, { kind: 'reach', start, minutes, frame });
      return { roads: origin, areas: answer.areas };
    },
    stop: () => worker.stop(),
  };
}

/** The fastest road is driven at 80 km/h; an area wider than 120 km says nothing to a county. */
const MOST_HALF_METRES = 60_000;
const METRES_PER_MINUTE = 80_000 / 60;
const halfMetresOf = (minutes: readonly number[]): number => Math.min(Math.max(...minutes) * METRES_PER_MINUTE, MOST_HALF_METRES);
