// 标绘: plots shared in the grid. Users with the right can draw, change and remove them; everybody sees the list.

import type { MountedGlobe } from '@lookout/web/globe/room.ts';
import { useToolMessages } from '@lookout/web/globe/tools/messages.ts';
import { ToolPanel } from '@lookout/web/globe/tools/ToolPanel.tsx';
import { useToolState, useToolStore } from '@lookout/web/globe/tools/tool-store.ts';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { useRight } from '@lookout/web/shared/services.ts';
import { Button } from 'antd';
import { PLOT_KINDS, type PlotKind } from '../plot-kinds.ts';
import { PlotList } from './PlotList.tsx';
import { SketchForm } from './SketchForm.tsx';
import { SymbolPalette } from './SymbolPalette.tsx';
import { begun, type SketchState } from './sketch.ts';

/** Whether the user may draw (right `act-on-alarms` or `dispatch`, as the server requires). */
export function useMayDraw(): boolean {
  const [answers, dispatches] = [useRight('act-on-alarms'), useRight('dispatch')];
  return answers || dispatches;
}

export function PlotTool({ mounted }: { readonly mounted: MountedGlobe }) {
  const messages = useToolMessages();
  const store = useToolStore();
  const mayDraw = useMayDraw();
  const sketch = useToolState((state) => state.sketch);
  const selected = useToolState((state) => state.selected);
  const { hints } = messages.plots;
  const hint = !mayDraw ? hints.read : sketch ? hintOf(sketch, hints) : selected ? hints.selected : hints.list;
  return (
    <ToolPanel title={messages.names.plots} hint={hint}>
      {mayDraw && !sketch && (
        <fieldset className="plot-kinds">
          <legend className="visually-hidden">{messages.plots.start}</legend>
          {PLOT_KINDS.map((kind) => (
            <Button
              key={kind}
              style={{ paddingInline: 10 }}
              onClick={() => {
                store.select(null);
                store.setSketch(begun(kind, newKey(), null));
              }}
            >
              {messages.plots.kinds[kind]}
            </Button>
          ))}
        </fieldset>
      )}
      {mayDraw && !sketch && (
        <details className="plot-symbols-more">
          <summary>{messages.plots.symbols}</summary>
          <SymbolPalette fireId={null} />
        </details>
      )}
      {mayDraw && sketch && <SketchForm key={sketch.key} sketch={sketch} mounted={mounted} />}
      <PlotList mounted={mounted} mayDraw={mayDraw} fireId={null} />
    </ToolPanel>
  );
}

const hintOf = ({ isDrawing, now: { kind } }: SketchState, hints: Readonly<Record<PlotKind | 'edit', string>>): string =>
  isDrawing ? hints[kind] : hints.edit;
