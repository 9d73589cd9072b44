// The outline of a mask on the map: drawn with the pointer, and shown.

import type { Position } from '@lookout/domain';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { useEffect, useRef, useState } from 'react';
import type { PlotMark } from '../../plot/layer/plot-drawings.ts';
import { LEAST_MASK_POINTS, MOST_MASK_POINTS } from '../known-heat.ts';

const mark = (points: PlotMark['points']): PlotMark => ({
  id: null,
  kind: 'polygon',
  symbol: null,
  name: '',
  points,
  colour: 'orange',
  widthPixels: 3,
  isEdited: false,
});

interface OutlineDrawing {
  readonly isDrawing: boolean;
  readonly isReady: boolean;
  begin(): void;
  stop(): void;
}

/**
 * @param shown the outline drawn on the map
 * @param onDrawn receives a new outline
 */
export function useOutline(shown: readonly Position[], onDrawn: (corners: readonly Position[]) => void): OutlineDrawing {
  const globe = useGlobeState();
  const mounted = globe.kind === 'ready' ? globe : null;
  const [isDrawing, setDrawing] = useState(false);
  const drawn = useRef(onDrawn);
  useEffect(() => {
    drawn.current = onDrawn;
  });
  useEscape(isDrawing, () => setDrawing(false));

  useEffect(() => {
    if (mounted === null || shown.length < LEAST_MASK_POINTS || isDrawing) return;
    const layer = mounted.map.mountPlots(mounted.globe, 'archive');
    layer.set([mark(shown)]);
    return () => layer.destroy();
  }, [mounted, shown, isDrawing]);

  useEffect(() => {
    if (mounted === null || !isDrawing) return;
    const sketch = mounted.map.mountPlots(mounted.globe, 'sketch');
    const draw = mounted.map.mountDraw(mounted.globe, 'mask-draw');
    draw.set({
      kind: 'points',
      least: LEAST_MASK_POINTS,
      most: MOST_MASK_POINTS,
      points: [],
      onSketch: (points, pointer) => sketch.set([mark(pointer ? [...points, pointer] : points)]),
      onEnd: (points) => {
        drawn.current(points.map(({ lng, lat }) => ({ lng, lat })));
        setDrawing(false);
      },
    });
    return () => {
      draw.destroy();
      sketch.destroy();
    };
  }, [mounted, isDrawing]);

  return { isDrawing, isReady: mounted !== null, begin: () => setDrawing(true), stop: () => setDrawing(false) };
}
