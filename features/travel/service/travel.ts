// Travel times by this server's roads, terrain and land cover. The search runs in a worker thread, over the road network in shared memory
// and a window of terrain around the place. Outside the window, travel is by road only.
import type { ForecastFire, Journey, JourneyOutcome, ReachArea, RoadNet, TravelPlace } from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { closingFires, type NamedForecast } from '../../incident/service/closing-fires.ts';
import type { FireArrivals } from '../../spread/service/fire-arrivals.ts';
import type { GroundWindow, GroundWindows } from '../../terrain/service/ground-window.ts';
import type { ReachFrame } from './reach-frame.ts';
import type { RoadOrigin, Roads } from './roads.ts';

/** The window around the fire in which people walk. Anyone on foot from farther away would come too late. */
const GROUND = { halfMetres: 10_000, cellMetres: 60 } as const;

/**
 * The worker's idle time before it stops. The first query takes a second, to index the network, and an officer who works on a fire sends
 * more.
 */
const IDLE_MS = 10 * 60_000;

/** What the worker receives with each query. The memory of the network and of the fires is shared. */
export interface TravelQuestion {
  readonly net: { readonly buffer: RoadNet['buffer']; readonly version: string } | null;
  readonly ground: Pick<GroundWindow, 'frame' | 'heights' | 'classes' | 'table'>;
  /** The fires that close routes; empty: none. */
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

/** The fastest route from a place back to where a person came from, with his vehicle from where he left it. */
export interface WayBack {
  readonly ok: true;
  readonly journey: Journey;
  /** The latest departure before the fire cuts the route off, minutes from now; infinity: not within the forecast. */
  readonly cutOffMinutes: number;
  /** The time that the person needs to get there. */
  readonly thereSeconds: number;
}
export type NoWayBack = Extract<JourneyOutcome, { ok: false }>;

/** The data that an answer is based on. */
export interface TravelBasis {
  readonly roads: RoadOrigin;
  /** The forecast whose fire closes routes; null: none. */
  readonly forecast: NamedForecast | null;
}

export interface Travels {
  /**
   * Routes from many places to one, which avoid what forecast fires close.
   * @returns one outcome for each place, in their order, with thinned paths. Takes a second for a county and 200 places.
   */
  toPlace(goal: LngLat, places: readonly TravelPlace[]): Promise<TravelBasis & { readonly outcomes: readonly JourneyOutcome[] }>;
  /** How far a person can travel by road and on foot; `minutes` at most 240. */
  reach(start: TravelPlace, minutes: readonly number[]): Promise<TravelBasis & { readonly areas: readonly ReachArea[] }>;
  /** From the goal back to the place of a person who would be sent there. A person who cannot come has no return route. */
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
  const worker = createWorkerHost<TravelQuestion, TravelAnswer>(new URL('./travel-worker.ts', import.meta.url), { idleMs: IDLE_MS });
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
      // Without roads, a person with a vehicle also walks. Coarse cells would then hide how far he gets.
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

/** The fastest road is driven at 80 km/h. An area wider than 120 km is of no use to a county. */
const MOST_HALF_METRES = 60_000;
const METRES_PER_MINUTE = 80_000 / 60;
const halfMetresOf = (minutes: readonly number[]): number => Math.min(Math.max(...minutes) * METRES_PER_MINUTE, MOST_HALF_METRES);
