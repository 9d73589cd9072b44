// The observations of where a fire burns: the places of its alarms, each with its position error, and the burnt areas drawn for it.

import { MINUTE_MS } from '@lookout/domain';
import { type FireObservation, type GroundCells, offsetIn } from '@lookout/fire-model';
import { ellipse95 } from '@lookout/geo';
import { verdictOf } from '../../alarm/alarm.ts';
import type { VisibleIncident } from '../../incident/incidents.store.ts';
import { applyToPlot, type Plot } from '../../plot/plot.ts';
import type { Store } from '../../store.ts';
import type { SeenOfFire, SeenPerimeter, SeenPlace } from '../spread.ts';

/** An observation with the time when this server learned of it: a satellite's file arrives hours after the pass. */
export interface Sighting {
  readonly seen: SeenOfFire;
  readonly knownAtMs: number;
}

type AlarmOfFire = VisibleIncident['alarms'][number];

/**
 * Which alarms are observations. A smoke sensor is not: it detects smoke carried by the wind, so its place is not a place of the front. A
 * danger found by an inspection is not one either. The pixels of a pass are used as they are: neither their hull nor their ellipses are a
 * perimeter, because a pixel is wider than the front, and what burned between passes is not seen.
 */
const PLACES = { satellite: 'satellite', camera: 'camera', report: 'report', smoke: null, danger: null } as const;
/** A camera that reports the same smoke every minute, and a person who calls again, count once in this time. */
const AGAIN_MS = 15 * 60_000;
/** The newest places of a fire. The number is limited because each is compared with each member. */
const MOST_PLACES = 200;
/** The standard error of a line drawn manually on the map; 待核对. */
const DRAWN_SIGMA_METRES = 50;
/** More revisions than an officer makes. */
const MOST_REVISIONS = 5_000;

/** The places of a fire's alarms, by time, without false alarms and known heat sources. */
export function placesSeen(alarms: readonly AlarmOfFire[]): (Sighting & { readonly seen: SeenPlace })[] {
  const found = alarms.flatMap(({ alarm, member: { evidence, knownHeat } }) => {
    const kind = PLACES[alarm.facts.kind];
    if (kind === null || verdictOf(alarm.response) === 'false' || knownHeat !== null) return [];
    const { semiMajorMetres, semiMinorMetres, azimuthDegrees } = ellipse95(evidence.covariance);
    const atMs = alarm.observedAt.getTime();
    const ellipse = {
      semiMajorMetres: Math.round(semiMajorMetres),
      semiMinorMetres: Math.max(Math.round(semiMinorMetres), 1),
      bearingDegrees: Math.round(azimuthDegrees),
    };
    const seen: SeenPlace = { kind, id: alarm.id, atMs, position: alarm.position, ellipse };
    // Each pixel of a pass is a separate place.
    const look = kind === 'satellite' ? alarm.id : `${evidence.look} ${Math.floor(atMs / AGAIN_MS)}`;
    return [{ seen, knownAtMs: alarm.arrivedAt.getTime(), look }];
  });
  // Of several reports of one look, the last is used.
  const last = new Map(found.toSorted((a, b) => byTime(a.seen, b.seen)).map(({ look, ...one }) => [look, one]));
  return [...last.values()].toSorted((a, b) => byTime(a.seen, b.seen)).slice(-MOST_PLACES);
}

const byTime = (a: SeenOfFire, b: SeenOfFire): number => a.atMs - b.atMs || (a.id < b.id ? -1 : 1);

export const isBurntArea = ({ symbol, kind }: Pick<Plot, 'symbol' | 'kind'>): boolean => symbol === 'burnt-area' && kind === 'polygon';

/**
 * The burnt areas drawn for a fire, by the time when they got their current outline. A new name or colour is no new observation. One query,
 * if any area was changed.
 */
export async function perimetersSeen(
  { events }: Pick<Store, 'events'>,
  plots: readonly Plot[],
): Promise<(Sighting & { readonly seen: SeenPerimeter })[]> {
  const areas = plots.filter(isBurntArea);
  const changed = areas.filter(({ version }) => version > 1);
  const { list } =
    changed.length === 0
      ? { list: [] }
      : await events.ofEach(
          changed.map(({ id }) => ({ kind: 'plot' as const, id })),
          { limit: MOST_REVISIONS },
        );
  const outlined = new Map<string, { readonly outline: string; readonly atMs: number }>();
  const states = new Map<string, Plot | null>();
  for (const event of list) {
    if (event.kind !== 'plot.drawn' && event.kind !== 'plot.revised') continue;
    const plot = applyToPlot(states.get(event.objectId) ?? null, event);
    states.set(event.objectId, plot);
    if (plot === null) continue;
    const outline = JSON.stringify(plot.points);
    if (outlined.get(event.objectId)?.outline !== outline) outlined.set(event.objectId, { outline, atMs: event.happenedAt.getTime() });
  }
  return areas
    .map(({ id, points, changedAt }) => {
      const atMs = outlined.get(id)?.atMs ?? changedAt.getTime();
      return { seen: { kind: 'perimeter' as const, id, atMs, ring: points.map(({ lng, lat }) => [lng, lat] as const) }, knownAtMs: atMs };
    })
    .toSorted((a, b) => byTime(a.seen, b.seen));
}

/** The observations in the plane of the terrain, for the members of an ensemble. */
export const observationsOf = (cells: GroundCells, seen: readonly SeenOfFire[], beginMs: number): FireObservation[] =>
  seen.map((one): FireObservation => {
    const atMinutes = (one.atMs - beginMs) / MINUTE_MS;
    if (one.kind === 'perimeter')
      return {
        kind: 'perimeter',
        atMinutes,
        rings: [one.ring.map(([lng, lat]) => offsetIn(cells, { lng, lat }))],
        sigmaMetres: DRAWN_SIGMA_METRES,
      };
    const { semiMajorMetres, semiMinorMetres, bearingDegrees } = one.ellipse;
    const ellipse = { semiMajorMetres, semiMinorMetres, azimuthDegrees: bearingDegrees };
    return { kind: 'burning', atMinutes, point: offsetIn(cells, one.position), ellipse };
  });
