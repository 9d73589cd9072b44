// Passes of polar-orbiting satellites over a place: circular, sun-synchronous orbits on a sphere. Accurate to some minutes and tens of
// kilometres, enough for the demo: passes have the right local times, shift from day to day, and vary in their distance from the place.
import { DAY_MS, HOUR_MS, haversineMetres, initialBearingDegrees, MINUTE_MS, type Position } from '@lookout/domain';
import { EPOCH_MS } from '../clock.ts';

export interface Orbit {
  readonly altitudeKilometres: number;
  readonly periodMinutes: number;
  readonly inclinationDegrees: number;
  /** Local solar time at which the ascending node crosses the equator, hours. */
  readonly ascendingNodeHour: number;
  /** Position on the orbit at the epoch, in turns; distinguishes satellites on the same orbit. */
  readonly phaseTurns: number;
  /** Full width of the swath. */
  readonly swathKilometres: number;
}

export interface Pass {
  /** Number of the orbit, counted from the epoch. */
  readonly orbit: number;
  /** Time of the closest approach. */
  readonly atMs: number;
  /** Distance from the ground track to the place. */
  readonly offTrackKilometres: number;
  /** True azimuth from the place to the ground track, the direction in which a pixel is elongated. */
  readonly towardsTrackDegrees: number;
}

const RADIANS = Math.PI / 180;
const SIDEREAL_DAY_HOURS = 23.9345;

/** All passes with the place in their swath whose closest approach is at from ≤ at < to, oldest first. */
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

/** The positions on the orbit at this latitude, in turns after the ascending node: ascending and descending. */
function turnsAtLatitude({ inclinationDegrees }: Orbit, lat: number): readonly number[] {
  const sine = Math.sin(lat * RADIANS) / Math.sin(inclinationDegrees * RADIANS);
  const up = Math.asin(Math.min(1, Math.max(-1, sine))) / (2 * Math.PI);
  return [(up + 1) % 1, (0.5 - up + 1) % 1];
}

function closestApproach(orbit: Orbit, position: Position, nodeMs: number, turn: number): Omit<Pass, 'orbit'> {
  const periodMs = orbit.periodMinutes * MINUTE_MS;
  const distanceAt = (ms: number) => haversineMetres(position, beneath(orbit, nodeMs, ms));
  // The place is within half a swath, so the closest approach is within some minutes of crossing the place's latitude.
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

/** The subsatellite point. The ascending node is at the orbit's local solar time; the earth rotates below the orbit. */
function beneath({ inclinationDegrees, ascendingNodeHour, periodMinutes }: Orbit, nodeMs: number, ms: number): Position {
  const angle = (2 * Math.PI * (ms - nodeMs)) / (periodMinutes * MINUTE_MS);
  const inclination = inclinationDegrees * RADIANS;
  const nodeLng = (ascendingNodeHour - (nodeMs % DAY_MS) / HOUR_MS) * 15;
  const alongEquator = Math.atan2(Math.cos(inclination) * Math.sin(angle), Math.cos(angle)) / RADIANS;
  const turned = ((ms - nodeMs) / HOUR_MS / SIDEREAL_DAY_HOURS) * 360;
  const lng = nodeLng + alongEquator - turned;
  return { lng: ((((lng + 180) % 360) + 360) % 360) - 180, lat: Math.asin(Math.sin(inclination) * Math.sin(angle)) / RADIANS };
}
