// Pictures of an area for reports, with the server's own terrain.
import { refused } from '@lookout/server/acting/refusal.ts';
import type { Errand } from '@lookout/server/acting/turns.ts';
import type { DocumentPicture } from '@lookout/server/services/documents/document.ts';
import { createWorkerTurns } from '@lookout/server/services/worker-turns.ts';
import type { Elevation } from '../../../terrain/service/elevation.ts';
import type { MapDrawing, MapShapes, PictureBox } from './drawing.ts';
import { innerOf } from './frame.ts';

type Pair = readonly [lng: number, lat: number];

/** The content of a picture, which is at least `leastMetres` across and shows all of `around`. */
export interface MapPictureOrder extends MapShapes, Partial<Pick<MapDrawing, 'legend'>> {
  readonly around: readonly Pair[];
  readonly leastMetres: number;
  /** Default `upright`. */
  readonly format?: PictureFormat;
}

export interface MapPictures {
  draw(errand: Errand, order: MapPictureOrder): Promise<DocumentPicture>;
  stop(): Promise<void>;
}

/** `upright`: for a page of text; `wide`: fills a landscape page. */
type PictureFormat = 'upright' | 'wide';
const WIDTH = 1_600;
const HEIGHTS = { upright: 1_100, wide: 900 } as const satisfies Record<PictureFormat, number>;
/** Samples of the relief per row: each about seven pixels of the picture. */
const COLUMNS = 220;
const ROWS = { upright: 150, wide: 124 } as const satisfies Record<PictureFormat, number>;
const NO_LEGEND: MapDrawing['legend'] = { title: '', rows: [] };
/** Factor for the margin around the shown area. */
const MARGIN = 1.3;
const METRES_PER_DEGREE = 111_320;

const LIMIT_MS = 30_000;

/** The worker is started by the first picture. */
export function createMapPictures(elevation: Pick<Elevation, 'heightsAt'>): MapPictures {
  const workers = createWorkerTurns<MapDrawing, Uint8Array>(new URL('./map-picture-worker.ts', import.meta.url), {
    limitMs: LIMIT_MS,
    tooLong: (seconds) => refused('work-takes-too-long', { seconds }),
  });
  return {
    async draw(errand, { around, leastMetres, areas, lines, marks, legend = NO_LEGEND, format = 'upright' }) {
      const [heightPixels, rows] = [HEIGHTS[format], ROWS[format]];
      const inner = innerOf({ widthPixels: WIDTH, heightPixels, legend });
      const box = boxAround(around, leastMetres, inner.width / inner.height);
      const posts = Array.from({ length: rows * COLUMNS }, (_, at) => ({
        lng: box.west + ((box.east - box.west) * (at % COLUMNS)) / (COLUMNS - 1),
        lat: box.north - ((box.north - box.south) * Math.floor(at / COLUMNS)) / (rows - 1),
      }));
      const metres = await elevation.heightsAt(posts);
      const heights = { columns: COLUMNS, rows, metres };
      const bytes = await workers.ask(errand, { box, widthPixels: WIDTH, heightPixels, heights, areas, lines, marks, legend });
      return { format: 'png', bytes, widthPixels: WIDTH, heightPixels };
    },
    stop: () => workers.stop(),
  };
}

/** The extent of the points with a margin. @param ratio of the picture's width to its height */
export function boxAround(points: readonly Pair[], leastMetres: number, ratio = WIDTH / HEIGHTS.upright): PictureBox {
  const lngs = points.map(([lng]) => lng);
  const lats = points.map(([, lat]) => lat);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [lng, lat] = [(west + east) / 2, (south + north) / 2];
  const perLng = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const wanted = Math.max(leastMetres, (east - west) * perLng * MARGIN, (north - south) * METRES_PER_DEGREE * MARGIN * ratio);
  const [halfLng, halfLat] = [wanted / 2 / perLng, wanted / ratio / 2 / METRES_PER_DEGREE];
  return { west: lng - halfLng, east: lng + halfLng, south: lat - halfLat, north: lat + halfLat };
}
