// The demo's map layers and 3D scene, created at the first start with the code of the imports. Everything is labelled 示意.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GridNo, NATION } from '@lookout/domain';
import type { VectorLayerKind } from '@lookout/features/map-layer/map-layer.ts';
import type { NewLayer } from '@lookout/features/map-layer/map-layers.store.ts';
import type { Store } from '@lookout/features/store.ts';
import { ROAD_SPEEDS, type RoadClass, type RoadLine } from '@lookout/fire-model';
import { readLayerFile } from '@lookout/ingest';
import { writeLayer } from '../import/layers.ts';
import { writeScene } from '../import/scene.ts';

// The demo's forest farms and villages around the county seats of Wenchuan and Lixian: invented, the same on every machine.

interface Spot {
  readonly name: string;
  readonly latinName: string;
  readonly lng: number;
  readonly lat: number;
  /** Approximate degrees from the centre to the edge. */
  readonly reach: number;
  readonly attributes: Readonly<Record<string, string | number>>;
}

const FARMS: readonly Spot[] = [
  {
    name: '威州林场',
    latinName: 'Weizhou Forest Farm',
    lng: 103.66,
    lat: 31.52,
    reach: 0.045,
    attributes: { 优势树种: '云杉', 林龄: 42, 郁闭度: 0.7 },
  },
  {
    name: '草坡林场',
    latinName: 'Caopo Forest Farm',
    lng: 103.42,
    lat: 31.33,
    reach: 0.06,
    attributes: { 优势树种: '冷杉', 林龄: 65, 郁闭度: 0.8 },
  },
  {
    name: '龙溪林场',
    latinName: 'Longxi Forest Farm',
    lng: 103.53,
    lat: 31.58,
    reach: 0.04,
    attributes: { 优势树种: '油松', 林龄: 28, 郁闭度: 0.6 },
  },
  {
    name: '米亚罗林场',
    latinName: 'Miyaluo Forest Farm',
    lng: 102.82,
    lat: 31.66,
    reach: 0.07,
    attributes: { 优势树种: '岷江冷杉', 林龄: 80, 郁闭度: 0.8 },
  },
  {
    name: '杂谷脑林场',
    latinName: 'Zagunao Forest Farm',
    lng: 103.12,
    lat: 31.47,
    reach: 0.05,
    attributes: { 优势树种: '高山栎', 林龄: 35, 郁闭度: 0.65 },
  },
];
const VILLAGES: readonly Spot[] = [
  { name: '禹碑岭村', latinName: 'Yubeiling', lng: 103.6, lat: 31.47, reach: 0.012, attributes: { 户数: 186, 人口: 612 } },
  { name: '七盘沟村', latinName: 'Qipangou', lng: 103.57, lat: 31.43, reach: 0.012, attributes: { 户数: 240, 人口: 803 } },
  { name: '布瓦村', latinName: 'Buwa', lng: 103.57, lat: 31.5, reach: 0.01, attributes: { 户数: 132, 人口: 441 } },
  { name: '萝卜寨村', latinName: 'Luobozhai', lng: 103.66, lat: 31.46, reach: 0.011, attributes: { 户数: 226, 人口: 1028 } },
  { name: '甘堡村', latinName: 'Ganbao', lng: 103.2, lat: 31.46, reach: 0.011, attributes: { 户数: 158, 人口: 526 } },
  { name: '桃坪村', latinName: 'Taoping', lng: 103.44, lat: 31.56, reach: 0.01, attributes: { 户数: 98, 人口: 337 } },
];
const CORNERS = 24;

const demoFarms = () => collectionOf(FARMS.map((spot, i) => areaOf(spot, i, { 管理单位: '演示' })));
const demoVillages = () => collectionOf(VILLAGES.map((spot, i) => areaOf(spot, i + 11, {})));
const NOTE = '示意，非实测';
const collectionOf = (features: readonly object[]) => ({ type: 'FeatureCollection', features });

/** An irregular outline: three waves around the centre, with phases that depend on the number. */
function areaOf({ name, latinName, lng, lat, reach, attributes }: Spot, number: number, more: object) {
  const ring = Array.from({ length: CORNERS }, (_, i) => {
    const turn = (2 * Math.PI * i) / CORNERS;
    const radius = reach * (1 + 0.18 * Math.sin(2 * turn + number) + 0.12 * Math.sin(3 * turn + 2 * number) + 0.06 * Math.cos(7 * turn));
    return [round(lng + (radius * Math.cos(turn)) / Math.cos((lat * Math.PI) / 180)), round(lat + radius * Math.sin(turn))];
  });
  const properties = { 名称: name, 英文名: latinName, ...attributes, ...more, 说明: NOTE };
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

// A watch tower as binary glTF 2.0 (Khronos, "GLB File Format"), made of boxes: four legs, a platform, a cabin and a roof. Metres, y up.

interface Box {
  readonly middle: readonly [number, number, number];
  readonly size: readonly [number, number, number];
  readonly material: number;
}

const STEEL = 0;
const WOOD = 1;
const ROOF = 2;
const MATERIALS = [
  { name: 'steel', colour: [0.55, 0.6, 0.66, 1], metallic: 0.6 },
  { name: 'wood', colour: [0.62, 0.44, 0.26, 1], metallic: 0 },
  { name: 'roof', colour: [0.75, 0.18, 0.14, 1], metallic: 0 },
] as const;

const legs = [-2.2, 2.2].flatMap((x) => [-2.2, 2.2].map((z): Box => ({ middle: [x, 10, z], size: [0.4, 20, 0.4], material: STEEL })));
const braces = [5, 10, 15].flatMap((y): Box[] => [
  { middle: [0, y, -2.2], size: [4.4, 0.25, 0.25], material: STEEL },
  { middle: [0, y, 2.2], size: [4.4, 0.25, 0.25], material: STEEL },
  { middle: [-2.2, y, 0], size: [0.25, 0.25, 4.4], material: STEEL },
  { middle: [2.2, y, 0], size: [0.25, 0.25, 4.4], material: STEEL },
]);
const TOWER_BOXES: readonly Box[] = [
  ...legs,
  ...braces,
  { middle: [0, 20.2, 0], size: [7, 0.4, 7], material: WOOD },
  { middle: [0, 22, 0], size: [4.6, 3.2, 4.6], material: WOOD },
  { middle: [0, 23.9, 0], size: [6.4, 0.6, 6.4], material: ROOF },
  { middle: [0, 24.6, 0], size: [3.4, 0.8, 3.4], material: ROOF },
  { middle: [0, 27, 0], size: [0.15, 4, 0.15], material: STEEL },
];

/** Outward direction of each face, and two vectors that span it. */
const FACES = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [-1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
  [
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ],
  [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [0, 0, -1],
    [0, 1, 0],
    [1, 0, 0],
  ],
] as const;
const FACE_CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;
const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const BYTES_PER_CORNER = 24;

export function watchTowerModel(): Uint8Array {
  const meshes = MATERIALS.map((_, material) => meshOf(TOWER_BOXES.filter((box) => box.material === material)));
  const chunks: Buffer[] = [];
  const views: object[] = [];
  const accessors: object[] = [];
  let offset = 0;
  const view = (bytes: Buffer): number => {
    views.push({ buffer: 0, byteOffset: offset, byteLength: bytes.length });
    const padded = pad(bytes, 0);
    chunks.push(padded);
    offset += padded.length;
    return views.length - 1;
  };
  const accessor = (fields: object): number => accessors.push(fields) - 1;
  const primitives = meshes.map(({ corners, indices }, material) => {
    const count = corners.length / BYTES_PER_CORNER;
    const positions = Buffer.concat(Array.from({ length: count }, (_, i) => corners.subarray(i * 24, i * 24 + 12)));
    const normals = Buffer.concat(Array.from({ length: count }, (_, i) => corners.subarray(i * 24 + 12, i * 24 + 24)));
    return {
      material,
      indices: accessor({ bufferView: view(indices), componentType: UNSIGNED_SHORT, count: indices.length / 2, type: 'SCALAR' }),
      attributes: {
        POSITION: accessor({ bufferView: view(positions), componentType: FLOAT, count, type: 'VEC3', ...rangeOf(positions) }),
        NORMAL: accessor({ bufferView: view(normals), componentType: FLOAT, count, type: 'VEC3' }),
      },
    };
  });
  const model = {
    asset: { version: '2.0', generator: 'Fire Lookout demo' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: '演示瞭望塔（示意）' }],
    meshes: [{ primitives }],
    materials: MATERIALS.map(({ name, colour, metallic }) => ({
      name,
      pbrMetallicRoughness: { baseColorFactor: colour, metallicFactor: metallic, roughnessFactor: 0.8 },
    })),
    accessors,
    bufferViews: views,
    buffers: [{ byteLength: offset }],
  };
  const json = pad(Buffer.from(JSON.stringify(model)), 0x20);
  const bin = Buffer.concat(chunks);
  const header = Buffer.from('glTF\0\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(12 + 8 + json.length + 8 + bin.length, 8);
  return Buffer.concat([header, chunkHead(json.length, 'JSON'), json, chunkHead(bin.length, 'BIN\0'), bin]);
}

/** Corners as position and normal, 24 bytes each; two triangles for each face. */
function meshOf(boxes: readonly Box[]): { corners: Buffer; indices: Buffer } {
  const floats: number[] = [];
  const indices: number[] = [];
  for (const { middle, size } of boxes)
    for (const [normal, across, up] of FACES) {
      const first = floats.length / 6;
      for (const [a, b] of FACE_CORNERS) {
        for (const axis of [0, 1, 2] as const)
          floats.push(middle[axis] + ((normal[axis] + a * across[axis] + b * up[axis]) * size[axis]) / 2);
        floats.push(...normal);
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  return { corners: Buffer.from(Float32Array.from(floats).buffer), indices: Buffer.from(Uint16Array.from(indices).buffer) };
}

function rangeOf(positions: Buffer): { min: number[]; max: number[] } {
  const at = (i: number) => positions.readFloatLE(i * 4);
  const axis = (n: number) => Array.from({ length: positions.length / 12 }, (_, i) => at(i * 3 + n));
  return { min: [0, 1, 2].map((n) => Math.min(...axis(n))), max: [0, 1, 2].map((n) => Math.max(...axis(n))) };
}

function pad(bytes: Buffer, filler: number): Buffer {
  const missing = (4 - (bytes.length % 4)) % 4;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing, filler)]);
}

function chunkHead(length: number, type: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(length, 0);
  head.write(type, 4, 'latin1');
  return head;
}

const ABA = '513200' as GridNo;
/** The setting that records the seeding, so that a removed layer is not created again. */
const DONE = 'demo.layers';

const LAYERS: readonly { readonly name: string; readonly kind: VectorLayerKind; readonly collection: () => object }[] = [
  { name: '演示林场', kind: 'forest-farm', collection: demoFarms },
  { name: '演示村落', kind: 'village', collection: demoVillages },
];
/** The tower is on the slope above the county seat of Wenchuan. */
const TOWER = { name: '演示瞭望塔', position: { lng: 103.62, lat: 31.495 } };

async function seedLayer(store: Store, layer: Omit<NewLayer, 'schematic'>, collection: object): Promise<void> {
  const { features } = await readLayerFile(`${layer.name}.geojson`, new TextEncoder().encode(JSON.stringify(collection)));
  await writeLayer(store, { ...layer, schematic: true }, features);
}

const LEVELS: ReadonlyMap<RoadClass, (typeof ROAD_SPEEDS)[number]['name']> = new Map(ROAD_SPEEDS.map((row) => [row.class, row.name]));

/** Draws the same roads from which travel times are computed. */
export async function drawDemoRoads(store: Store, lines: readonly RoadLine[]): Promise<void> {
  const features = lines.map(({ class: roadClass, points }) => {
    const level = LEVELS.get(roadClass) ?? { zh: roadClass, en: roadClass };
    const names = NAMED_ROADS.has(roadClass) ? { 名称: level.zh, 英文名: level.en } : {};
    return {
      type: 'Feature',
      properties: { ...names, 道路等级: level.zh, 说明: NOTE },
      geometry: { type: 'LineString', coordinates: points.map(({ lng, lat }) => [round(lng), round(lat)]) },
    };
  });
  // The roads lie in two provinces.
  await seedLayer(store, { kind: 'road', name: '演示道路', gridNo: NATION }, collectionOf(features));
}

/** Labels on a thousand village roads would hide the map. */
const NAMED_ROADS: ReadonlySet<RoadClass> = new Set(['trunk', 'primary', 'secondary']);

/** Does nothing after the first start. */
export async function seedDemoLayers(store: Store, dataDir: string): Promise<void> {
  if ((await store.settings.get(DONE)) === true) return;
  for (const { name, kind, collection } of LAYERS) await seedLayer(store, { kind, name, gridNo: ABA }, collection());
  const folder = await mkdtemp(path.join(tmpdir(), 'lookout-demo-'));
  try {
    const file = path.join(folder, 'tower.glb');
    await writeFile(file, watchTowerModel());
    const scene = { ...TOWER, gridNo: ABA, schematic: true, heightMetres: null, headingDegrees: 0, scale: 1 };
    await writeScene(store, dataDir, file, scene);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await store.settings.set(DONE, true);
}
