// What a camera's packets may not do: show half a picture, or fill the memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type Pattern, testPattern } from '../../testing/test-pattern.ts';
import type { Picture } from '../picture.ts';
import { nalType } from './h264.ts';
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
const shown = () => pictures.map(({ dts, isKey }) => ({ dts, isKey }));

it('a keyframe of which one slice of several was lost is not shown, nor what follows until a whole one', () => {
  send(unit(nalType.idr), 0);
  send(unit(nalType.idr), 0, { isLost: true });
  send(unit(nalType.idr), 0, { isLast: true });
  send(unit(OTHER_SLICE), 3_600, { isLast: true });
  expect(pictures).toEqual([]);
  send(unit(nalType.idr), 7_200, { isLast: true });
  send(unit(OTHER_SLICE), 10_800, { isLast: true });
  expect(shown()).toEqual([
    { dts: 7_200, isKey: true },
    { dts: 10_800, isKey: false },
  ]);
});

it('a picture of which the end was lost is not shown', () => {
  send(unit(nalType.idr), 0, { isLast: true });
  send(unit(OTHER_SLICE), 3_600);
  send(unit(OTHER_SLICE), 3_600, { isLost: true, isLast: true });
  send(unit(OTHER_SLICE), 7_200, { isLast: true });
  expect(shown()).toEqual([{ dts: 0, isKey: true }]);
});

it.each([
  ['large units', unit(OTHER_SLICE, 60_000), 1_500],
  ['units of one byte', unit(OTHER_SLICE, 1), 500_000],
  ['fragments of one byte', Buffer.from([0x60 | 28, OTHER_SLICE, 1]), 500_000],
])('a camera that never ends its picture fills no memory: %s', (_, payload, count) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    // V8 frees array buffers beside the program after a collection; the next one waits until it has done so.
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
  // And its next whole picture is shown.
  send(unit(nalType.idr), 7_200, { isLast: true });
  expect(shown()).toEqual([
    { dts: 0, isKey: true },
    { dts: 7_200, isKey: true },
  ]);
});

it('parameter sets of megabytes are none', () => {
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
  expect([codecs, pictures]).toEqual([0, []]);
});
