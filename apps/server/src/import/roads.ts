// npm run import -- roads FILE… : imports roads as lines with a class (GeoJSON, KML, zipped shapefile) or from an OpenStreetMap extract
// (.osm.pbf). Each becomes one file of lines under DATA_DIR/roads. A server opens a single file, the network of all of them. A running
// server loads it without a restart.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FileFault, fileFault, positionRowFault } from '@lookout/domain';
import {
  boxOfLines,
  metresOfLine,
  ROADS_TAKEN_UP_MS,
  type RoadSource,
  roadLinesFile,
  roadManifest,
  writeRoadLines,
} from '@lookout/features/travel/service/road-file.ts';
import {
  MOST_ROAD_POINTS,
  openHeights,
  removeOldNets,
  type WrittenNet,
  writeNetOf,
} from '@lookout/features/travel/service/road-net-build.ts';
import { ROAD_SPEEDS, type RoadClass, type RoadLine } from '@lookout/fire-model';
import type { GroundBox, LngLat } from '@lookout/geo';
import { type ReadFeature, readLayerFile, readOsmWays, UnreadableFile } from '@lookout/ingest';
import { invalid } from '../acting/refusal.ts';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { ImportContext, ImportKind, ImportReport, SourceCommand } from './kind.ts';
import { contentId, throttled } from './raster-import.ts';
import { isFault, OSM_KEYS, type RoadFacts, roadFactsOf } from './road-attributes.ts';
import { listOf, nothingText, placeText, removedText, sourcesNamed } from './stored-sources.ts';
import { batchAudit, IMPORT_ORIGIN } from './table-import.ts';

export const ROAD_OPTIONS = ['class', 'snap'] as const;
type Options = Readonly<Partial<Record<(typeof ROAD_OPTIONS)[number], string>>>;

/** Ends farther apart than this are not a drawing error. */
const MOST_SNAP_METRES = 50;

interface ReadRoads {
  readonly lines: readonly RoadLine[];
  readonly received: number;
  readonly rejected: ImportReport['rejected'];
}

/** @throws Refusal when an option cannot be used */
export function importRoads(options: Options): ImportKind {
  const snapMetres = snapOf(options.snap);
  const column = options.class ?? null;
  return async (file, context) => {
    const { store, clock, dataDir, print } = context;
    const id = await contentId(file, {}, JSON.stringify([column, snapMetres]));
    const manifest = await roadManifest.read(dataDir);
    const known = manifest.sources.find((source) => source.id === id);
    if (known !== undefined) {
      print('这份道路已经导入过');
      // Published again: an interrupted run may have added the file without its event.
      await appendUnpublished(store, [registerEvent(IMPORT_ORIGIN, clock(), 'roads', 0)]);
      return { received: known.lines, accepted: 0, duplicates: known.lines, rejected: [] };
    }
    const name = path.basename(file);
    const { lines, received, rejected } = /\.pbf$/i.test(name) ? await readOsm(file, print) : await readLayer(file, column);
    if (lines.length === 0) throw new UnreadableFile(whyNone(rejected));
    const metres = metresByClass(lines);
    const whole = [...metres.values()].reduce((sum, one) => sum + one, 0);
    const box = boxOfLines(lines);
    const source: RoadSource = {
      id,
      name,
      box,
      lines: lines.length,
      metres: Math.round(whole),
      snapMetres,
      isDemo: false,
      importedAt: clock().toISOString(),
    };
    await writeRoadLines(roadLinesFile(dataDir, id), lines);
    await takeUp(context, [source, ...manifest.sources], async () => {
      await roadManifest.add(dataDir, source);
      await store.transaction(async (tx) => {
        await tx.audit.append([batchAudit('import-roads', file, { lines: lines.length, metres: source.metres, box })]);
        await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'roads', 1)]);
      });
    });
    print(`范围 ${placeText(box)}；共 ${kilometres(whole)} 公里`);
    print(
      ROAD_SPEEDS.flatMap((row) => (metres.has(row.class) ? `${row.name.zh} ${kilometres(metres.get(row.class) ?? 0)} 公里` : [])).join(
        '、',
      ),
    );
    return { received, accepted: lines.length, duplicates: 0, rejected };
  };
}

/** Writes the network of these sources, then registers them, then removes older networks. */
async function takeUp(
  { dataDir, demoRelief = false, print }: ImportContext,
  sources: readonly RoadSource[],
  enter: () => Promise<void>,
): Promise<void> {
  const { version: before } = await roadManifest.read(dataDir);
  if (sources.length > 0) {
    const { heightAt, close } = await openHeights(dataDir, demoRelief);
    try {
      print('连接路网');
      const written = await writeNetOf({ dataDir, sources, heightAt });
      if (!written.ok)
        throw new UnreadableFile(
          written.error === 'no-roads' ? fileFault('roads-without-lines') : fileFault('roads-too-many-points', { most: MOST_ROAD_POINTS }),
        );
      for (const line of netLines(written.value)) print(line);
    } finally {
      close();
    }
  }
  await enter();
  await removeOldNets(dataDir, [before, roadManifest.versionOf(sources)]);
}

const SHOWN_ISLANDS = 3;

function netLines({ net, islands, snappedEnds, unknownHeights, demoLinesLeftOut }: WrittenNet): string[] {
  const [main, ...others] = islands;
  const rest = others.reduce((sum, { metres }) => sum + metres, 0);
  const shown = others.slice(0, SHOWN_ISLANDS).map(({ firstNode, metres }) => {
    const [lng, lat] = net.nodePositions.subarray(2 * firstNode, 2 * firstNode + 2) as unknown as [number, number];
    return `${kilometres(metres)} 公里（${lng.toFixed(4)}, ${lat.toFixed(4)}）`;
  });
  return [
    `路网 ${net.nodes} 个节点，${net.edges} 段`,
    ...(main !== undefined && others.length > 0
      ? [`有 ${others.length} 处道路不与主路网相连，共 ${kilometres(rest)} 公里，最长的 ${shown.join('、')}；可用 --snap 米数 接上断头`]
      : []),
    ...(snappedEnds > 0 ? [`接上 ${snappedEnds} 个断头`] : []),
    ...(unknownHeights > 0 ? [`${unknownHeights} 个点没有高程，按平路计`] : []),
    ...(demoLinesLeftOut > 0 ? [`这一范围不再用演示道路：${demoLinesLeftOut} 条`] : []),
  ];
}

const kilometres = (metres: number): string => (metres / 1000).toFixed(1);

function snapOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const metres = Number(text);
  if (!(text.trim() !== '' && metres >= 0 && metres <= MOST_SNAP_METRES))
    throw invalid('snap', 'cell-number-range', { least: 0, most: MOST_SNAP_METRES, text });
  return metres;
}

// Reads lines from features.

async function readLayer(file: string, column: string | null): Promise<ReadRoads> {
  const { features, refused, count } = await readLayerFile(path.basename(file), await readFile(file));
  const rejected: { line: number; error: FileFault }[] = [...refused];
  const lines: RoadLine[] = [];
  const refuse = ({ line }: ReadFeature, error: FileFault): void => void rejected.push({ line, error });
  for (const feature of features) {
    if (!isLine(feature)) {
      refuse(feature, fileFault('shape-type', { wanted: 'line', found: feature.geometry.type }));
      continue;
    }
    const facts = roadFactsOf(feature.attributes, column);
    if (isFault(facts)) refuse(feature, facts);
    else lines.push(...partsOf(feature).map((points) => lineOf(facts, points)));
  }
  rejected.sort((a, b) => a.line - b.line);
  if (lines.length === 0 && rejected.length > 0 && rejected.every(({ error }) => error.code === 'position-outside'))
    throw new UnreadableFile(
      fileFault('roads-outside-china', boxOfLines([{ points: rejected.map(({ error }) => error.params as LngLat) }])),
    );
  return { lines: lines.filter(hasLength), received: count, rejected };
}

const isLine = ({ geometry: { type } }: ReadFeature): boolean => type === 'LineString' || type === 'MultiLineString';

type Positions = readonly (readonly [number, number])[];
function partsOf({ geometry: { type, coordinates } }: ReadFeature): LngLat[][] {
  const parts = type === 'LineString' ? [coordinates as Positions] : (coordinates as readonly Positions[]);
  return parts.map((part) => part.map(([lng, lat]) => ({ lng, lat })));
}

function lineOf({ class: roadClass, oneWay, isBridge, isTunnel, isFord, speedLimit }: RoadFacts, points: readonly LngLat[]): RoadLine {
  return {
    class: roadClass,
    points: oneWay === 'backward' ? points.toReversed() : points,
    ...(oneWay !== 'no' && { isOneWay: true }),
    ...(isBridge && { isBridge }),
    ...(isTunnel && { isTunnel }),
    ...(isFord && { isFord }),
    ...(speedLimit !== null && { speedLimit }),
  };
}

/** Whether the line has two different points, at OpenStreetMap's smallest step. */
const hasLength = ({ points: [first, ...rest] }: RoadLine): boolean =>
  first !== undefined && rest.some(({ lng, lat }) => Math.abs(lng - first.lng) > 1e-7 || Math.abs(lat - first.lat) > 1e-7);

// Reads lines from OpenStreetMap. Values of `highway` that are none of our road classes are normal there: they are counted, not rejected.

async function readOsm(file: string, print: (line: string) => void): Promise<ReadRoads> {
  const progress = throttled(print);
  const notRoads = new Map<string, number>();
  let received = 0;
  const { ways, incomplete } = await readOsmWays(file, {
    keys: OSM_KEYS,
    mostNodes: MOST_ROAD_POINTS,
    // `area`: the way is the outline of a square, not a road across it.
    isWanted: ({ highway, area }) => highway !== undefined && area !== 'yes',
    progress: (share) => progress(`读取 ${Math.round(share * 100)}%`),
  });
  const lines: RoadLine[] = [];
  let [outside, badLimits] = [0, 0];
  for (const { tags, runs } of ways) {
    received += 1;
    let facts = roadFactsOf(tags, 'highway');
    if (isFault(facts) && facts.code === 'road-speed-limit') {
      badLimits += 1;
      const { maxspeed: _, ...rest } = tags;
      facts = roadFactsOf(rest, 'highway');
    }
    if (isFault(facts)) {
      const word = tags.highway ?? '';
      notRoads.set(word, (notRoads.get(word) ?? 0) + 1);
      continue;
    }
    const made = runs.map((points) => lineOf(facts as RoadFacts, points));
    const inside = made.filter((line) => boxFault(boxOfLines([line])) === null);
    outside += made.length - inside.length;
    lines.push(...inside.filter(hasLength));
  }
  const words = [...notRoads].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN_WORDS);
  if (words.length > 0) print(`不作道路的 highway 值：${words.map(([word, count]) => `${word} ${count}`).join('、')}`);
  if (incomplete > 0) print(`${incomplete} 条路有一部分不在文件里，只取有的部分`);
  if (outside > 0) print(`${outside} 条路不在中国范围内，没有采用`);
  if (badLimits > 0) print(`${badLimits} 条路的限速不是速度，没有采用限速`);
  if (lines.length === 0 && outside > 0)
    throw new UnreadableFile(fileFault('roads-outside-china', boxOfLines(ways.flatMap(({ runs }) => runs.map((points) => ({ points }))))));
  return { lines, received, rejected: [] };
}

const SHOWN_WORDS = 20;

// The extent of the lines.

/** A coarse check for other datums, other countries and swapped coordinates: both corners of the box must be plausible. */
const boxFault = ({ west, south, east, north }: GroundBox) =>
  positionRowFault({ lng: west, lat: south }) ?? positionRowFault({ lng: east, lat: north });

function metresByClass(lines: readonly RoadLine[]): ReadonlyMap<RoadClass, number> {
  const metres = new Map<RoadClass, number>();
  for (const { class: roadClass, points } of lines) {
    metres.set(roadClass, (metres.get(roadClass) ?? 0) + metresOfLine(points));
  }
  return metres;
}

/** Why nothing in a file is usable: the first reason, if all lines have the same one. */
function whyNone(rejected: ReadRoads['rejected']): FileFault {
  const codes = new Set(rejected.map(({ error }) => error.code));
  const [first] = rejected;
  return first !== undefined && codes.size === 1 ? (first.error as FileFault) : fileFault('roads-without-lines');
}

// `roads --list`, `roads --remove NAME…` and `roads --rejoin`. A running server applies a change without a restart.

const STORED = {
  manifest: roadManifest,
  texts: { zh: '道路', noneWas: 'no roads were imported' },
  detailOf: ({ lines, metres }: RoadSource) => `${lines} 条 ${kilometres(metres)} 公里`,
};

export const listRoads = listOf(STORED);

export const removeRoads: SourceCommand = async (names, context) => {
  const { dataDir, print, store, clock } = context;
  const gone = await sourcesNamed(STORED, names, context);
  for (const { id, name, box } of gone) {
    const { sources: before } = await roadManifest.read(dataDir);
    const left = before.filter((source) => source.id !== id);
    await takeUp(context, left, async () => {
      await roadManifest.remove(dataDir, id);
      await store.transaction(async (tx) => {
        await tx.audit.append([batchAudit('remove-roads', name, { id, box })]);
        await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'roads', 1)]);
      });
    });
  }
  // A running server may still be reading the previous network.
  await delay(ROADS_TAKEN_UP_MS);
  const { version } = await roadManifest.read(dataDir);
  await removeOldNets(dataDir, [version]);
  for (const { id, name } of gone) {
    await rm(roadLinesFile(dataDir, id), { force: true });
    print(removedText(name));
  }
};

/** Rebuilds the network of the same roads with the current terrain heights, after an import of elevation. */
export const rejoinRoads: SourceCommand = async (names, context) => {
  const { dataDir, store, clock } = context;
  if (names.length > 0) throw new Error('--rejoin 不带名称：路网总是整个连接 --rejoin takes no name: the net is always joined as a whole');
  const { sources } = await roadManifest.read(dataDir);
  const [newest, ...others] = sources;
  if (newest === undefined) throw new Error(nothingText(STORED));
  const joined: RoadSource = { ...newest, joinedAt: clock().toISOString() };
  await takeUp(context, [joined, ...others], async () => {
    await roadManifest.add(dataDir, joined);
    await store.transaction(async (tx) => {
      await tx.audit.append([batchAudit('rejoin-roads', newest.name, { sources: sources.length })]);
      await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'roads', 0)]);
    });
  });
};
