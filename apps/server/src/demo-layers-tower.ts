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
const TOWER: readonly Box[] = [
  ...legs,
  ...braces,
  { middle: [0, 20.2, 0], size: [7, 0.4, 7], material: WOOD },
  { middle: [0, 22, 0], size: [4.6, 3.2, 4.6], material: WOOD },
  { middle: [0, 23.9, 0], size: [6.4, 0.6, 6.4], material: ROOF },
  { middle: [0, 24.6, 0], size: [3.4, 0.8, 3.4], material: ROOF },
  { middle: [0, 27, 0], size: [0.15, 4, 0.15], material: STEEL },
];

/** Outward direction of each face, and two that span it. */
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
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;
const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const BYTES_PER_CORNER = 24;

export function watchTowerModel(): Uint8Array {
  const meshes = MATERIALS.map((_, material) => meshOf(TOWER.filter((box) => box.material === material)));
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
      for (const [a, b] of CORNERS) {
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
