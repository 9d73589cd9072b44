// The sketch on the globe: points added by clicks while it is drawn, dragged afterwards.
import type { LngLat } from '@lookout/geo';
import type { PlotLayer } from '@lookout/map';
import { useEffect, useRef, useState } from 'react';
import type { MountedGlobe } from '../../room.ts';
import { useToolStore } from '../tool-store.ts';
import { changed, dragged, type SketchState } from './sketch.ts';

/** As the domain bounds them; an arrow's bends are few. */
const MOST = { point: 1, label: 1, line: 2_000, polygon: 2_000, arrow: 20 } as const;
const LEAST = { point: 1, label: 1, line: 2, polygon: 3, arrow: 2 } as const;

export function useSketchDrawing(sketch: SketchState, { globe, map }: MountedGlobe): void {
  const { store, setSketch } = useToolStore();
  const layer = useRef<PlotLayer | null>(null);
  const [pointer, setPointer] = useState<LngLat | null>(null);
  /** The points as the gesture knows them: others (undone, typed) begin it anew. */
  const drawn = useRef<readonly LngLat[] | null>(null);
  const { isDrawing, now } = sketch;
  const { kind, points } = now;
  const [revision, setRevision] = useState(0);

  useEffect(() => {
    const standing = map.mountPlots(globe, 'sketch');
    layer.current = standing;
    return () => {
      layer.current = null;
      standing.destroy();
    };
  }, [globe, map]);

  useEffect(() => {
    const shown = isDrawing && pointer && points.length < MOST[kind] ? [...points, pointer] : points;
    layer.current?.set([{ ...now, id: null, points: shown, isEdited: true }]);
  }, [now, kind, points, pointer, isDrawing]);

  useEffect(() => {
    if (drawn.current !== null && drawn.current !== points) setRevision((so) => so + 1);
  }, [points]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` begins the gesture anew with the points as they stand then
  useEffect(() => {
    const standing = () => store.getState().sketch;
    const draw = map.mountDraw(globe);
    if (isDrawing) {
      drawn.current = standing()?.now.points ?? [];
      draw.set({
        kind: 'points',
        least: LEAST[kind],
        most: MOST[kind],
        points: drawn.current,
        onSketch: (next, at) => {
          const sketch = standing();
          if (sketch && next !== drawn.current) {
            drawn.current = next;
            setSketch(changed(sketch, { points: next }));
          }
          setPointer(at);
        },
        onEnd: () => {
          const sketch = standing();
          if (sketch) setSketch({ ...sketch, isDrawing: false });
        },
      });
    } else {
      drawn.current = null;
      let before: SketchState | null = null;
      draw.set({
        kind: 'handles',
        points: () => standing()?.now.points ?? [],
        onMove: (index, place) => {
          const sketch = standing();
          if (!sketch) return;
          before ??= sketch;
          // Kept in the browser only when it is let go.
          store.setState({ sketch: dragged(sketch, index, place) });
        },
        onDrop: () => {
          const sketch = standing();
          if (sketch && before) setSketch({ ...changed(before, { points: sketch.now.points }) });
          before = null;
        },
      });
    }
    return draw.destroy;
  }, [globe, map, store, setSketch, kind, isDrawing, revision]);
}
