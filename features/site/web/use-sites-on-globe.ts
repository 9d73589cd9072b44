// Candidate places and chosen places on the globe, and drawing candidates by clicks.
import { useGlobeRoom, useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { useEffect, useRef, useState } from 'react';
import type { PlotMark } from '../../plot/layer/plot-drawings.ts';
import type { PlotLayer } from '../../plot/layer/plot-layer.ts';
import type { CandidatePlace } from '../site.ts';

/** More candidates are counted, not drawn. */
const MOST_DRAWN = 500;

const mark = (name: string, position: CandidatePlace['position'], colour: PlotMark['colour'], widthPixels: number): PlotMark => ({
  ...{ id: null, kind: 'point', symbol: null, name, colour, widthPixels, isEdited: false },
  points: [{ lng: position.lng, lat: position.lat }],
});

export function useSitesOnGlobe(places: readonly CandidatePlace[], chosen: readonly CandidatePlace[]): void {
  const globe = useGlobeState();
  const mounted = globe.kind === 'ready' ? globe : null;
  const layer = useRef<PlotLayer | null>(null);
  useEffect(() => {
    if (mounted === null) return;
    const plots = mounted.map.mountPlots(mounted.globe, 'sites');
    layer.current = plots;
    return () => {
      layer.current = null;
      plots.destroy();
    };
  }, [mounted]);
  useEffect(() => {
    if (mounted === null) return;
    layer.current?.set([
      ...places.slice(0, MOST_DRAWN).map(({ name, position }) => mark(name, position, 'blue', 2)),
      ...chosen.map(({ name, position }, index) => mark(`${index + 1} ${name}`, position, 'red', 4)),
    ]);
  }, [mounted, places, chosen]);
}

interface Drawing {
  readonly isDrawing: boolean;
  readonly isReady: boolean;
  begin(): void;
  stop(): void;
}

/** Passes each click on the map until it is stopped. */
export function usePlaceDrawing(onPlace: (position: CandidatePlace['position']) => void): Drawing {
  const room = useGlobeRoom();
  const globe = useGlobeState();
  const [isDrawing, setIsDrawing] = useState(false);
  const placed = useRef(onPlace);
  useEffect(() => {
    placed.current = onPlace;
  });
  useEscape(isDrawing, () => setIsDrawing(false));
  useEffect(() => (isDrawing ? room.takeClicks(({ lng, lat }) => placed.current({ lng, lat })) : undefined), [isDrawing, room]);
  return { isDrawing, isReady: globe.kind === 'ready', begin: () => setIsDrawing(true), stop: () => setIsDrawing(false) };
}
