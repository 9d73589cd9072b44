// Fire reports by people: somebody nearby sees the fire after a while, reports an approximate position, and sometimes takes a photo.
import { compassOf, haversineMetres, initialBearingDegrees, MINUTE_MS, type Position } from '@lookout/domain';
import { destination, type Surface } from '@lookout/geo';
import { type Draws, drawsOf } from '../draws.ts';
import { type Fire, type FireKind, isBurning, nearestBurning } from '../fires/fire.ts';
import { directions, occupations, people, reportSentences, surnames } from '../texts.ts';

export interface Report {
  /** The same in every run; the server recognises a repeated report by it. */
  readonly id: string;
  readonly fire: Fire;
  /** World time at which it is reported and sent. */
  readonly reportedAtMs: number;
  /** The reported position. */
  readonly position: Position;
  readonly altitudeMetres: number;
  readonly description: string;
  readonly comment: string;
  readonly address: string;
  readonly reporterName: string;
  readonly withPhoto: boolean;
}

/** The time from the start of the fire to the report. */
export const REPORT_DELAY_MINUTES = { least: 4, most: 35 } as const;
/** No report comes from further away from the settlement than this. */
export const REPORT_RANGE_METRES = 12_000;

const reportChance: Readonly<Record<Exclude<FireKind, 'chimney'>, number>> = { forest: 0.95, grassland: 0.8, farm: 0.8 };

/** All reports of a fire, in order. Chimneys are not reported, because local people know them. */
export function reportsOf(seed: number, fire: Fire, surface: Surface): Report[] {
  if (fire.kind === 'chimney' || fire.nearMetres > REPORT_RANGE_METRES) return [];
  // The key 'told' must not change: another key would generate another world.
  const draws = drawsOf(seed, 'told', fire.id);
  const reports: Report[] = [];
  let reportedAtMs = fire.startsAtMs;
  for (let n = 0; n < 2; n++) {
    reportedAtMs = Math.round(reportedAtMs + draws.between(REPORT_DELAY_MINUTES.least, REPORT_DELAY_MINUTES.most) * MINUTE_MS);
    const chance = n === 0 ? reportChance[fire.kind] * Math.exp(-fire.nearMetres / 14_000) : 0.3;
    if (!isBurning(fire, reportedAtMs) || !draws.chance(chance)) break;
    reports.push(reportOf(fire, fire.kind, `${fire.id}-${n}`, reportedAtMs, draws, surface));
  }
  return reports;
}

function reportOf(
  fire: Fire,
  kind: Exclude<FireKind, 'chimney'>,
  id: string,
  reportedAtMs: number,
  draws: Draws,
  surface: Surface,
): Report {
  // They see the side that faces them, estimate its distance to about a tenth, and pick a point on a small map.
  const error = 50 + Math.abs(draws.normal()) * 0.08 * fire.nearMetres;
  const place = destination(nearestBurning(fire, reportedAtMs, fire.near), draws.between(0, 360), error);
  const position = { lng: Math.round(place.lng * 1e5) / 1e5, lat: Math.round(place.lat * 1e5) / 1e5 };
  const direction = directions[compassOf(initialBearingDegrees(fire.near, position))];
  const kilometres = Math.max(0.5, Math.round(haversineMetres(fire.near, position) / 500) / 2);
  const where = people.where(fire.near.name, direction, String(kilometres));
  return {
    id,
    fire,
    reportedAtMs,
    position,
    altitudeMetres: Math.round(surface.heightAt(position.lng, position.lat) ?? fire.heightMetres),
    description: people.description(draws.pick(reportSentences[kind]).replace('{where}', where)),
    comment: people.comment,
    address: people.address(fire.near.name, direction),
    reporterName: people.reporter(draws.pick(surnames), draws.pick(occupations)),
    withPhoto: draws.chance(0.5),
  };
}
