// Travel times from where the roads, the ground and its cover of this server are at hand: the search runs in a worker thread, over the road net in shared memory
// and a window of ground around the place. Away from it one goes by road only.
import type { ForecastFire, Journey, JourneyOutcome, ReachArea, RoadNet, TravelPlace } from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { closingFires, type NamedForecast } from '../../incident/service/closing-fires.ts';
import type { FireArrivals } from '../../spread/service/fire-arrivals.ts';
import type { GroundWindow, GroundWindows } from '../../terrain/service/ground-window.ts';
import type { RoadOrigin, Roads } from './roads.ts';
import type { ReachFrame } from './travel-worker.ts';

/** On foot one goes within this window around the fire: nobody comes from farther off on foot in time. */
const GROUND = { halfMetres: 10_000, cellMetres: 60 } as const;

/** The first question costs a second, for the index of the net: an officer who works on a fire asks again. */
const IDLE_MS = 10 * 60_000;

/** What the thread is told with each question; the memory of the net and of the fires is shared. */
export interface TravelQuestion {
  readonly net: { readonly buffer: RoadNet['buffer']; readonly version: string } | null;
  readonly ground: Pick<GroundWindow, 'frame' | 'heights' | 'classes' | 'table'>;
  /** What closes ways; empty: nothing does. */
  readonly fires: readonly ForecastFire[];
  readonly ask:
    | { readonly kind: 'nearest'; readonly goal: LngLat; readonly places: readonly TravelPlace[] }
    | { readonly kind: 'reach'; readonly start: TravelPlace; readonly minutes: readonly number[]; readonly frame: ReachFrame }
    | { readonly kind: 'back'; readonly goal: LngLat; readonly place: TravelPlace };
}
export type TravelAnswer =
  | { readonly kind: 'nearest'; readonly outcomes: readonly JourneyOutcome[] }
  | { readonly kind: 'reach'; readonly areas: readonly ReachArea[] }
  | { readonly kind: 'back'; readonly back: WayBack | NoWayBack };

/** The fastest way from a place back to where somebody came from, with his vehicle from where he left it. */
export interface WayBack {
  readonly ok: true;
  readonly journey: Journey;
  /** Until when he may set out on it before the fire cuts it off, minutes from now; infinity: not within the forecast. */
  readonly cutOffMinutes: number;
  /** How long he needs to get there. */
  readonly thereSeconds: number;
}
export type NoWayBack = Extract<JourneyOutcome, { ok: false }>;

/** By what an answer is. */
export interface TravelBasis {
  readonly roads: RoadOrigin;
  /** The forecast whose fire closes ways; null: there is none. */
  readonly forecast: NamedForecast | null;
}

export interface Travels {
  /**
   * From many places to one, past what the forecasts of fires close.
   * @returns of each place, in their order, with thinned paths. A second for a county and 200 places.
   */
  toPlace(goal: LngLat, places: readonly TravelPlace[]): Promise<TravelBasis & { readonly outcomes: readonly JourneyOutcome[] }>;
  /** How far somebody comes by road and on foot; `minutes` at most 240. */
  reach(start: TravelPlace, minutes: readonly number[]): Promise<TravelBasis & { readonly areas: readonly ReachArea[] }>;
  /** From the goal back to where somebody who is sent there comes from; who does not come has no way back. */
  back(goal: LngLat, place: TravelPlace): Promise<TravelBasis & { readonly back: WayBack | NoWayBack }>;
  stop(): Promise<void>;
}

interface TravelsDeps {
  readonly roads: Roads;
  readonly groundWindows: GroundWindows;
  readonly fireArrivals: Pick<FireArrivals, 'current'>;
  readonly clock: () => Date;
}

export function createTravels({ roads, groundWindows, fireArrivals, clock }: TravelsDeps): Travels {
  const worker = createWorkerHost<TravelQuestion, TravelAnswer>(new URL('./travel-worker.ts', import.meta.url), {}, IDLE_MS);
  const ask = async <K extends TravelAnswer['kind']>(
    centre: LngLat,
    question: Extract<TravelQuestion['ask'], { kind: K }>,
  ): Promise<TravelBasis & { readonly answer: Extract<TravelAnswer, { kind: K }> }> => {
    const [{ frame, heights, classes, table }, { fires, forecast }] = await Promise.all([
      groundWindows.read({ centre, ...GROUND }),
      closingFires(fireArrivals, centre, clock()),
    ]);
    const [net, version, origin] = [roads.net(), roads.version(), roads.origin()];
    const answer = await worker.ask({
      net: net && { buffer: net.buffer, version },
      ground: { frame, heights, classes, table },
      fires,
      ask: question,
    });
    return { roads: origin, forecast, answer: answer as Extract<TravelAnswer, { kind: K }> };
  };
  return {
    async toPlace(goal, places) {
      const { answer, ...basis } = await ask(goal, { kind: 'nearest', goal, places });
      return { ...basis, outcomes: answer.outcomes };
    },
    async reach(start, minutes) {
      // Without roads who has a vehicle walks as well, and no farther: coarse cells would hide how far.
      const drives = start.mover.means === 'vehicle' && roads.net() !== null;
      const frame: ReachFrame = drives ? { kind: 'roads', halfMetres: halfMetresOf(minutes) } : { kind: 'ground' };
      const { answer, ...basis } = await ask(start.position, { kind: 'reach', start, minutes, frame });
      return { ...basis, areas: answer.areas };
    },
    async back(goal, place) {
      const { answer, ...basis } = await ask(goal, { kind: 'back', goal, place });
      return { ...basis, back: answer.back };
    },
    stop: () => worker.stop(),
  };
}

/** The fastest road is driven at 80 km/h; an area wider than 120 km says nothing to a county. */
const MOST_HALF_METRES = 60_000;
const METRES_PER_MINUTE = 80_000 / 60;
const halfMetresOf = (minutes: readonly number[]): number => Math.min(Math.max(...minutes) * METRES_PER_MINUTE, MOST_HALF_METRES);
