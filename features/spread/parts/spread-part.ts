// Draws the forecast of 辅助决策 on the map: how far the fire spreads until the chosen minute.

import type { GlobePart } from '@lookout/web/globe/part.ts';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SpreadOnGround } from '../layer/areas.ts';
import type { ObservationMark } from '../layer/observations.ts';
import type { FireObservations, SpreadRunFile } from '../spread.ts';
import type { SpreadIsochrone } from '../spread-result.ts';
import { boxOfForecast } from './forecast-view.ts';
import { spreadOnMap } from './messages.ts';
import { useSpreadRun } from './use-spread.ts';

interface ShownSpread {
  /** null: no run. */
  readonly run: Pick<SpreadRunFile, 'id' | 'result'> | null;
  /** From the start of the forecast; null: until its end. */
  readonly minutes: number | null;
  /** The observations of the fire. */
  readonly observations: FireObservations['observations'];
}

const NO_OBSERVATIONS: FireObservations['observations'] = [];

/** Written by the page and read by the globe part. It outlives the globe. */
const shownSpreadOf = perSession(() => createStore<ShownSpread>(() => ({ run: null, minutes: null, observations: NO_OBSERVATIONS })));

const MINUTES_AN_HOUR = 60;
const PERCENT = 100;
/** Only the newest observations are drawn, because too many marks would be unreadable. */
const MOST_MARKS = 60;

export const spreadPart: GlobePart = ({ map, globe, services }) => {
  const store = shownSpreadOf(services);
  const drawn = map.mountSpread(globe);
  const observed = map.mountObservations(globe);
  const messages = spreadOnMap[globe.language];
  const row = services.layers.register({
    id: 'decision.spread',
    group: 'alarms',
    title: { zh: spreadOnMap.zh.layer, en: spreadOnMap.en.layer },
    visible: true,
    setVisible: (visible) => {
      drawn.show(visible);
      observed.show(visible);
    },
  });
  const labelOf: SpreadOnGround['labelOf'] = ({ minutes, probability }) => {
    if (probability !== null) return messages.percent(Math.round(probability * PERCENT));
    return minutes % MINUTES_AN_HOUR === 0 ? messages.hours(minutes / MINUTES_AN_HOUR) : null;
  };
  const markOf = (one: ShownSpread['observations'][number]): ObservationMark => {
    const text = messages.observation(one.kind, dayAndMinute(one.time));
    if (one.kind === 'perimeter') return { kind: 'area', text, ring: one.ring.map(([lng, lat]) => ({ lng, lat })) };
    return { kind: 'place', ...one.position, text, ellipse: one.ellipse };
  };
  let shown: ShownSpread['run'] = null;
  let marked = NO_OBSERVATIONS;
  const draw = ({ run, minutes, observations }: ShownSpread) => {
    if (observations !== marked) observed.set(observations.slice(-MOST_MARKS).map(markOf));
    marked = observations;
    drawn.at(minutes ?? Number.POSITIVE_INFINITY);
    if (run?.id === shown?.id) return;
    shown = run;
    drawn.set(run?.result ? { areas: run.result.isochrones.filter(isDrawn), labelOf } : null);
  };
  draw(store.getState());
  const stop = store.subscribe(draw);
  return () => {
    stop();
    row.remove();
  };
};

/** Between full hours an ensemble has only its median area, which is not drawn. */
const isDrawn = ({ minutes, probability }: SpreadIsochrone): boolean => probability === null || minutes % MINUTES_AN_HOUR === 0;

/** Draws the run named in the URL while the fire is open, on any of its tabs. */
export function useSpreadOnMap(runId: string | null): void {
  const store = shownSpreadOf(useServices());
  const { data } = useSpreadRun(runId);
  const run = runId !== null && data?.result ? data : null;
  useEffect(() => store.setState({ run, minutes: null }), [store, run]);
  useEffect(() => () => store.setState({ run: null, minutes: null }), [store]);
}

/** Draws the observations of the fire while its forecasts are open. */
export function useObservationsOnMap(observations: FireObservations['observations'] | undefined): void {
  const store = shownSpreadOf(useServices());
  useEffect(() => store.setState({ observations: observations ?? NO_OBSERVATIONS }), [store, observations]);
  useEffect(() => () => store.setState({ observations: NO_OBSERVATIONS }), [store]);
}

/** The least viewing distance, so that a fire of a few hectares is shown with the valley around it. */
const LEAST_RANGE_METRES = 5_000;

/** Flies to a forecast once, when its result is available. */
export function useFlyToForecast(run: Pick<SpreadRunFile, 'id' | 'result'> | undefined): void {
  const state = useGlobeState();
  const flown = useRef<string | null>(null);
  useEffect(() => {
    const box = run?.result ? boxOfForecast(run.result.isochrones) : null;
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
