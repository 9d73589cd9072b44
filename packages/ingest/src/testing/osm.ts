// A minimal .osm.pbf for tests: one block of nodes and one of ways. https://wiki.openstreetmap.org/wiki/PBF_Format
import { deflateSync } from 'node:zlib';

export interface TinyOsm {
  readonly nodes: readonly { readonly id: number; readonly lng: number; readonly lat: number }[];
  readonly ways: readonly { readonly id: number; readonly refs: readonly number[]; readonly tags: Readonly<Record<string, string>> }[];
}

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
};
/** Zigzag encoding: numbers of small magnitude become small, whatever their sign. */
const zigzag = (value: number): Buffer => varint(value < 0 ? -2 * value - 1 : 2 * value);
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, value: Uint8Array | string): Buffer => {
  const content = Buffer.from(value as Uint8Array);
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
};
const differences = (values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value, i) => zigzag(value - (i === 0 ? 0 : (values[i - 1] as number)))));

/** Compression of the blocks, by field number: 1 none, 3 zlib; for the others only the field number is written, without compressing. */
type Packing = 1 | 3 | 4 | 5 | 6 | 7;

function blob(type: string, content: Buffer, packing: Packing): Buffer {
  const body = Buffer.concat([number(2, content.length), bytes(packing, packing === 3 ? deflateSync(content) : content)]);
  const header = Buffer.concat([bytes(1, type), number(3, body.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, body]);
}

/** Encodes nodes as dense nodes, to 1e-7 degrees. */
export function osmPbfOf({ nodes, ways }: TinyOsm, packing: Packing = 3): Buffer {
  const strings = ['', ...new Set(ways.flatMap(({ tags }) => Object.entries(tags).flat()))];
  const table = bytes(1, Buffer.concat(strings.map((text) => bytes(1, text))));
  const indices = (texts: readonly string[]): Buffer => Buffer.concat(texts.map((text) => varint(strings.indexOf(text))));
  const units = (degrees: number): number => Math.round(degrees * 1e7);
  const dense = Buffer.concat([
    bytes(1, differences(nodes.map(({ id }) => id))),
    bytes(8, differences(nodes.map(({ lat }) => units(lat)))),
    bytes(9, differences(nodes.map(({ lng }) => units(lng)))),
  ]);
  const written = ways.map(({ id, refs, tags }) =>
    bytes(
      3,
      Buffer.concat([
        number(1, id),
        bytes(2, indices(Object.keys(tags))),
        bytes(3, indices(Object.values(tags))),
        bytes(8, differences(refs)),
      ]),
    ),
  );
  return Buffer.concat([
    blob('OSMHeader', Buffer.concat([bytes(4, 'OsmSchema-V0.6'), bytes(4, 'DenseNodes')]), packing),
    blob('OSMData', Buffer.concat([table, bytes(2, bytes(2, dense))]), packing),
    blob('OSMData', Buffer.concat([table, bytes(2, Buffer.concat(written))]), packing),
  ]);
}
