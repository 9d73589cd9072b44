// What people tell of a fire: somebody near sees it after a while, says roughly where it is, and sometimes takes a photo.
import { compassOf, haversineMetres, initialBearingDegrees, type Position } from '@lookout/domain';
import { destination, type Surface } from '@lookout/geo';
import { MINUTE_MS } from '../clock.ts';
import { type Draws, drawsOf } from '../draws.ts';
import { type Fire, type FireKind, isBurning } from '../fires/fire.ts';
import { callings, directions, people, surnames, tellings } from '../texts.ts';

export interface Report {
  /** The same in every run: the server's protection against a second telling. */
  readonly id: string;
  readonly fire: Fire;
  /** World time at which it was told, and in this world sent. */
  readonly toldAtMs: number;
  /** Where the teller says it is. */
  readonly position: Position;
  readonly altitudeMetres: number;
  readonly description: string;
  readonly comment: string;
  readonly address: string;
  readonly reporterName: string;
  readonly withPhoto: boolean;
}

/** From the fire's start until somebody has seen it and taken up the phone. */
export const TELLING_DELAY_MINUTES = { least: 4, most: 35 } as const;
/** Nobody tells of a fire further away than this. */
export const EARSHOT_METRES = 12_000;

const toldChance: Readonly<Record<Exclude<FireKind, 'chimney'>, number>> = { forest: 0.95, grassland: 0.8, farm: 0.8 };

/** Everything people ever tell of a fire, in order. Works are known to all, so nobody reports them. */
export function reportsOf(seed: number, fire: Fire, surface: Surface): Report[] {
  if (fire.kind === 'chimney' || fire.nearMetres > EARSHOT_METRES) return [];
  const draws = drawsOf(seed, 'told', fire.id);
  const reports: Report[] = [];
  let toldAtMs = fire.startsAtMs;
  for (let n = 0; n < 2; n++) {
    toldAtMs = Math.round(toldAtMs + draws.between(TELLING_DELAY_MINUTES.least, TELLING_DELAY_MINUTES.most) * MINUTE_MS);
    const chance = n === 0 ? toldChance[fire.kind] * Math.exp(-fire.nearMetres / 14_000) : 0.3;
    if (!isBurning(fire, toldAtMs) || !draws.chance(chance)) break;
    reports.push(told(fire, fire.kind, `${fire.id}-${n}`, toldAtMs, draws, surface));
  }
  return reports;
}

function told(fire: Fire, kind: Exclude<FireKind, 'chimney'>, id: string, toldAtMs: number, draws: Draws, surface: Surface): Report {
  // People judge a distance to a tenth or so, and pick a point on a small map.
  const error = 50 + Math.abs(draws.normal()) * 0.08 * fire.nearMetres;
  const place = destination(fire.position, draws.between(0, 360), error);
  const position = { lng: Math.round(place.lng * 1e5) / 1e5, lat: Math.round(place.lat * 1e5) / 1e5 };
  const direction = directions[compassOf(initialBearingDegrees(fire.near, position))];
  const kilometres = Math.max(0.5, Math.round(haversineMetres(fire.near, position) / 500) / 2);
  const where = people.where(fire.near.name, direction, String(kilometres));
  return {
    id,
    fire,
    toldAtMs,
    position,
    altitudeMetres: Math.round(surface.heightAt(position.lng, position.lat) ?? fire.heightMetres),
    description: people.description(draws.pick(tellings[kind]).replace('{where}', where)),
    comment: people.comment,
    address: people.address(fire.near.name, direction),
    reporterName: people.reporter(draws.pick(surnames), draws.pick(callings)),
    withPhoto: draws.chance(0.5),
  };
}
