// The route of a patrol on the map: drawn with the pointer, and displayed.

import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { useEffect, useRef, useState } from 'react';
import type { PlotMark } from '../../plot/layer/plot-drawings.ts';
import { FEWEST_ROUTE_POINTS, MOST_ROUTE_POINTS, type PatrolRoute } from '../patrol.ts';

const PLOT_KIND = { line: 'line', area: 'polygon' } as const satisfies Record<PatrolRoute['kind'], PlotMark['kind']>;

const mark = (kind: PatrolRoute['kind'], points: PlotMark['points']): PlotMark => ({
  id: null,
  kind: PLOT_KIND[kind],
  symbol: null,
  name: '',
  points,
  colour: 'blue',
  widthPixels: 3,
  isEdited: false,
});

interface RouteDrawing {
  /** null: not drawing. */
  readonly drawing: PatrolRoute['kind'] | null;
  readonly isReady: boolean;
  begin(kind: PatrolRoute['kind']): void;
  stop(): void;
}

/**
 * @param shown the route displayed on the map
 * @param onDrawn called with a newly drawn route
 */
export function useRoute(shown: PatrolRoute | null, onDrawn: (route: PatrolRoute) => void): RouteDrawing {
  const globe = useGlobeState();
  const mounted = globe.kind === 'ready' ? globe : null;
  const [drawing, setDrawing] = useState<PatrolRoute['kind'] | null>(null);
  const drawn = useRef(onDrawn);
  useEffect(() => {
    drawn.current = onDrawn;
  });
  useEscape(drawing !== null, () => setDrawing(null));

  useEffect(() => {
    if (mounted === null || shown === null || drawing !== null) return;
    // Uses the layer in which a fire's archive shows its tracks: it is below the sketch being drawn, and separate from the plots that desks
    // share.
    const layer = mounted.map.mountPlots(mounted.globe, 'archive');
    layer.set([mark(shown.kind, shown.points)]);
    return () => layer.destroy();
  }, [mounted, shown, drawing]);

  useEffect(() => {
    if (mounted === null || drawing === null) return;
    const sketch = mounted.map.mountPlots(mounted.globe, 'sketch');
    const draw = mounted.map.mountDraw(mounted.globe, 'patrol-draw');
    draw.set({
      kind: 'points',
      least: FEWEST_ROUTE_POINTS[drawing],
      most: MOST_ROUTE_POINTS,
      points: [],
      onSketch: (points, pointer) => sketch.set([mark(drawing, pointer ? [...points, pointer] : points)]),
      onEnd: (points) => {
        drawn.current({ kind: drawing, points: points.map(({ lng, lat }) => ({ lng, lat })) });
        setDrawing(null);
      },
    });
    return () => {
      draw.destroy();
      sketch.destroy();
    };
  }, [mounted, drawing]);

  return { drawing, isReady: mounted !== null, begin: setDrawing, stop: () => setDrawing(null) };
}
