// Minimal shapefiles for tests (ESRI Shapefile Technical Description, 1998; dBASE III).

type Position = readonly [x: number, y: number];

/** One record: the format's type number and its parts. A point has one part of one position. */
export interface TinyShape {
  readonly type: number;
  readonly parts: readonly (readonly Position[])[];
}

function contentOf({ type, parts }: TinyShape): Buffer {
  const positions = parts.flat();
  const head = Buffer.alloc(4);
  head.writeInt32LE(type, 0);
  const doubles = (values: readonly number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);
  const integers = (values: readonly number[]): Buffer => Buffer.from(Int32Array.from(values).buffer);
  if (type === 0) return head;
  // Heights and measures follow the positions: 7 each.
  const more = type > 20 ? 1 : type > 10 ? 2 : 0;
  if (type % 10 === 1) return Buffer.concat([head, doubles([...(positions[0] ?? []), ...Array<number>(more).fill(7)])]);
  const xs = positions.map(([x]) => x);
  const ys = positions.map(([, y]) => y);
  const box = doubles([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  const starts = parts.map((_, i) => parts.slice(0, i).reduce((sum, part) => sum + part.length, 0));
  const counts = type % 10 === 8 ? integers([positions.length]) : integers([parts.length, positions.length, ...starts]);
  const ordinates = doubles(Array<number>(more * (2 + positions.length)).fill(7));
  return Buffer.concat([head, box, counts, doubles(positions.flat()), ordinates]);
}

/** The .shp. */
export function shpOf(shapes: readonly TinyShape[]): Buffer {
  const records = shapes.map((shape, i) => {
    const content = contentOf(shape);
    const head = Buffer.alloc(8);
    head.writeInt32BE(i + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  const file = Buffer.concat([Buffer.alloc(100), ...records]);
  file.writeInt32BE(9994, 0);
  file.writeInt32BE(file.length / 2, 24);
  file.writeInt32LE(1000, 28);
  file.writeInt32LE(shapes[0]?.type ?? 0, 32);
  return file;
}

export interface TinyTable {
  /** dBASE type and width: C, N, D, L … */
  readonly fields: readonly { readonly name: Uint8Array | string; readonly type: string; readonly width: number }[];
  /** Bytes of each field, padded here. null: a deleted row, filled with spaces. */
  readonly rows: readonly (readonly (Uint8Array | string)[] | null)[];
  /** The byte that names a code page; 0: none. */
  readonly languageDriver?: number;
}

/** The .dbf. */
export function dbfOf({ fields, rows, languageDriver = 0 }: TinyTable): Buffer {
  const width = fields.reduce((sum, field) => sum + field.width, 1);
  const head = Buffer.alloc(32 + 32 * fields.length + 1);
  head[0] = 3;
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(width, 10);
  head[29] = languageDriver;
  for (const [i, { name, type, width: of }] of fields.entries()) {
    Buffer.from(name as Uint8Array)
      .subarray(0, 10)
      .copy(head, 32 + 32 * i);
    head.write(type, 32 + 32 * i + 11, 'latin1');
    head[32 + 32 * i + 16] = of;
  }
  head[head.length - 1] = 0x0d;
  const lines = rows.map((row) => {
    const line = Buffer.alloc(width, 0x20);
    if (row === null) line[0] = 0x2a;
    let at = 1;
    for (const [i, { width: of }] of fields.entries()) {
      Buffer.from((row?.[i] ?? '') as Uint8Array)
        .subarray(0, of)
        .copy(line, at);
      at += of;
    }
    return line;
  });
  return Buffer.concat([head, ...lines, Buffer.from([0x1a])]);
}
