// The observations of where a fire burns: the places of its alarms, each with its position error, and the burnt areas drawn for it.

import { MINUTE_MS } from '@lookout/domain';
import { type FireObservation, type GroundCells, offsetIn } from '@lookout/fire-model';
import { ellipse95 } from '@lookout/geo';
import { verdictOf } from '../../alarm/alarm.ts';
import type { VisibleIncident } from '../../incident/incidents.store.ts';
import { applyToPlot, type Plot } from '../../plot/plot.ts';
import type { Store } from '../../store.ts';
import type { PerimeterObservation, PlaceObservation, SpreadObservation } from '../spread-inputs.ts';

/** An observation with the time when this server learned of it: a satellite's file arrives hours after the pass. */
export interface KnownObservation<Observation extends SpreadObservation = SpreadObservation> {
  readonly observation: Observation;
  readonly knownAt: Date;
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
export function observedPlaces(alarms: readonly AlarmOfFire[]): KnownObservation<PlaceObservation>[] {
  const found = alarms.flatMap(({ alarm, member: { evidence, knownHeat } }) => {
    const kind = PLACES[alarm.facts.kind];
    if (kind === null || verdictOf(alarm.response) === 'false' || knownHeat !== null) return [];
    const { semiMajorMetres, semiMinorMetres, azimuthDegrees } = ellipse95(evidence.covariance);
    const { observedAt: time } = alarm;
    const ellipse = {
      semiMajorMetres: Math.round(semiMajorMetres),
      semiMinorMetres: Math.max(Math.round(semiMinorMetres), 1),
      azimuthDegrees: Math.round(azimuthDegrees),
    };
    const observation: PlaceObservation = { kind, id: alarm.id, time, position: alarm.position, ellipse };
    // Each pixel of a pass is a separate place.
    const look = kind === 'satellite' ? alarm.id : `${evidence.look} ${Math.floor(time.getTime() / AGAIN_MS)}`;
    return [{ observation, knownAt: alarm.arrivedAt, look }];
  });
  // Of several reports of one look, the last is used.
  const last = new Map(found.toSorted(byTime).map(({ look, ...one }) => [look, one]));
  return [...last.values()].toSorted(byTime).slice(-MOST_PLACES);
}

export const byTime = ({ observation: a }: KnownObservation, { observation: b }: KnownObservation): number =>
  a.time.getTime() - b.time.getTime() || (a.id < b.id ? -1 : 1);

export const isBurntArea = ({ symbol, kind }: Pick<Plot, 'symbol' | 'kind'>): boolean => symbol === 'burnt-area' && kind === 'polygon';

/**
 * The burnt areas drawn for a fire, by the time when they got their current outline. A new name or colour is no new observation. One query,
 * if any area was changed.
 */
export async function drawnPerimeters(
  { events }: Pick<Store, 'events'>,
  plots: readonly Plot[],
): Promise<KnownObservation<PerimeterObservation>[]> {
  const areas = plots.filter(isBurntArea);
  const changed = areas.filter(({ version }) => version > 1);
  const { list } =
    changed.length === 0
      ? { list: [] }
      : await events.ofEach(
          changed.map(({ id }) => ({ kind: 'plot' as const, id })),
          { limit: MOST_REVISIONS },
        );
  const outlined = new Map<string, { readonly outline: string; readonly time: Date }>();
  const states = new Map<string, Plot | null>();
  for (const event of list) {
    if (event.kind !== 'plot.drawn' && event.kind !== 'plot.revised') continue;
    const plot = applyToPlot(states.get(event.objectId) ?? null, event);
    states.set(event.objectId, plot);
    if (plot === null) continue;
    const outline = JSON.stringify(plot.points);
    if (outlined.get(event.objectId)?.outline !== outline) outlined.set(event.objectId, { outline, time: event.happenedAt });
  }
  return areas
    .map(({ id, points, changedAt }) => {
      const time = outlined.get(id)?.time ?? changedAt;
      const ring = points.map(({ lng, lat }) => [lng, lat] as const);
      return { observation: { kind: 'perimeter' as const, id, time, ring }, knownAt: time };
    })
    .toSorted(byTime);
}

/** The observations in the plane of the terrain, for the members of an ensemble. */
export const inThePlane = (cells: GroundCells, observations: readonly SpreadObservation[], begin: Date): FireObservation[] =>
  observations.map((one): FireObservation => {
    const atMinutes = (one.time.getTime() - begin.getTime()) / MINUTE_MS;
    if (one.kind === 'perimeter')
      return {
        kind: 'perimeter',
        atMinutes,
        rings: [one.ring.map(([lng, lat]) => offsetIn(cells, { lng, lat }))],
        sigmaMetres: DRAWN_SIGMA_METRES,
      };
    return { kind: 'burning', atMinutes, point: offsetIn(cells, one.position), ellipse: one.ellipse };
  });
