import mqttPacket from 'mqtt-packet';
import { expect, it } from 'vitest';
import { publishPacket } from './publish-packet.ts';

const TOPIC = 'lookout/newFire/阿坝';
const reference = (payload: Buffer) => mqttPacket.generate({ cmd: 'publish', topic: TOPIC, payload, qos: 0, dup: false, retain: false });

it('says the same as the library at every step of the length', () => {
  const head = 2 + Buffer.byteLength(TOPIC);
  for (const remaining of [head, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152]) {
    const payload = Buffer.alloc(remaining - head, 'x');
    expect(publishPacket(TOPIC, payload).equals(reference(payload))).toBe(true);
    expect(publishPacket(TOPIC, payload.toString()).equals(reference(payload))).toBe(true);
  }
});

it('counts bytes, not characters, and takes a part of a buffer as it is', () => {
  const text = '汶川县 有烟 🔥';
  expect(publishPacket(TOPIC, text).equals(reference(Buffer.from(text)))).toBe(true);
  const part = new Uint8Array(Buffer.from(`__${text}__`).subarray(2, -2));
  expect(publishPacket(TOPIC, part).equals(reference(Buffer.from(text)))).toBe(true);
});
