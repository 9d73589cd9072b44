// The open tool and its state. Stored outside React and the globe, so that it survives a change of page or globe.

import { begun, begunSymbol, readSketch, type SketchState, sketchOf, writeSketch } from '@lookout/features/plot/parts/sketch.ts';
import type { Plot } from '@lookout/features/plot/plot.ts';
import type { PlotSymbol } from '@lookout/features/plot/plot-symbol.ts';
import type { LngLat } from '@lookout/geo';
import type { GeoBox } from '@lookout/map';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { newKey } from '../../shared/new-key.ts';
import { perSession, useServices } from '../../shared/services.ts';
import { SIZES } from '../../shared/tokens.ts';
import { type Measure, NO_MEASURE, started } from './measure/measure.ts';

export type ToolId = 'measure' | 'search' | 'box' | 'plots' | 'near';

export interface ToolState {
  readonly open: ToolId | null;
  readonly measure: Measure;
  readonly box: { readonly area: GeoBox | null; readonly isFinished: boolean };
  readonly near: LngLat | null;
  /** The selected plot. */
  readonly selected: string | null;
  /** The plot being drawn or edited; null: none. */
  readonly sketch: SketchState | null;
  /** The form of the sketch is open, here or on another page: the sketch is drawn in place of its plot. */
  readonly isSketching: boolean;
  /** Plots hidden on this desk. */
  readonly hidden: ReadonlySet<string>;
}

export interface ToolStore {
  readonly store: StoreApi<ToolState>;
  /** Opens a tool, or closes it if open. */
  readonly toggle: (tool: ToolId) => void;
  readonly close: () => void;
  readonly measureFrom: (position: LngLat) => void;
  readonly nearTo: (position: LngLat) => void;
  readonly plotAt: (position: LngLat) => void;
  readonly select: (plotId: string | null) => void;
  /** Selects a plot on the map, which also opens the tool. */
  readonly pick: (plotId: string) => void;
  /** Begins a sketch of a symbol, for a fire or for none. */
  readonly drawSymbol: (symbol: PlotSymbol, fireId: string | null) => void;
  /** Stored in this browser until saved or discarded. */
  readonly setSketch: (sketch: SketchState | null) => void;
  readonly edit: (plot: Plot) => void;
  readonly setSketching: (isSketching: boolean) => void;
  readonly setHidden: (plotId: string, isHidden: boolean) => void;
}

/** The width of an open tool with the gap after it, CSS pixels; popups keep clear of it. */
export const TOOL_PIXELS = SIZES.card + 12;

/** Whether map clicks add points. */
export const isDrawing = ({ open, measure, sketch, isSketching }: ToolState): boolean =>
  (open === 'measure' && !measure.isDone) || (isSketching && sketch?.isDrawing === true);

const NO_BOX = { area: null, isFinished: false } as const;

/** @param storageKey the storage key of an unsaved sketch, one per account */
export function createToolStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, storageKey: string): ToolStore {
  const sketch = readSketch(storage.getItem(storageKey));
  const store = createStore<ToolState>(() => ({
    open: null,
    measure: NO_MEASURE,
    box: NO_BOX,
    near: null,
    selected: null,
    sketch,
    isSketching: false,
    hidden: new Set<string>(),
  }));
  const setSketch = (next: SketchState | null) => {
    store.setState({ sketch: next });
    if (next === null) storage.removeItem(storageKey);
    else storage.setItem(storageKey, writeSketch(next));
  };
  const show = (open: ToolId | null) => store.setState({ open });
  return {
    store,
    toggle: (tool) => show(store.getState().open === tool ? null : tool),
    close: () => show(null),
    measureFrom: (position) => store.setState({ open: 'measure', measure: started('distance', [position]) }),
    nearTo: (near) => store.setState({ open: 'near', near }),
    plotAt: (position) => {
      show('plots');
      // An existing unsaved sketch is retained; the panel shows it.
      if (store.getState().sketch === null) setSketch({ ...begun('point', newKey(), null), isDrawing: false });
      const now = store.getState().sketch;
      if (now !== null && now.now.points.length === 0) setSketch({ ...now, now: { ...now.now, points: [position] } });
    },
    select: (selected) => store.setState({ selected }),
    pick: (selected) => store.setState({ selected, open: 'plots' }),
    drawSymbol: (symbol, fireId) => {
      store.setState({ selected: null });
      setSketch(begunSymbol(symbol, newKey(), fireId));
    },
    setSketching: (isSketching) => store.setState({ isSketching }),
    setSketch,
    edit: (plot) => {
      store.setState({ selected: plot.id });
      setSketch(sketchOf(plot, newKey()));
    },
    setHidden: (plotId, isHidden) => {
      const hidden = new Set(store.getState().hidden);
      if (isHidden) hidden.add(plotId);
      else hidden.delete(plotId);
      store.setState({ hidden });
    },
  };
}

export const toolStoreOf = perSession(({ session }) => createToolStore(localStorage, `map.plotDraft.${session.get().accid ?? ''}`));

export const useToolStore = (): ToolStore => toolStoreOf(useServices());

export const useToolState = <T>(select: (state: ToolState) => T): T => useStore(useToolStore().store, select);
