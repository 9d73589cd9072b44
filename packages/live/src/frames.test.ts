import fc from 'fast-check';
import mqttPacket from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { createPacketGuard, publishPacket } from './frames.ts';

const TOPIC = 'lookout/newFire/阿坝';
const reference = (payload: Buffer) => mqttPacket.generate({ cmd: 'publish', topic: TOPIC, payload, qos: 0, dup: false, retain: false });

it('encodes as the library does at every step of the length field', () => {
  const head = 2 + Buffer.byteLength(TOPIC);
  for (const remaining of [head, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152]) {
    const payload = Buffer.alloc(remaining - head, 'x');
    expect(publishPacket(TOPIC, payload).equals(reference(payload))).toBe(true);
    expect(publishPacket(TOPIC, payload.toString()).equals(reference(payload))).toBe(true);
  }
});

it('counts bytes, not characters, and accepts a view of a buffer', () => {
  const text = '汶川县 有烟 🔥';
  expect(publishPacket(TOPIC, text).equals(reference(Buffer.from(text)))).toBe(true);
  const part = new Uint8Array(Buffer.from(`__${text}__`).subarray(2, -2));
  expect(publishPacket(TOPIC, part).equals(reference(Buffer.from(text)))).toBe(true);
});

const publishOf = (bodyBytes: number): Buffer =>
  mqttPacket.generate({ cmd: 'publish', topic: 'a', payload: Buffer.alloc(bodyBytes - 3), qos: 0, dup: false, retain: false });

describe('packet guard', () => {
  it('packets up to the limit pass, however they are split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 3, max: 300 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
        (sizes, steps) => {
          const bytes = Buffer.concat(sizes.map(publishOf));
          const passes = createPacketGuard(300);
          for (let at = 0, i = 0; at < bytes.length; i += 1) {
            const step = steps[i % steps.length] ?? 1;
            if (!passes(bytes.subarray(at, at + step))) return false;
            at += step;
          }
          return true;
        },
      ),
    );
  });

  it('a packet over the limit is rejected at its header, before its body is buffered', () => {
    expect(createPacketGuard(300)(publishOf(301).subarray(0, 3))).toBe(false);
    expect(createPacketGuard(300)(Buffer.concat([publishOf(300), publishOf(10), publishOf(301)]))).toBe(false);
  });

  it('a length of more than four bytes is malformed', () => {
    expect(createPacketGuard(2 ** 30)(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(false);
  });
});
