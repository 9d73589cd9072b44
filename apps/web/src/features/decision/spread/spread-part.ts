// The forecast that 辅助决策 shows, on the map: how far the fire comes until the chosen minute.
import type { SpreadOnGround } from '@lookout/map';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { GlobePart } from '../../../globe/part.ts';
import { useGlobeState } from '../../../globe/use-globe-room.ts';
import { perSession, useServices } from '../../../shared/services.ts';
import { viewOf } from './forecast-view.ts';
import { spreadOnMap } from './messages.ts';
import { type SpreadRunFile, useSpreadRun } from './use-spread.ts';

interface ShownSpread {
  /** null: none. */
  readonly run: Pick<SpreadRunFile, 'id' | 'isochrones'> | null;
  /** From the beginning; null: until its end. */
  readonly minutes: number | null;
}

/** Written by the page, read by the part; outlives the globe. */
const shownSpreadOf = perSession(() => createStore<ShownSpread>(() => ({ run: null, minutes: null })));

const MINUTES_AN_HOUR = 60;
const PERCENT = 100;

export const spreadPart: GlobePart = ({ map, globe, services }) => {
  const store = shownSpreadOf(services);
  const drawn = map.mountSpread(globe);
  const words = spreadOnMap[globe.language];
  const row = services.layers.register({
    id: 'decision.spread',
    group: 'alarms',
    title: { zh: spreadOnMap.zh.layer, en: spreadOnMap.en.layer },
    visible: true,
    setVisible: drawn.show,
  });
  const labelOf: SpreadOnGround['labelOf'] = ({ minutes, probability }) => {
    if (probability !== null) return words.percent(Math.round(probability * PERCENT));
    return minutes % MINUTES_AN_HOUR === 0 ? words.hours(minutes / MINUTES_AN_HOUR) : null;
  };
  let shown: ShownSpread['run'] = null;
  const draw = ({ run, minutes }: ShownSpread) => {
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

/** Between the hours of an ensemble only its middle is known: those are not drawn. */
const areasOf = ({ features }: Isochrones): SpreadOnGround['areas'] =>
  features
    .filter(({ properties: { minutes, probability } }) => probability === null || minutes % MINUTES_AN_HOUR === 0)
    .map(({ properties: { minutes, probability }, geometry }) => ({ minutes, probability, polygons: geometry.coordinates }));

/** Draws the run that the address names as long as the fire is open, on whichever of its tabs. */
export function useSpreadOnMap(runId: string | null): void {
  const store = shownSpreadOf(useServices());
  const { data } = useSpreadRun(runId);
  const run = runId !== null && data?.isochrones ? data : null;
  useEffect(() => store.setState({ run, minutes: null }), [store, run]);
  useEffect(() => () => store.setState({ run: null, minutes: null }), [store]);
}

type Isochrones = NonNullable<SpreadRunFile['isochrones']>;

/** Flies to a forecast once, when it is there. */
export function useFlyToForecast(run: Pick<SpreadRunFile, 'id' | 'isochrones'> | undefined): void {
  const state = useGlobeState();
  const flown = useRef<string | null>(null);
  useEffect(() => {
    const view = run?.isochrones ? viewOf(run.isochrones) : null;
    if (state.kind !== 'ready' || run === undefined || view === null || flown.current === run.id) return;
    flown.current = run.id;
    void state.globe.flyTo(view);
  }, [state, run]);
}

/** @returns the chosen minute, null: the end; and what chooses another */
export function useSpreadMinutes(): readonly [number | null, (minutes: number) => void] {
  const store = shownSpreadOf(useServices());
  return [useStore(store, ({ minutes }) => minutes), (minutes) => store.setState({ minutes })];
}
