// The shared plots on the globe, except those hidden on this desk and the one being edited, which is drawn by its sketch.

import type { GlobePart } from '@lookout/web/globe/part.ts';
import { toolsEn, toolsZh } from '@lookout/web/globe/tools/messages.ts';
import { type ToolState, toolStoreOf } from '@lookout/web/globe/tools/tool-store.ts';
import type { PlotMark } from '../layer/plot-drawings.ts';
import type { Plot } from '../plot.ts';
import { plotRecords } from './plot-records.ts';

export const plots: GlobePart = ({ map, globe, services }) => {
  const { layers } = services;
  const records = services.records(plotRecords);
  const { store } = toolStoreOf(services);
  const layer = map.mountPlots(globe, 'shared');
  const draw = () => {
    const state = store.getState();
    const changing = changedNow(state);
    layer.set(records.list().flatMap((plot) => (state.hidden.has(plot.id) || plot.id === changing ? [] : plotMark(plot))));
  };
  const row = layers.register({
    id: 'plots',
    group: 'vector',
    visible: true,
    setVisible: layer.show,
    title: { zh: toolsZh.plots.layer, en: toolsEn.plots.layer },
  });
  const stops = [
    records.subscribe(draw),
    store.subscribe((now, before) => {
      if (now.hidden !== before.hidden || changedNow(now) !== changedNow(before)) draw();
    }),
    row.remove,
  ];
  draw();
  return () => {
    for (const stop of stops) stop();
  };
};

/** The plot replaced by its sketch, only while the sketch is drawn. */
const changedNow = ({ isSketching, sketch }: ToolState): string | null => (isSketching ? (sketch?.plot?.id ?? null) : null);

const plotMark = ({ id, kind, symbol, name, points, colour, widthPixels }: Plot): PlotMark => ({
  id,
  kind,
  symbol,
  name,
  points,
  colour,
  widthPixels,
  isEdited: false,
});
