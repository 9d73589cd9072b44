// The smallest ONNX model that answers: an input `images` of 1 × 3 × 48 × 64, and an output `found` of one row of six constants (onnx.proto
// of ONNX 1.16, operator set 13), in protobuf's wire format.

const FLOAT = 1;

/** A field of bytes: key, length, content. */
const bytes = (field: number, content: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of((field << 3) | 2), varint(content.length), content]);
const text = (field: number, value: string): Uint8Array => bytes(field, Buffer.from(value));
const number = (field: number, value: number): Uint8Array => Buffer.concat([Uint8Array.of(field << 3), varint(value)]);
const message = (field: number, ...parts: readonly Uint8Array[]): Uint8Array => bytes(field, Buffer.concat(parts));

function varint(value: number): Uint8Array {
  const out: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 128) return Uint8Array.from([...out, left]);
    out.push((left & 127) | 128);
  }
}

/** ValueInfoProto: name, and the shape of a float tensor. */
const valueInfo = (field: number, name: string, shape: readonly number[]): Uint8Array =>
  message(field, text(1, name), message(2, message(1, number(1, FLOAT), message(2, ...shape.map((size) => message(1, number(1, size)))))));

/** @param row left, top, right, bottom, score, class */
export function tinyOnnx(row: readonly number[]): Uint8Array {
  const constant = message(
    5,
    number(1, 1),
    number(1, row.length),
    number(2, FLOAT),
    text(8, 'row'),
    bytes(9, new Uint8Array(Float32Array.from(row).buffer)),
  );
  const graph = message(
    7,
    message(1, text(1, 'row'), text(2, 'found'), text(4, 'Identity')),
    text(2, 'tiny'),
    constant,
    valueInfo(11, 'images', [1, 3, 48, 64]),
    valueInfo(12, 'found', [1, row.length]),
  );
  return Buffer.concat([number(1, 8), graph, message(8, text(1, ''), number(2, 13))]);
}
