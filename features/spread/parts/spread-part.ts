// Draws the forecast of 辅助决策 on the map: how far the fire spreads until the chosen minute.

import type { GlobePart } from '@lookout/web/globe/part.ts';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SpreadOnGround } from '../layer/areas.ts';
import type { SeenMark } from '../layer/seen.ts';
import type { FireSeen, SpreadRunFile } from '../spread.schema.ts';
import { boxOfForecast } from './forecast-view.ts';
import { spreadOnMap } from './messages.ts';
import { useSpreadRun } from './use-spread.ts';

interface ShownSpread {
  /** null: no run. */
  readonly run: Pick<SpreadRunFile, 'id' | 'isochrones'> | null;
  /** From the start of the forecast; null: until its end. */
  readonly minutes: number | null;
  /** The observations of the fire. */
  readonly seen: FireSeen['seen'];
}

const NO_SEEN: FireSeen['seen'] = [];

/** Written by the page and read by the globe part. It outlives the globe. */
const shownSpreadOf = perSession(() => createStore<ShownSpread>(() => ({ run: null, minutes: null, seen: NO_SEEN })));

const MINUTES_AN_HOUR = 60;
const PERCENT = 100;
/** Only the newest observations are drawn, because too many marks would be unreadable. */
const MOST_MARKS = 60;

export const spreadPart: GlobePart = ({ map, globe, services }) => {
  const store = shownSpreadOf(services);
  const drawn = map.mountSpread(globe);
  const sighted = map.mountSeen(globe);
  const words = spreadOnMap[globe.language];
  const row = services.layers.register({
    id: 'decision.spread',
    group: 'alarms',
    title: { zh: spreadOnMap.zh.layer, en: spreadOnMap.en.layer },
    visible: true,
    setVisible: (visible) => {
      drawn.show(visible);
      sighted.show(visible);
    },
  });
  const labelOf: SpreadOnGround['labelOf'] = ({ minutes, probability }) => {
    if (probability !== null) return words.percent(Math.round(probability * PERCENT));
    return minutes % MINUTES_AN_HOUR === 0 ? words.hours(minutes / MINUTES_AN_HOUR) : null;
  };
  const markOf = ({ kind, time, geometry, ellipse }: ShownSpread['seen'][number]): SeenMark => {
    const text = words.seen(kind, dayAndMinute(time));
    if (geometry.type === 'Polygon' || ellipse === null)
      return {
        kind: 'area',
        text,
        ring: (geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : []).map(([lng, lat]) => ({ lng, lat })),
      };
    const [lng, lat] = geometry.coordinates;
    const { semiMajorMetres, semiMinorMetres, bearingDegrees } = ellipse;
    return { kind: 'place', lng, lat, text, ellipse: { semiMajorMetres, semiMinorMetres, azimuthDegrees: bearingDegrees } };
  };
  let shown: ShownSpread['run'] = null;
  let marked = NO_SEEN;
  const draw = ({ run, minutes, seen }: ShownSpread) => {
    if (seen !== marked) sighted.set(seen.slice(-MOST_MARKS).map(markOf));
    marked = seen;
    drawn.at(minutes ?? Number.POSITIVE_INFINITY);
    if (run?.id === shown?.id) return;
    shown = run;
    drawn.set(run?.isochrones ? { areas: areasOf(run.isochrones), labelOf } : null);
  };
  draw(store.getState());
  const stop = store.subscribe(draw);
  return () => {
    stop();
    row.remove();
  };
};

/** Between full hours an ensemble has only its median area, which is not drawn. */
const areasOf = ({ features }: Isochrones): SpreadOnGround['areas'] =>
  features
    .filter(({ properties: { minutes, probability } }) => probability === null || minutes % MINUTES_AN_HOUR === 0)
    .map(({ properties: { minutes, probability }, geometry }) => ({ minutes, probability, polygons: geometry.coordinates }));

/** Draws the run named in the URL while the fire is open, on any of its tabs. */
export function useSpreadOnMap(runId: string | null): void {
  const store = shownSpreadOf(useServices());
  const { data } = useSpreadRun(runId);
  const run = runId !== null && data?.isochrones ? data : null;
  useEffect(() => store.setState({ run, minutes: null }), [store, run]);
  useEffect(() => () => store.setState({ run: null, minutes: null }), [store]);
}

/** Draws the observations of the fire while its forecasts are open. */
export function useSeenOnMap(seen: FireSeen['seen'] | undefined): void {
  const store = shownSpreadOf(useServices());
  useEffect(() => store.setState({ seen: seen ?? NO_SEEN }), [store, seen]);
  useEffect(() => () => store.setState({ seen: NO_SEEN }), [store]);
}

type Isochrones = NonNullable<SpreadRunFile['isochrones']>;

/** The least viewing distance, so that a fire of a few hectares is shown with the valley around it. */
const LEAST_RANGE_METRES = 5_000;

/** Flies to a forecast once, when its result is available. */
export function useFlyToForecast(run: Pick<SpreadRunFile, 'id' | 'isochrones'> | undefined): void {
  const state = useGlobeState();
  const flown = useRef<string | null>(null);
  useEffect(() => {
    const box = run?.isochrones ? boxOfForecast(run.isochrones) : null;
    if (state.kind !== 'ready' || run === undefined || box === null || flown.current === run.id) return;
    flown.current = run.id;
    void state.globe.flyToBox(box, LEAST_RANGE_METRES);
  }, [state, run]);
}

/** @returns the chosen minute (null: the end), and a function that chooses another */
export function useSpreadMinutes(): readonly [number | null, (minutes: number) => void] {
  const store = shownSpreadOf(useServices());
  return [useStore(store, ({ minutes }) => minutes), (minutes) => store.setState({ minutes })];
}
