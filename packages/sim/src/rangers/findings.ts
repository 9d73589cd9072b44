// What a ranger finds at a place: what the world has there at that moment. His words and his photo tell the same.
import { compassOf, haversineMetres, initialBearingDegrees, type Position } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import { HOUR_MS } from '../clock.ts';
import { burnedHectares, type Fire } from '../fires/fire.ts';
import { landscapeOf, photoOf } from '../picture/photo.ts';
import { directions, findings } from '../words.ts';

/** What there is to find; null: nothing burns, nothing has burned. `burnt` is out already. */
export type Finding = { readonly state: 'burning' | 'burnt'; readonly fire: Fire; readonly metres: number } | null;

/** What burns at a moment of the world. */
export type BurningAt = (ms: number) => readonly Fire[];

/** A pixel's centre, or what somebody told, may be so far beside the fire; smoke leads him the rest of the way. */
const SEEN_METRES = 3_000;
const BURNT_METRES = 1_500;
/** A burnt place is known for what it is so long. */
const BURNT_HOURS = 8;

export function findingAt(burningAt: BurningAt, place: Position, ms: number): Finding {
  const burning = nearest(burningAt(ms), place);
  if (burning !== null && burning.metres <= SEEN_METRES) return { state: 'burning', ...burning };
  for (let hours = 1; hours <= BURNT_HOURS; hours++) {
    const burnt = nearest(
      burningAt(ms - hours * HOUR_MS).filter(({ kind }) => kind !== 'chimney'),
      place,
    );
    if (burnt !== null && burnt.metres <= BURNT_METRES) return { state: 'burnt', ...burnt };
  }
  return null;
}

export function tell(finding: Finding, place: Position, ms: number): string {
  if (finding === null) return findings.nothing;
  const { fire, metres } = finding;
  const where = findings.where(
    directions[compassOf(initialBearingDegrees(place, fire.position))],
    Math.max(50, Math.round(metres / 50) * 50),
  );
  if (finding.state === 'burnt') return findings.burnt(where, burnedHectares(fire, ms).toFixed(1));
  return findings[fire.kind](where, burnedHectares(fire, ms).toFixed(1));
}

export function show(seed: number, finding: Finding, place: Position, ms: number, id: string, surface: Surface): Uint8Array {
  return finding?.state === 'burning'
    ? photoOf(seed, { id, fire: finding.fire, atMs: ms }, surface)
    : landscapeOf(seed, { id, place, atMs: ms }, surface);
}

function nearest(fires: readonly Fire[], place: Position): { fire: Fire; metres: number } | null {
  let found: { fire: Fire; metres: number } | null = null;
  for (const fire of fires) {
    const metres = haversineMetres(place, fire.position);
    if (found === null || metres < found.metres) found = { fire, metres };
  }
  return found;
}
