// What a camera's packets must not cause: an incomplete picture on the screen, or a full memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Pattern, testPattern } from '../../testing/test-pattern.ts';
import type { Picture } from '../picture.ts';
import { nalType, unpack } from './h264.ts';
import { createDepacketizer, type Depacketizer } from './rtp.ts';

const PAYLOAD_TYPE = 96;
const OTHER_SLICE = 1;

let pattern: Pattern;
beforeAll(async () => {
  pattern = await testPattern({ frameRate: 25, count: 2, keyEvery: 2 });
});

let pictures: Picture[];
let codecs: number;
let depacketizer: Depacketizer;
let sequence: number;
beforeEach(() => {
  [pictures, codecs, sequence] = [[], 0, 0];
  depacketizer = createDepacketizer({
    payloadType: PAYLOAD_TYPE,
    clockRate: 90_000,
    parameterSets: [pattern.sps, pattern.pps],
    codec: () => {
      codecs += 1;
    },
    picture: (picture) => pictures.push(picture),
  });
});

const unit = (type: number, bytes = 20): Buffer => Buffer.concat([Buffer.from([0x60 | type]), Buffer.alloc(bytes - 1, 7)]);

function send(payload: Buffer, timestamp: number, { isLast = false, isLost = false } = {}): void {
  const packet = Buffer.allocUnsafe(12 + payload.length);
  packet[0] = 0x80;
  packet[1] = (isLast ? 0x80 : 0) | PAYLOAD_TYPE;
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE(timestamp, 4);
  packet.set(payload, 12);
  sequence += 1;
  if (!isLost) depacketizer.packet(packet);
}
/** Sends a packet of the next picture, which ends the one before. */
const end = (timestamp: number) => send(unit(OTHER_SLICE), timestamp);
const shown = () => pictures.map(({ dts, isKey }) => ({ dts, isKey }));

it('a keyframe that lost one of several slices is not shown, nor is what follows until a complete one', () => {
  send(unit(nalType.idr), 0);
  send(unit(nalType.idr), 0, { isLost: true });
  send(unit(nalType.idr), 0, { isLast: true });
  send(unit(OTHER_SLICE), 3_600, { isLast: true });
  expect(pictures).toEqual([]);
  send(unit(nalType.idr), 7_200, { isLast: true });
  send(unit(OTHER_SLICE), 10_800, { isLast: true });
  end(14_400);
  expect(shown()).toEqual([
    { dts: 7_200, isKey: true },
    { dts: 10_800, isKey: false },
  ]);
});

it('a picture whose end was lost is not shown', () => {
  send(unit(nalType.idr), 0, { isLast: true });
  send(unit(OTHER_SLICE), 3_600);
  send(unit(OTHER_SLICE), 3_600, { isLost: true, isLast: true });
  send(unit(OTHER_SLICE), 7_200, { isLast: true });
  end(10_800);
  expect(shown()).toEqual([{ dts: 0, isKey: true }]);
});

it.each([
  ['large units', unit(OTHER_SLICE, 60_000), 1_500],
  ['units of one byte', unit(OTHER_SLICE, 1), 500_000],
  ['fragments of one byte', Buffer.from([0x60 | 28, OTHER_SLICE, 1]), 500_000],
])('a camera that never ends its picture does not fill the memory: %s', (_, payload, count) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    // V8 frees array buffers in parallel after a collection; the next collection waits until that is done.
    collect();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  send(unit(nalType.idr), 0, { isLast: true });
  send(Buffer.from([0x60 | 28, 0x80 | OTHER_SLICE, 1]), 3_600);
  const before = used();
  for (let n = 0; n < count; n += 1) send(payload, 3_600);
  expect(used() - before).toBeLessThan(40 << 20);
  // The next complete picture is shown again.
  send(unit(nalType.idr), 7_200, { isLast: true });
  end(10_800);
  expect(shown()).toEqual([
    { dts: 0, isKey: true },
    { dts: 7_200, isKey: true },
  ]);
});

it('parameter sets of megabytes are ignored', () => {
  const other = createDepacketizer({
    payloadType: PAYLOAD_TYPE,
    clockRate: 90_000,
    parameterSets: [Buffer.concat([pattern.sps, Buffer.alloc(1 << 20)]), pattern.pps],
    codec: () => {
      codecs += 1;
    },
    picture: (picture) => pictures.push(picture),
  });
  depacketizer = other;
  send(unit(nalType.idr), 0, { isLast: true });
  end(3_600);
  expect([codecs, pictures]).toEqual([0, []]);
});

// A stream as a camera might packetise it: pictures consist of slices, the first of which begins with the first macroblock.

interface Sent {
  readonly payload: Buffer;
  readonly picture: number;
  readonly isLastOfPicture: boolean;
}

const slice = (type: number, isFirst: boolean, n: number, bytes: number): Buffer =>
  Buffer.concat([Buffer.from([0x60 | type, isFirst ? 0x88 : 0x08]), Buffer.alloc(bytes, n & 0xff)]);

/** Splits a NAL unit into FU-A packets of at most this many bytes each. */
function fragmentsOf(nal: Buffer, most: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 1; at < nal.length; at += most) {
    const until = Math.min(nal.length, at + most);
    const marks = (at === 1 ? 0x80 : 0) | (until === nal.length ? 0x40 : 0);
    parts.push(Buffer.concat([Buffer.from([((nal[0] ?? 0) & 0xe0) | 28, marks | ((nal[0] ?? 0) & 0x1f)]), nal.subarray(at, until)]));
  }
  return parts;
}
const aggregateOf = (nals: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0x60 | 24]), ...nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 0xff]), nal])]);

const aStream = fc.record({
  pictures: fc.array(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 12 }),
  keyEvery: fc.integer({ min: 1, max: 5 }),
  packing: fc.constantFrom('single', 'fragments', 'aggregates'),
  marker: fc.constantFrom('last', 'every', 'none'),
  sets: fc.constantFrom('sdp', 'band', 'both'),
  hasDelimiter: fc.boolean(),
  sequence: fc.constantFrom(0, 65_530),
  times: fc.constantFrom('plain', 'wraps', 'back', 'ahead', 'still'),
  lost: fc.option(fc.nat(200), { nil: null }),
});
type Stream = typeof aStream extends fc.Arbitrary<infer T> ? T : never;

const unitsOf = ({ pictures: sizes, keyEvery, sets, hasDelimiter }: Stream): Buffer[][] =>
  sizes.map((slices, n) => {
    const isKey = n % keyEvery === 0;
    const head = [...(hasDelimiter ? [Buffer.from([9, 0xf0])] : []), ...(isKey && sets !== 'sdp' ? [pattern.sps, pattern.pps] : [])];
    return [...head, ...slices.map((bytes, i) => slice(isKey ? nalType.idr : OTHER_SLICE, i === 0, n, bytes))];
  });

function packetsOf(stream: Stream): Sent[] {
  return unitsOf(stream).flatMap((units, picture) => {
    const payloads =
      stream.packing === 'single'
        ? units
        : stream.packing === 'fragments'
          ? units.flatMap((nal) => (nal.length > 4 ? fragmentsOf(nal, 40) : [nal]))
          : [aggregateOf(units)];
    return payloads.map((payload, i) => ({ payload, picture, isLastOfPicture: i === payloads.length - 1 }));
  });
}

const STEP = 3_600;
const JUMPS: Readonly<Record<Stream['times'], (n: number) => number>> = {
  plain: (n) => n * STEP,
  wraps: (n) => 0xffff_f000 + n * STEP,
  back: (n) => (n < 3 ? 900_000 + n * STEP : n * STEP),
  ahead: (n) => (n < 3 ? n * STEP : 900_000_000 + n * STEP),
  still: () => 5_000,
};

/**
 * The output of the depacketizer: for each picture the last byte of its last slice, which identifies the picture, and its number of slices.
 */
function received(stream: Stream): { shown: string[]; rising: boolean; longest: number } {
  const got: Picture[] = [];
  let clock = 0;
  const { packet } = createDepacketizer({
    payloadType: PAYLOAD_TYPE,
    clockRate: 90_000,
    parameterSets: stream.sets === 'band' ? [] : [pattern.sps, pattern.pps],
    codec: () => undefined,
    picture: (one) => got.push(one),
    now: () => clock,
  });
  const all = [...packetsOf(stream), { payload: slice(nalType.idr, true, 0, 1), picture: stream.pictures.length, isLastOfPicture: true }];
  for (const [n, { payload, picture, isLastOfPicture }] of all.entries()) {
    const head = Buffer.alloc(12);
    head[0] = 0x80;
    const isMarked =
      stream.marker === 'every'
        ? (payload[0] ?? 0) % 32 !== 28 || ((payload[1] ?? 0) & 0x40) !== 0
        : stream.marker === 'last' && isLastOfPicture;
    head[1] = (isMarked ? 0x80 : 0) | PAYLOAD_TYPE;
    head.writeUInt16BE((stream.sequence + n) & 0xffff, 2);
    head.writeUInt32BE(JUMPS[stream.times](picture) >>> 0, 4);
    clock = picture * 40;
    if (n !== stream.lost) packet(Buffer.concat([head, payload]));
  }
  const shown = got.map(({ data }) => {
    const units = unpack(data, 4) ?? [];
    return `${units.at(-1)?.at(-1)}:${units.length}`;
  });
  const steps = got.slice(1).map(({ dts }, i) => dts - (got[i]?.dts ?? 0));
  return { shown, rising: steps.every((step) => step > 0), longest: Math.max(0, ...steps) };
}

it('property: however slices are packed, marked and timed, the output is the coded pictures; a loss costs whole pictures up to the next keyframe', () => {
  const run = fc.property(aStream, (stream) => {
    const coded = stream.pictures.map((slices, n) => `${n & 0xff}:${slices.length}`);
    const { shown, rising, longest } = received({ ...stream, lost: null });
    expect(shown).toEqual(coded);
    expect(rising).toBe(true);
    // A changed time base does not delay viewers.
    expect(longest).toBeLessThan(90_000);
    // A loss before the first packet cannot be detected: sequence numbers begin anywhere.
    if (stream.lost === null || stream.lost === 0) return;
    const left = received(stream);
    // No picture is incomplete, none was not coded, and the order is preserved.
    expect(coded.filter((one) => left.shown.includes(one))).toEqual(left.shown);
    const packets = packetsOf(stream);
    const hit = packets[stream.lost]?.picture;
    const isSetLost = stream.sets === 'band' && hit === 0;
    if (hit === undefined || isSetLost) return;
    // The lost packet may have belonged to the previous picture as well.
    const before = coded.slice(0, Math.max(0, hit - 1));
    const keys = coded.map((_, n) => n).filter((n) => n % stream.keyEvery === 0);
    const nextKey = keys.find((n) => n > hit) ?? coded.length;
    expect(left.shown).toEqual(expect.arrayContaining([...before, ...coded.slice(nextKey)]));
  });
  fc.assert(run, { numRuns: 150 });
});

it('a marker that has been correct for a while ends a picture at once, and if it is then wrong, only one picture is affected', () => {
  const step = (n: number) => n * STEP;
  const key = (n: number) => slice(n % 10 === 0 ? nalType.idr : OTHER_SLICE, true, n, 20);
  for (let n = 0; n < 60; n += 1) send(key(n), step(n), { isLast: true });
  expect(pictures).toHaveLength(60);
  send(key(60), step(60), { isLast: true });
  send(slice(nalType.idr, false, 60, 20), step(60), { isLast: true });
  for (let n = 61; n < 75; n += 1) {
    send(key(n), step(n), { isLast: true });
    send(slice(n % 10 === 0 ? nalType.idr : OTHER_SLICE, false, n, 20), step(n), { isLast: true });
  }
  expect(pictures.slice(61).map(({ data }) => unpack(data, 4)?.map((one) => one.at(-1)))).toEqual([70, 71, 72, 73].map((n) => [n, n]));
});
