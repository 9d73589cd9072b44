// Runs in a worker thread: reads windows of terrain (ground-window.ts).

import { coverOfClass } from '@lookout/domain';
import { canopyNumberOf, cellsAround, UNMEASURED } from '@lookout/fire-model';
import {
  BASE_LEVEL,
  createSurface,
  type DemoCover,
  demoLandCover,
  demoRelief,
  encodeCoverTile,
  type GroundBox,
  type GroundCover,
  type Surface,
} from '@lookout/geo';
import type { SourceManifest } from '@lookout/server/services/source-manifest.ts';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { DEMO_COVER_NAME } from '../../spread/spread-inputs.ts';
import { walkingOfClasses } from '../../travel/service/class-walking.ts';
import { type CanopySourceFile, canopyManifest } from './canopy-file.ts';
import { type CanopyGround, openCanopyGround } from './canopy-ground.ts';
import { type GroundManifest, groundManifest } from './elevation-file.ts';
import { openGround } from './elevation-ground.ts';
import { countImported, createPostClasses, heightsOnPosts } from './ground-posts.ts';
import type { CoverTileQuestion, GroundQuestion, Installation, PlacesCover, PostsQuestion, WindowQuestion } from './ground-question.ts';
import { type GroundPosts, type GroundWindow, UNKNOWN_CLASS, type WindowClass } from './ground-window.ts';
import { type CoverSourceFile, coverManifest } from './land-cover-file.ts';
import { type CoverClass, openCoverGround } from './land-cover-ground.ts';

/** The server's own thread reads the same files and reports unreadable ones. */
const quiet = { warn: () => undefined };

type Opened = ReturnType<typeof open>;
let opened: (Opened & { readonly key: string }) | null = null;

/** The terrain currently in use. */
async function current({ dataDir, demo }: Installation): Promise<Opened> {
  const manifests = await Promise.all([groundManifest.read(dataDir), coverManifest.read(dataDir), canopyManifest.read(dataDir)]);
  const key = JSON.stringify([dataDir, demo, ...manifests.map(({ version }) => version)]);
  if (opened?.key === key) return opened;
  opened?.close();
  opened = null;
  opened = { key, ...open(dataDir, demo, ...manifests) };
  return opened;
}

function open(
  dataDir: string,
  demo: boolean,
  manifest: GroundManifest,
  coverSources: SourceManifest<CoverSourceFile>,
  canopySources: SourceManifest<CanopySourceFile>,
) {
  const ground = openGround({ dataDir, manifest, demo, onBroken: () => undefined });
  const cover = openCoverGround(dataDir, coverSources, quiet);
  const canopy = openCanopyGround(dataDir, canopySources);
  const relief = demo ? createSurface(demoRelief()) : null;
  const demoCover = relief && demoLandCover(relief.heightAt);
  const surfaces = new Map<number, Surface>();
  const surfaceOf = (level: number): Surface => {
    const surface = surfaces.get(level) ?? createSurface(ground.layers.sourceAt(level));
    surfaces.set(level, surface);
    return surface;
  };
  /**
   * The imported cover; without one, the demo's own where the demo relief is not covered by imported terrain, because the demo cover fits no
   * other relief.
   * @param ofDemo the demo cover; by default that of the finest relief
   */
  const coverAt = (lng: number, lat: number, isGroundImported: boolean, ofDemo = demoCover): Found | null => {
    const found = cover.classAt(lng, lat);
    if (found !== null) return { ...found, isDemo: false };
    const made = isGroundImported ? null : (ofDemo?.(lng, lat) ?? null);
    return made === null ? null : demoClass(made);
  };
  /** The demo cover on the relief of a level; null without the demo. */
  const covers = new Map<number, ReturnType<typeof demoLandCover> | null>();
  const coverOfLevel = (level: number): ReturnType<typeof demoLandCover> | null => {
    const known = covers.get(level) ?? (level >= BASE_LEVEL ? demoCover : relief && demoLandCover(surfaceOf(level).heightAt));
    covers.set(level, known);
    return known;
  };
  const postTable = createTable(({ file: _file, isDemo: _isDemo, ...row }): WindowClass => row);
  return {
    manifest,
    canopy,
    coverVersion: cover.version,
    coverAt,
    /** Classes on posts, as indexes into `postTable`. */
    postTable,
    classesOn: createPostClasses((lng, lat, level) => {
      const found = coverAt(
        lng,
        lat,
        isImportedAt(manifest, lng, lat),
        coverOfLevel(Math.min(level + FINER_LEVELS, BASE_LEVEL)) ?? undefined,
      );
      return found === null ? UNKNOWN_CLASS : postTable.indexOf(found);
    }),
    demoCoverOf: coverOfLevel,
    surfaceIn: (box: GroundBox): Surface => surfaceOf(ground.layers.maxLevelIn(box)),
    surfaceOf,
    close() {
      ground.close();
      cover.close();
      canopy.close();
    },
  };
}

answerQuestions<GroundQuestion, GroundWindow | GroundPosts | PlacesCover | Uint8Array>(async (question) => {
  const found = await current(question);
  switch (question.kind) {
    case 'window':
      return windowOf(found, question);
    case 'posts':
      return postsOf(found, question);
    case 'places':
      return coverOf(found, question.places);
    case 'cover-tile':
      return coverTileOf(found, question);
  }
});

function windowOf(
  { manifest, canopy, coverVersion, coverAt, surfaceIn }: Opened,
  { centre, halfMetres, cellMetres }: WindowQuestion,
): GroundWindow {
  const { frame, grid } = cellsAround(centre, halfMetres, cellMetres);
  const { columns, rows, west, north, lngDegrees, latDegrees } = frame;
  const cells = columns * rows;
  const heights = new Float32Array(new SharedArrayBuffer(cells * Float32Array.BYTES_PER_ELEMENT));
  const classes = new Uint8Array(new SharedArrayBuffer(cells));
  const surface = surfaceIn({ west, north, east: west + columns * lngDegrees, south: north - rows * latDegrees });
  const table = createTable(({ file: _file, isDemo: _isDemo, ...row }): WindowClass => row);
  const files = new Set<string>();
  const kinds = { demoHeights: 0, importedHeights: 0, demoClasses: 0, importedClasses: 0 };
  const trees = canopyReader(canopy, cells);
  for (let row = 0, cell = 0; row < rows; row++) {
    const lat = north - (row + 0.5) * latDegrees;
    const boxes = manifest.sources.filter(({ box }) => lat >= box.south && lat <= box.north);
    for (let column = 0; column < columns; column++, cell++) {
      const lng = west + (column + 0.5) * lngDegrees;
      const height = surface.heightAt(lng, lat);
      heights[cell] = height ?? Number.NaN;
      const isImported = boxes.some(({ box }) => lng >= box.west && lng <= box.east);
      if (height !== null) kinds[isImported ? 'importedHeights' : 'demoHeights'] += 1;
      const found = coverAt(lng, lat, isImported);
      trees?.read(cell, lng, lat);
      classes[cell] = found === null ? UNKNOWN_CLASS : table.indexOf(found);
      if (found === null) continue;
      kinds[found.isDemo ? 'demoClasses' : 'importedClasses'] += 1;
      files.add(found.file);
    }
  }
  return {
    frame,
    grid,
    heights,
    classes,
    table: table.rows,
    brokenCanopies: canopy.broken,
    canopies: trees?.canopies ?? null,
    canopy: { version: canopy.version, files: trees?.files() ?? [], share: trees?.share() ?? 0 },
    elevation: { origin: originOf(kinds.demoHeights, kinds.importedHeights), version: manifest.version },
    landCover: { origin: originOf(kinds.demoClasses, kinds.importedClasses), version: coverVersion, files: [...files].toSorted() },
  };
}

function postsOf({ manifest, surfaceOf, classesOn, postTable, coverVersion }: Opened, { box, withCover }: PostsQuestion): GroundPosts {
  const heights = heightsOnPosts(surfaceOf(box.level), box);
  const { imported, others } = countImported(manifest, box, heights);
  return {
    box,
    heights,
    classes: withCover ? classesOn(box) : null,
    table: [...postTable.rows],
    elevation: { origin: originOf(others, imported), version: manifest.version },
    coverVersion,
  };
}

/** The canopy numbers of a window's cells; null: nothing was imported. */
function canopyReader({ isEmpty, measuredAt }: CanopyGround, cells: number) {
  if (isEmpty) return null;
  const canopies = new Uint8Array(new SharedArrayBuffer(cells));
  const files = new Set<string>();
  let known = 0;
  return {
    canopies,
    read(cell: number, lng: number, lat: number): void {
      const [cover, height] = [measuredAt('cover', lng, lat), measuredAt('height', lng, lat)];
      canopies[cell] = canopyNumberOf(cover?.value ?? null, height?.value ?? null);
      for (const one of [cover, height]) if (one !== null) files.add(one.file);
      if (canopies[cell] !== UNMEASURED) known += 1;
    },
    files: (): string[] => [...files].toSorted(),
    share: (): number => known / cells,
  };
}

const isImportedAt = ({ sources }: GroundManifest, lng: number, lat: number): boolean =>
  sources.some(({ box }) => lat >= box.south && lat <= box.north && lng >= box.west && lng <= box.east);

function coverOf({ manifest, coverAt }: Opened, places: Float64Array): PlacesCover {
  const table = createTable(({ isDemo: _isDemo, ...row }): CoverClass => row);
  const classes = new Uint8Array(places.length / 2).map((_, at) => {
    const [lng, lat] = places.subarray(2 * at, 2 * at + 2) as unknown as [number, number];
    const found = coverAt(lng, lat, isImportedAt(manifest, lng, lat));
    return found === null ? UNKNOWN_CLASS : table.indexOf(found);
  });
  return { classes, table: table.rows };
}

/**
 * How many levels finer than a tile the elevations are from which its demo cover is derived; each further level quadruples the relief data.
 */
const FINER_LEVELS = 2;

function coverTileOf({ manifest, coverAt, demoCoverOf }: Opened, { level, x, y }: CoverTileQuestion): Uint8Array {
  const ofDemo = demoCoverOf(Math.min(level + FINER_LEVELS, BASE_LEVEL));
  const coverByClass = new Map<string, GroundCover>();
  return encodeCoverTile(
    (lng, lat) => {
      const found = coverAt(lng, lat, isImportedAt(manifest, lng, lat), ofDemo);
      if (found === null) return 'unknown';
      const key = `${found.scheme}/${found.value}/${found.isWater}`;
      const known = coverByClass.get(key) ?? groundCoverOf(found);
      coverByClass.set(key, known);
      return known;
    },
    level,
    x,
    y,
  );
}

const groundCoverOf = (found: Found): GroundCover =>
  walkingOfClasses([found])[0]?.isWater === true ? 'water' : (found.cover ?? 'unknown');

const originOf = (demo: number, imported: number): GroundWindow['elevation']['origin'] => {
  if (imported > 0) return demo > 0 ? 'mixed' : 'imported';
  return demo > 0 ? 'demo' : 'none';
};

interface Found extends CoverClass {
  readonly isDemo: boolean;
}

const demoClass = (value: DemoCover): Found => ({
  scheme: 'igbp',
  value,
  cover: coverOfClass('igbp', value),
  file: DEMO_COVER_NAME,
  isDemo: true,
});

/** Classes by their index, in the order of their first occurrence. @param rowOf the properties by which classes are distinguished */
function createTable<Row extends WindowClass>(rowOf: (found: Found) => Row) {
  const rows: Row[] = [];
  const indexes = new Map<string, number>();
  return {
    rows,
    indexOf(found: Found): number {
      const row = rowOf(found);
      const key = Object.values(row).join('/');
      const known = indexes.get(key);
      if (known !== undefined) return known;
      // No scheme has that many classes.
      if (rows.length === UNKNOWN_CLASS) return UNKNOWN_CLASS;
      rows.push(row);
      indexes.set(key, rows.length - 1);
      return rows.length - 1;
    },
  };
}
