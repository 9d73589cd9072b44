// Runs in a worker thread: reads windows of ground (ground-window.ts).
import { DEMO_COVER_NAME } from '@lookout/contract';
import { coverOfClass } from '@lookout/domain';
import { cellsAround } from '@lookout/fire-model';
import { createSurface, type DemoCover, demoLandCover, demoRelief, type GroundBox, type Surface } from '@lookout/geo';
import { type GroundManifest, groundManifest } from './elevation-file.ts';
import { openGround } from './elevation-ground.ts';
import { type GroundWindow, type GroundWindowRequest, UNKNOWN_CLASS, type WindowClass } from './ground-window.ts';
import { coverManifest } from './land-cover-file.ts';
import { type CoverClass, openCoverGround } from './land-cover-ground.ts';
import { answerQuestions } from './worker-answers.ts';

export interface WindowQuestion extends GroundWindowRequest {
  readonly dataDir: string;
  readonly demo: boolean;
}

/** Files that cannot be read are reported by the server's own thread, which reads the same ones. */
const quiet = { warn: () => undefined };

type Opened = ReturnType<typeof open>;
let opened: (Opened & { readonly key: string }) | null = null;

/** The ground that is in use now. */
async function current({ dataDir, demo }: WindowQuestion): Promise<Opened> {
  const manifests = await Promise.all([groundManifest.read(dataDir), coverManifest.read(dataDir)]);
  const key = JSON.stringify([dataDir, demo, ...manifests.map(({ version }) => version)]);
  if (opened?.key === key) return opened;
  opened?.close();
  opened = null;
  opened = { key, ...open(dataDir, demo, ...manifests) };
  return opened;
}

function open(dataDir: string, demo: boolean, manifest: GroundManifest, coverSources: Awaited<ReturnType<typeof coverManifest.read>>) {
  const ground = openGround({ dataDir, manifest, demo, onBroken: () => undefined });
  const cover = openCoverGround(dataDir, coverSources, quiet);
  const relief = demo ? createSurface(demoRelief()) : null;
  const surfaces = new Map<number, Surface>();
  return {
    manifest,
    cover,
    /** The demo's own class where the demo relief lies bare; its cover fits no other ground. */
    demoCover: relief && demoLandCover(relief.heightAt),
    surfaceIn(box: GroundBox): Surface {
      const level = ground.layers.maxLevelIn(box);
      const surface = surfaces.get(level) ?? createSurface(ground.layers.sourceAt(level));
      surfaces.set(level, surface);
      return surface;
    },
    close() {
      ground.close();
      cover.close();
    },
  };
}

answerQuestions(async (question: WindowQuestion): Promise<GroundWindow> => {
  const { manifest, cover, demoCover, surfaceIn } = await current(question);
  const { frame, grid } = cellsAround(question.centre, question.halfMetres, question.cellMetres);
  const { columns, rows, west, north, lngDegrees, latDegrees } = frame;
  const cells = columns * rows;
  const heights = new Float32Array(new SharedArrayBuffer(cells * Float32Array.BYTES_PER_ELEMENT));
  const classes = new Uint8Array(new SharedArrayBuffer(cells));
  const surface = surfaceIn({ west, north, east: west + columns * lngDegrees, south: north - rows * latDegrees });
  const table = createTable();
  const kinds = { demoHeights: 0, importedHeights: 0, demoClasses: 0, importedClasses: 0 };
  for (let row = 0, cell = 0; row < rows; row++) {
    const lat = north - (row + 0.5) * latDegrees;
    const boxes = manifest.sources.filter(({ box }) => lat >= box.south && lat <= box.north);
    for (let column = 0; column < columns; column++, cell++) {
      const lng = west + (column + 0.5) * lngDegrees;
      const height = surface.heightAt(lng, lat);
      heights[cell] = height ?? Number.NaN;
      const isImported = boxes.some(({ box }) => lng >= box.west && lng <= box.east);
      if (height !== null) kinds[isImported ? 'importedHeights' : 'demoHeights'] += 1;
      const found = cover.classAt(lng, lat);
      const made = found === null && !isImported ? (demoCover?.(lng, lat) ?? null) : null;
      if (found !== null) kinds.importedClasses += 1;
      if (made !== null) kinds.demoClasses += 1;
      classes[cell] = found !== null ? table.indexOf(found) : made !== null ? table.indexOfDemo(made) : UNKNOWN_CLASS;
    }
  }
  return {
    frame,
    grid,
    heights,
    classes,
    table: table.rows,
    elevation: { origin: originOf(kinds.demoHeights, kinds.importedHeights), version: manifest.version },
    landCover: { origin: originOf(kinds.demoClasses, kinds.importedClasses), version: cover.version, files: table.files() },
  };
});

const originOf = (demo: number, imported: number): GroundWindow['elevation']['origin'] => {
  if (imported > 0) return demo > 0 ? 'mixed' : 'imported';
  return demo > 0 ? 'demo' : 'none';
};

/** Classes by their index, in the order in which they are met. */
function createTable() {
  const rows: WindowClass[] = [];
  const indexes = new Map<string, number>();
  const files = new Set<string>();
  const enter = (row: WindowClass): number => {
    const key = `${row.scheme}/${row.value}/${row.cover}`;
    const known = indexes.get(key);
    if (known !== undefined) return known;
    // No scheme has so many classes.
    if (rows.length === UNKNOWN_CLASS) return UNKNOWN_CLASS;
    rows.push(row);
    indexes.set(key, rows.length - 1);
    return rows.length - 1;
  };
  return {
    rows,
    files: () => [...files].toSorted(),
    indexOf({ scheme, value, cover, file }: CoverClass): number {
      files.add(file);
      return enter({ scheme, value, cover });
    },
    indexOfDemo(value: DemoCover): number {
      files.add(DEMO_COVER_NAME);
      return enter({ scheme: 'igbp', value, cover: coverOfClass('igbp', value) });
    },
  };
}
