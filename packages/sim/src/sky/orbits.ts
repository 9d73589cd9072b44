// Polar orbiters over a place: circular, sun-synchronous, on a sphere. Good to some minutes and tens of kilometres, which is all a demo needs:
// overpasses come at the right local times, shift from day to day, and see a place now straight from above and now from the side.
import { haversineMetres, initialBearingDegrees, type Position } from '@lookout/domain';
import { DAY_MS, EPOCH_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';

export interface Orbit {
  readonly altitudeKilometres: number;
  readonly periodMinutes: number;
  readonly inclinationDegrees: number;
  /** Local solar time at which the ascending node crosses the equator, hours. */
  readonly ascendingNodeHour: number;
  /** Where on its orbit it is at the epoch, in turns: keeps satellites of one orbit apart. */
  readonly phaseTurns: number;
  /** Whole width of what is seen, across the track. */
  readonly swathKilometres: number;
}

export interface Pass {
  /** Counted from the epoch; one orbit of one satellite. */
  readonly orbit: number;
  /** Of the closest approach. */
  readonly atMs: number;
  /** From the ground track to the place. */
  readonly offTrackKilometres: number;
  /** True direction from the place to the ground track: the pixel is long that way. */
  readonly towardsTrackDegrees: number;
}

const RADIANS = Math.PI / 180;
const SIDEREAL_DAY_HOURS = 23.9345;

/** All passes that see the place, by the time of closest approach, from ≤ at < to, oldest first. */
export function passesOver(orbit: Orbit, position: Position, fromMs: number, toMs: number): Pass[] {
  const periodMs = orbit.periodMinutes * MINUTE_MS;
  const startOf = (number: number) => EPOCH_MS + (number - orbit.phaseTurns) * periodMs;
  const first = Math.floor((fromMs - EPOCH_MS) / periodMs + orbit.phaseTurns) - 1;
  const last = Math.ceil((toMs - EPOCH_MS) / periodMs + orbit.phaseTurns);
  const passes: Pass[] = [];
  for (let number = first; number <= last; number++) {
    for (const turn of turnsAtLatitude(orbit, position.lat)) {
      const pass = closestApproach(orbit, position, startOf(number), turn);
      if (pass.offTrackKilometres <= orbit.swathKilometres / 2 && pass.atMs >= fromMs && pass.atMs < toMs)
        passes.push({ orbit: number, ...pass });
    }
  }
  return passes.sort((a, b) => a.atMs - b.atMs);
}

/** Where on the orbit, in turns after the ascending node, the satellite is over this latitude: going up and coming down. */
function turnsAtLatitude({ inclinationDegrees }: Orbit, lat: number): readonly number[] {
  const sine = Math.sin(lat * RADIANS) / Math.sin(inclinationDegrees * RADIANS);
  const up = Math.asin(Math.min(1, Math.max(-1, sine))) / (2 * Math.PI);
  return [(up + 1) % 1, (0.5 - up + 1) % 1];
}

function closestApproach(orbit: Orbit, position: Position, nodeMs: number, turn: number): Omit<Pass, 'orbit'> {
  const periodMs = orbit.periodMinutes * MINUTE_MS;
  const distanceAt = (ms: number) => haversineMetres(position, beneath(orbit, nodeMs, ms));
  // Off the track's latitude by at most half a swath: the closest point is within some minutes of crossing the place's own latitude.
  let [low, high] = [nodeMs + turn * periodMs - 9 * MINUTE_MS, nodeMs + turn * periodMs + 9 * MINUTE_MS];
  while (high - low > 2_000) {
    const third = (high - low) / 3;
    if (distanceAt(low + third) < distanceAt(high - third)) high -= third;
    else low += third;
  }
  const atMs = Math.round((low + high) / 2);
  const below = beneath(orbit, nodeMs, atMs);
  return { atMs, offTrackKilometres: haversineMetres(position, below) / 1000, towardsTrackDegrees: initialBearingDegrees(position, below) };
}

/** The point beneath the satellite. The node lies where the local solar time is the orbit's own; the earth turns beneath. */
function beneath({ inclinationDegrees, ascendingNodeHour, periodMinutes }: Orbit, nodeMs: number, ms: number): Position {
  const angle = (2 * Math.PI * (ms - nodeMs)) / (periodMinutes * MINUTE_MS);
  const inclination = inclinationDegrees * RADIANS;
  const nodeLng = (ascendingNodeHour - (nodeMs % DAY_MS) / HOUR_MS) * 15;
  const alongEquator = Math.atan2(Math.cos(inclination) * Math.sin(angle), Math.cos(angle)) / RADIANS;
  const turned = ((ms - nodeMs) / HOUR_MS / SIDEREAL_DAY_HOURS) * 360;
  const lng = nodeLng + alongEquator - turned;
  return { lng: ((((lng + 180) % 360) + 360) % 360) - 180, lat: Math.asin(Math.sin(inclination) * Math.sin(angle)) / RADIANS };
}
