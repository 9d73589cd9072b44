// 标绘 of the fire: the palette of symbols, the current sketch, and the existing drawings. Updated live by the plots' own topic.

import { useToolState } from '@lookout/web/globe/tools/tool-store.ts';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { PlotList } from '../../plot/parts/PlotList.tsx';
import { useMayDraw } from '../../plot/parts/PlotTool.tsx';
import { SketchForm } from '../../plot/parts/SketchForm.tsx';
import { SymbolPalette } from '../../plot/parts/SymbolPalette.tsx';
import { useSituationMessages } from './messages.ts';

export function PlotsPart({ fireId }: { readonly fireId: string }) {
  const messages = useSituationMessages();
  const globe = useGlobeState();
  const mayDraw = useMayDraw();
  const sketch = useToolState((state) => state.sketch);
  if (globe.kind !== 'ready') return <p className="second">{messages.noGlobe}</p>;
  return (
    <div className="situation-body stack">
      {!mayDraw && <p className="second">{messages.mayNotDraw}</p>}
      {mayDraw && !sketch && (
        <>
          <p className="second">{messages.drawHint}</p>
          <SymbolPalette fireId={fireId} />
        </>
      )}
      {mayDraw && sketch && (
        <>
          {sketch.isDrawing && (
            <p className="second" role="status">
              {messages.drawing[sketch.now.kind]}
            </p>
          )}
          <SketchForm key={sketch.key} sketch={sketch} mounted={globe} />
        </>
      )}
      <PlotList mounted={globe} mayDraw={mayDraw} fireId={fireId} />
    </div>
  );
}
