// Keys of alarms: UUID version 7 (RFC 9562 §5.7), so that what arrives later sorts later and the index grows at its end.
import { randomFillSync } from 'node:crypto';

/**
 * The ids of alarms stored together: `at(n)` is the first one plus n (RFC 9562 §6.2, method 2), so that a first and a last id name them all.
 * @param now the first 48 bits, milliseconds since 1970; the rest is random.
 */
export interface AlarmIds {
  at(n: number): string;
  /** The same as sixteen bytes: the first twelve, and the last four as a number. */
  readonly head: Uint8Array;
  tail(n: number): number;
}

const bytes = new Uint8Array(16);
const view = new DataView(bytes.buffer);

export function alarmIds(now: Date): AlarmIds {
  randomFillSync(bytes);
  const ms = now.getTime();
  view.setUint32(0, Math.floor(ms / 0x1_0000));
  view.setUint16(4, ms % 0x1_0000);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Buffer.from(bytes.buffer).toString('hex');
  const head = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 24)}`;
  // Half of the last 32 bits is left to count in: a run never carries into the bits before.
  const first = view.getUint32(12) >>> 1;
  return { at: (n) => head + (first + n).toString(16).padStart(8, '0'), head: bytes.slice(0, 12), tail: (n) => first + n };
}

/** How far an id lies behind the first one of its run. */
export const placeInRun = (id: string, first: string): number => Number.parseInt(id.slice(28), 16) - Number.parseInt(first.slice(28), 16);
