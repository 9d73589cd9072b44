// Pictures of an area for reports, with the server's own ground.
import type { DocumentPicture } from '../documents/document.ts';
import type { Elevation } from '../elevation.ts';
import { createWorkerHost } from '../worker-host.ts';
import type { MapDrawing, PictureBox } from './drawing.ts';

type Pair = readonly [lng: number, lat: number];

/** What is drawn; the picture is at least `leastMetres` across and shows all of `around`. */
export interface MapPictureOrder extends Pick<MapDrawing, 'areas' | 'lines' | 'marks' | 'legend'> {
  readonly around: readonly Pair[];
  readonly leastMetres: number;
}

export interface MapPictures {
  draw(order: MapPictureOrder): Promise<DocumentPicture>;
  stop(): Promise<void>;
}

const WIDTH = 1_600;
const HEIGHT = 1_100;
/** Posts of the relief: each about seven pixels of the picture. */
const COLUMNS = 220;
const ROWS = 150;
/** Room around what is shown. */
const MARGIN = 1.3;
const METRES_PER_DEGREE = 111_320;

/** Starts nothing until the first picture. */
export function createMapPictures(elevation: Pick<Elevation, 'heightsAt'>): MapPictures {
  const host = createWorkerHost<MapDrawing, Uint8Array>(new URL('./map-picture-worker.ts', import.meta.url));
  return {
    async draw({ around, leastMetres, areas, lines, marks, legend = [] }) {
      const box = boxAround(around, leastMetres);
      const posts = Array.from({ length: ROWS * COLUMNS }, (_, at) => ({
        lng: box.west + ((box.east - box.west) * (at % COLUMNS)) / (COLUMNS - 1),
        lat: box.north - ((box.north - box.south) * Math.floor(at / COLUMNS)) / (ROWS - 1),
      }));
      const metres = await elevation.heightsAt(posts);
      const heights = { columns: COLUMNS, rows: ROWS, metres };
      const bytes = await host.ask({ box, widthPixels: WIDTH, heightPixels: HEIGHT, heights, areas, lines, marks, legend });
      return { format: 'png', bytes, widthPixels: WIDTH, heightPixels: HEIGHT };
    },
    stop: () => host.stop(),
  };
}

/** All of the points with room around them, in the proportions of the picture. */
export function boxAround(points: readonly Pair[], leastMetres: number): PictureBox {
  const lngs = points.map(([lng]) => lng);
  const lats = points.map(([, lat]) => lat);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [lng, lat] = [(west + east) / 2, (south + north) / 2];
  const perLng = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const ratio = WIDTH / HEIGHT;
  const wanted = Math.max(leastMetres, (east - west) * perLng * MARGIN, (north - south) * METRES_PER_DEGREE * MARGIN * ratio);
  const [halfLng, halfLat] = [wanted / 2 / perLng, wanted / ratio / 2 / METRES_PER_DEGREE];
  return { west: lng - halfLng, east: lng + halfLng, south: lat - halfLat, north: lat + halfLat };
}
