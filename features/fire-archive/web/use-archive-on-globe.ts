// The opened fire on the globe: the burned area, the tracks, and the drawings made during the fire; and drawing a burned area.

import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { SEVERITY_COLOURS } from '@lookout/web/shared/tokens.ts';
import { useEffect, useRef, useState } from 'react';
import type { PlotMark } from '../../plot/layer/plot-drawings.ts';
import type { PlotLayer } from '../../plot/layer/plot-layer.ts';
import type { SeverityPatch } from '../burn-severity.ts';
import type { LngLatPair } from '../burned-ring.ts';
import type { BurnedPolygons } from '../fire-archive.ts';
import type { FireArchiveFile } from '../fire-archive.wire.ts';
import type { BurnedAreaLayer } from '../layer/burned-areas.ts';
import { useFireArchiveMessages } from './messages.ts';

export interface ShownOnGlobe {
  readonly file: FireArchiveFile;
  readonly polygons: BurnedPolygons;
  /** The burned area by severity; empty when the severities are unknown. */
  readonly patches: readonly SeverityPatch[];
}

const places = (ring: readonly LngLatPair[]) => ring.slice(0, -1).map(([lng, lat]) => ({ lng, lat }));

const closed = (ring: readonly LngLatPair[]) => ring.map(([lng, lat]) => ({ lng, lat }));

const mark = (kind: PlotMark['kind'], name: string, points: PlotMark['points'], colour: PlotMark['colour'], widthPixels = 3): PlotMark => ({
  id: null,
  kind,
  symbol: null,
  name,
  points,
  colour,
  widthPixels,
  isEdited: false,
});

export function useArchiveOnGlobe(shown: ShownOnGlobe | null): void {
  const { onMap } = useFireArchiveMessages();
  const globe = useGlobeState();
  const layer = useRef<PlotLayer | null>(null);
  const areas = useRef<BurnedAreaLayer | null>(null);
  const mounted = globe.kind === 'ready' ? globe : null;

  useEffect(() => {
    if (mounted === null) return;
    const plots = mounted.map.mountPlots(mounted.globe, 'archive');
    layer.current = plots;
    const burned = mounted.map.mountBurnedAreas(mounted.globe);
    areas.current = burned;
    return () => {
      areas.current = null;
      burned.destroy();
      layer.current = null;
      plots.destroy();
    };
  }, [mounted]);

  const patches = shown?.patches;
  useEffect(() => {
    if (mounted === null || areas.current === null) return;
    areas.current.set((patches ?? []).map(({ severity, rings }) => ({ rings: rings.map(places), colour: SEVERITY_COLOURS[severity] })));
  }, [mounted, patches]);

  useEffect(() => {
    if (mounted === null || layer.current === null) return;
    if (shown === null) {
      layer.current.set([]);
      return;
    }
    const { fire, record } = shown.file;
    layer.current.set([
      ...shown.polygons.flatMap(([outer = [], ...holes], index) => [
        // With severities, their patches fill the area and only its outline is drawn.
        shown.patches.length > 0
          ? mark('line', index === 0 ? onMap.burned : '', closed(outer), 'red', 2)
          : mark('polygon', index === 0 ? onMap.burned : '', places(outer), 'red'),
        ...holes.map((hole) => mark('line', '', closed(hole), 'white', 2)),
      ]),
      ...record.plots.map(({ kind, name, points, colour, widthPixels }) => mark(kind, name, points, colour, widthPixels)),
      ...record.tracks.map(({ fullName, points }) =>
        mark(
          'line',
          fullName,
          points.map(({ lng, lat }) => ({ lng, lat })),
          'blue',
        ),
      ),
      mark('point', onMap.fire, [fire.position], 'orange'),
    ]);
  }, [mounted, shown, onMap]);

  // The camera flies to each fire only once.
  const flownTo = useRef<string | null>(null);
  useEffect(() => {
    const fire = shown?.file.fire;
    if (mounted === null || fire === undefined || flownTo.current === fire.id) return;
    flownTo.current = fire.id;
    void mounted.globe.flyTo({ ...fire.position, rangeMetres: mounted.map.POPUP_FLY_IN_RANGE_METRES });
  }, [mounted, shown]);
}

export interface AreaDrawing {
  readonly isDrawing: boolean;
  readonly isReady: boolean;
  begin(): void;
  stop(): void;
}

const MOST_POINTS = 2_000;

/** @param onDrawn receives a closed ring */
export function useAreaDrawing(onDrawn: (ring: readonly LngLatPair[]) => void): AreaDrawing {
  const globe = useGlobeState();
  const [isDrawing, setIsDrawing] = useState(false);
  const mounted = globe.kind === 'ready' ? globe : null;
  const drawn = useRef(onDrawn);
  useEffect(() => {
    drawn.current = onDrawn;
  });
  useEscape(isDrawing, () => setIsDrawing(false));

  useEffect(() => {
    if (!isDrawing || mounted === null) return;
    const sketch = mounted.map.mountPlots(mounted.globe, 'sketch');
    const draw = mounted.map.mountDraw(mounted.globe, 'archive-draw');
    draw.set({
      kind: 'points',
      least: 3,
      most: MOST_POINTS,
      points: [],
      onSketch: (points, pointer) => sketch.set([mark('polygon', '', pointer ? [...points, pointer] : points, 'red')]),
      onEnd: (points) => {
        const ring = points.map(({ lng, lat }): LngLatPair => [lng, lat]);
        const [first] = ring;
        if (first) drawn.current([...ring, first]);
        setIsDrawing(false);
      },
    });
    return () => {
      draw.destroy();
      sketch.destroy();
    };
  }, [isDrawing, mounted]);

  return { isDrawing, isReady: mounted !== null, begin: () => setIsDrawing(true), stop: () => setIsDrawing(false) };
}
