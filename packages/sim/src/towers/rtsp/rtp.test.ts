import { expect, test } from 'vitest';
import { MOST_PAYLOAD, rtpPacketsOf } from './rtp.ts';

const stream = () => ({ sequence: 65_535, source: 7, offset: 2 ** 32 - 100 });

test('a small unit is one packet, a large one is fragmented; sequence numbers wrap, and the last packet of a picture is marked', () => {
  const small = Buffer.of(0x67, 1, 2, 3);
  const large = Buffer.alloc(3 * MOST_PAYLOAD, 9);
  large[0] = 0x65;
  const packets = rtpPacketsOf(stream(), { nals: [small, large], isKeyframe: true, ticks: 150 });
  expect(packets.map((packet) => packet.readUInt16BE(2))).toEqual([65_535, 0, 1, 2, 3]);
  expect(packets.map((packet) => packet.readUInt32BE(4))).toEqual([50, 50, 50, 50, 50]);
  expect(packets.map((packet) => (packet[1] as number) >> 7)).toEqual([0, 0, 0, 0, 1]);
  expect(packets[0]?.subarray(12)).toEqual(small);
  const fragments = packets.slice(1).map((packet) => packet.subarray(12));
  // Indicator: nal_ref_idc and type 28; header: start bit, none, end bit, and the unit's own type 5.
  expect(fragments.map(([indicator, header]) => [indicator, header])).toEqual([
    [0x7c, 0x85],
    [0x7c, 0x05],
    [0x7c, 0x05],
    [0x7c, 0x45],
  ]);
  expect(Buffer.concat([Buffer.of(0x65), ...fragments.map((fragment) => fragment.subarray(2))])).toEqual(large);
  expect(packets.every((packet) => packet.length <= MOST_PAYLOAD + 12)).toBe(true);
});
