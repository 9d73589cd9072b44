// When and where fires begin: at random by hour and stage. Each hour has its own draws, so that any hour can be computed independently.
import { DAY_MS, HOUR_MS, haversineMetres } from '@lookout/domain';
import { demoLandCover, destination, type Surface } from '@lookout/geo';
import { EPOCH_MS } from '../clock.ts';
import { type Draws, drawsOf } from '../draws.ts';
import { type Settlement, STAGE_IDS, type Stage, type StageId, stages } from '../places.ts';
import { solarHour } from '../sky/sun.ts';
import { createWeatherField } from '../weather/field.ts';
import { type Fire, type FireKind, isBurning, LONGEST_FIRE_HOURS } from './fire.ts';
import { type FireFront, growFront } from './front.ts';

export interface OutbreakOptions {
  readonly seed: number;
  readonly surface: Surface;
  /** Factor on the usual number of fires. */
  readonly scale: number;
}

interface KindProfile {
  readonly hours: readonly [number, number];
  /** Median, and standard deviation of the logarithm, of the burned area and of the power. */
  readonly hectares: readonly [number, number];
  readonly megawatts: readonly [number, number];
  /** Distance from the settlement, metres. */
  readonly away: readonly [number, number];
}

const profiles: Readonly<Record<Exclude<FireKind, 'chimney'>, KindProfile>> = {
  forest: { hours: [3, LONGEST_FIRE_HOURS], hectares: [2.5, 1.1], megawatts: [7, 0.8], away: [1_500, 9_000] },
  grassland: { hours: [1, 6], hectares: [4, 1], megawatts: [5, 0.7], away: [1_500, 8_000] },
  farm: { hours: [0.6, 2], hectares: [0.5, 0.6], megawatts: [2.2, 0.5], away: [400, 2_500] },
};

export interface Outbreaks {
  /** Fires that began in this hour (counted from the epoch). */
  inHour(hour: number): readonly Fire[];
  /** All fires that burn at a time, including chimneys. For cameras and people. */
  burningAt(ms: number): Fire[];
}

/** Hours in the cache: more than two days, because a tick looks back more than a day. */
const CACHED_HOURS = 64;

export const hourOf = (ms: number): number => Math.floor((ms - EPOCH_MS) / HOUR_MS);

export function createOutbreaks({ seed, surface, scale }: OutbreakOptions): Outbreaks {
  const cache = new Map<number, readonly Fire[]>();
  const weather = createWeatherField(seed, surface);
  const ground = { heightAt: surface.heightAt, coverAt: demoLandCover(surface.heightAt) };
  const inHour = (hour: number): readonly Fire[] => {
    const known = cache.get(hour);
    if (known) return known;
    const fires = STAGE_IDS.flatMap((id) => [...firesOf(id, hour), ...chimneysOf(id, hour)]);
    cache.set(hour, fires);
    if (cache.size > CACHED_HOURS) cache.delete(cache.keys().next().value as number);
    return fires;
  };

  const firesOf = (stageId: StageId, hour: number): Fire[] => {
    const stage = stages[stageId];
    const draws = drawsOf(seed, 'outbreaks', stageId, hour);
    const startMs = EPOCH_MS + hour * HOUR_MS;
    const mean = (stage.firesPerDay / 24) * scale * afternoonShare(solarHour(stage.settlements[0].lng, startMs));
    return Array.from({ length: draws.poisson(mean) }, (_, n) => outbreak(stageId, `${stageId}-${hour}-${n}`, startMs));
  };

  const outbreak = (stageId: StageId, id: string, hourStartMs: number): Fire => {
    const stage = stages[stageId];
    const draws = drawsOf(seed, 'fire', id);
    const drawnKind = draws.weighted(stage.kinds);
    const spot = groundFor(drawnKind, stage, draws);
    // There are no forests and fields on the high plateau.
    const kind = spot.heightMetres > stage.meadowsAboveMetres ? 'grassland' : drawnKind;
    const { hours, hectares, megawatts } = profiles[kind];
    const startsAtMs = Math.round(hourStartMs + draws.uniform() * HOUR_MS);
    return withFront({
      id,
      stage: stageId,
      kind,
      ...spot,
      startsAtMs,
      endsAtMs: Math.round(startsAtMs + draws.between(...hours) * HOUR_MS),
      finalHectares: Math.min(120, hectares[0] * Math.exp(hectares[1] * draws.normal())),
      peakMegawatts: Math.min(150, megawatts[0] * Math.exp(megawatts[1] * draws.normal())),
    });
  };

  /** The front costs some milliseconds, so it is computed on first access. A farm fire stays on its field. */
  const withFront = (fire: Omit<Fire, 'front'>): Fire => {
    let front: FireFront | null = null;
    return {
      ...fire,
      get front() {
        if (fire.kind !== 'farm') front ??= growFront({ ...fire, seed, ground, weather, mostHectares: fire.finalHectares });
        return front;
      },
    };
  };

  /** Searches around a settlement for suitable terrain: forest on slopes, fields on level ground near the houses. */
  const groundFor = (
    kind: keyof typeof profiles,
    stage: Stage,
    draws: Draws,
  ): Pick<Fire, 'position' | 'heightMetres' | 'near' | 'nearMetres'> => {
    const near = draws.pick(stage.settlements);
    const home = surface.heightAt(near.lng, near.lat) ?? 0;
    const [least, most] = profiles[kind].away;
    let spot = at(near, near, home);
    for (let attempt = 0; attempt < 8; attempt++) {
      const position = rounded(destination(near, draws.between(0, 360), draws.between(least, Math.min(most, near.reachMetres))));
      const heightMetres = surface.heightAt(position.lng, position.lat);
      if (heightMetres === null) continue;
      spot = at(position, near, heightMetres);
      const climb = heightMetres - home;
      if (kind === 'farm' ? Math.abs(climb) < 150 : climb > 40 && heightMetres < 4_300) break;
    }
    return spot;
  };

  /** Industrial plants run every day; each day of a chimney counts as one fire, so that its detections belong together. */
  const chimneysOf = (stageId: StageId, hour: number): Fire[] => {
    if (hour % 24 !== 0) return [];
    return stages[stageId].chimneys.map((works, n) => {
      const startsAtMs = EPOCH_MS + hour * HOUR_MS;
      return {
        id: `${stageId}-works-${n}-${hour / 24}`,
        stage: stageId,
        kind: 'chimney' as const,
        position: { lng: works.lng, lat: works.lat },
        heightMetres: surface.heightAt(works.lng, works.lat) ?? 0,
        startsAtMs,
        endsAtMs: startsAtMs + DAY_MS,
        finalHectares: 0.1,
        peakMegawatts: drawsOf(seed, 'works', stageId, n).between(0.8, 1.3),
        near: works,
        nearMetres: 0,
        front: null,
      };
    });
  };

  return {
    inHour,
    burningAt(ms) {
      const fires: Fire[] = [];
      for (let hour = hourOf(ms) - 24; hour <= hourOf(ms); hour++) fires.push(...inHour(hour).filter((fire) => isBurning(fire, ms)));
      return fires;
    },
  };
}

const at = (position: { lng: number; lat: number }, near: Settlement, heightMetres: number) => ({
  position: { lng: position.lng, lat: position.lat },
  heightMetres,
  near,
  nearMetres: haversineMetres(near, position),
});

/** Rounded to six decimals (0.1 m), so that positions are equal on every machine. */
const rounded = ({ lng, lat }: { lng: number; lat: number }) => ({ lng: Math.round(lng * 1e6) / 1e6, lat: Math.round(lat * 1e6) / 1e6 });

/** Factor by hour: more fires begin in the warm afternoon; the mean over a day is 1. */
const afternoonShare = (hour: number): number => 1 + 0.35 * Math.cos(((hour - 14) / 24) * 2 * Math.PI);
