// RTP packets of H.264 (RFC 3550, RFC 6184 packetization mode 1) → pictures.
import { CLOCK, type Picture, type VideoCodec } from '../picture.ts';
import { codecOf, isFrameOnly, nalType, pack, typeOf } from './h264.ts';

/** Larger than any 4K keyframe; a larger picture means an invalid stream. */
const MOST_BYTES = 8 << 20;
/** Memory overhead of a unit or fragment of a few bytes: a picture of millions of them is too large as well. */
const UNIT_BYTES = 128;
const STAP_A = 24;
const FU_A = 28;

export interface Depacketizer {
  /** @returns false: not an RTP packet of this track */
  packet(packet: Buffer): boolean;
}

export interface DepacketizerOptions {
  readonly payloadType: number;
  readonly clockRate: number;
  readonly parameterSets: readonly Buffer[];
  codec(codec: VideoCodec): void;
  picture(picture: Picture): void;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Slice units. The first slice of a picture begins with the first macroblock (7.3.3): `first_mb_in_slice`, ue(v), is one set bit. */
const SLICES: ReadonlySet<number> = new Set([nalType.slice, nalType.partitionA, nalType.idr]);
const isFirstSlice = (unit: Buffer): boolean => SLICES.has(typeOf(unit)) && ((unit[1] ?? 0) & 0x80) !== 0;
/** Coded data of a picture (table 7-1). */
const isCoded = (type: number): boolean => type >= nalType.slice && type <= nalType.idr;
/** Units that precede the first slice of their picture: after a slice, such a unit begins the next picture (7.4.1.2.3). */
const isBeginning = (type: number): boolean => (type >= nalType.sei && type <= nalType.delimiter) || (type >= 14 && type <= 18);

/** After this many pictures, including two keyframes, in which only the last packet had the marker, the marker ends a picture at once. */
const MARKED_PICTURES = 50;
const MARKED_KEYS = 2;
/**
 * Seconds by which a picture's time may go back (pictures out of order), or run ahead of the time that has passed; a larger difference
 * means another time base.
 */
const MOST_BACK = 1;
const MOST_AHEAD = 3;
const LONGEST_STEP = 10;

/**
 * A picture ends where the next one begins, determined by its units and its time, because cameras omit the marker or set it on every slice.
 * After a lost packet, pictures are dropped until the next keyframe: incomplete pictures are never shown.
 */
export function createDepacketizer(options: DepacketizerOptions): Depacketizer {
  const { clockRate, now = () => performance.now() } = options;
  let nals: Buffer[] = [];
  let bytes = 0;
  let fragments: Buffer[] = [];
  let fragmentBytes = 0;
  let timestamp: number | null = null;
  let sequence: number | null = null;
  let ticks = 0;
  let changedAt = now();
  let lastDts = -1;
  /** For the current picture: whether it has a slice, and how many of its slices begin a picture. Two are the fields of a frame. */
  let hasSlice = false;
  let beginnings = 0;
  let isIncomplete = false;
  /** Whether the previous packet had the marker, and its picture a slice. */
  let wasMarked = false;
  /** Number of pictures and keyframes that the marker ended correctly; null: the marker is unreliable. */
  let marked: { pictures: number; keys: number } | null = { pictures: 0, keys: 0 };
  let isBroken = true; // until the first keyframe
  let sps: Buffer | null = null;
  let pps: Buffer | null = null;
  let fieldsOfFrame = 1;
  let current: VideoCodec | null = null;

  const reportCodec = (): void => {
    const codec = sps && pps && codecOf(sps, pps);
    if (!codec || current?.avcC.equals(codec.avcC)) return;
    current = codec;
    options.codec(codec);
  };

  const flush = (): void => {
    const [units, isWhole] = [nals, hasSlice && !isIncomplete];
    [nals, bytes, isIncomplete, hasSlice, beginnings] = [[], 0, false, false, 0];
    if (!isWhole) return;
    const isKey = units.some((unit) => typeOf(unit) === nalType.idr);
    if (isKey) {
      isBroken = false;
      reportCodec();
    }
    if (marked && wasMarked) marked = { pictures: marked.pictures + 1, keys: marked.keys + (isKey ? 1 : 0) };
    if (isBroken || !current) return;
    // RTP carries only the presentation time. Cameras send pictures in order; if one does not, its picture is delayed by one tick.
    const pts = Math.round((ticks * CLOCK) / clockRate);
    const dts = Math.max(lastDts + 1, pts);
    lastDts = dts;
    options.picture({ dts, pts, isKey, data: pack(units) });
  };

  const lost = (): void => {
    [nals, bytes, fragments, isIncomplete, isBroken] = [[], 0, [], true, true];
  };

  const nal = (unit: Buffer): void => {
    const type = typeOf(unit);
    const isFirst = isFirstSlice(unit);
    if (hasSlice && (isBeginning(type) || (isFirst && (fieldsOfFrame === 1 || beginnings >= fieldsOfFrame)))) flush();
    else if (wasMarked && isCoded(type) && !isFirst) {
      // The marker did not mark an end. If it was treated as one, the picture was split in two.
      marked = null;
      if (!hasSlice) lost();
    }
    // The missing part was the end of the previous picture.
    if (isIncomplete && !hasSlice && nals.length === 0 && (isFirst || type === nalType.delimiter || type === nalType.sps))
      isIncomplete = false;
    wasMarked = false;
    hasSlice ||= isCoded(type);
    beginnings += isFirst ? 1 : 0;
    if (type === nalType.sps) {
      sps = Buffer.from(unit);
      fieldsOfFrame = isFrameOnly(unit) ? 1 : 2;
    } else if (type === nalType.pps) pps = Buffer.from(unit);
    else if (type !== nalType.delimiter) {
      bytes += unit.length + UNIT_BYTES;
      // Some cameras never change the time and never begin a new picture, so their picture never ends.
      if (bytes > MOST_BYTES) lost();
      else nals.push(unit);
    }
  };

  const aggregated = (data: Buffer): void => {
    for (let at = 1; at + 2 <= data.length; ) {
      const end = at + 2 + data.readUInt16BE(at);
      if (end === at + 2 || end > data.length) {
        lost();
        return;
      }
      nal(data.subarray(at + 2, end));
      at = end;
    }
  };

  const fragmented = (data: Buffer): void => {
    const head = data[1] ?? 0;
    if (head & 0x80) {
      fragments = [Buffer.from([((data[0] ?? 0) & 0xe0) | (head & 0x1f)])];
      fragmentBytes = 0;
    }
    fragmentBytes += data.length + UNIT_BYTES;
    if (fragments.length === 0 || fragmentBytes > MOST_BYTES) {
      lost();
      return;
    }
    fragments.push(data.subarray(2));
    if (head & 0x40) nal(Buffer.concat(fragments.splice(0)));
  };

  const payload = (data: Buffer): void => {
    const type = typeOf(data);
    if (type === STAP_A) aggregated(data);
    else if (type === FU_A) fragmented(data);
    else if (type > 0 && type < STAP_A) nal(data);
  };

  /**
   * Advances by the difference to the last time, 32 bits with wrap-around. A time that goes far back, or further ahead than has passed,
   * begins another time base.
   */
  const advance = (from: number, to: number): void => {
    const passed = (now() - changedAt) / 1000;
    const step = ((to - from) | 0) / clockRate;
    const isOther = step < -MOST_BACK || step > passed + MOST_AHEAD;
    ticks += isOther ? Math.round(Math.min(LONGEST_STEP, Math.max(passed, 1 / clockRate)) * clockRate) : (to - from) | 0;
    changedAt = now();
  };

  for (const set of options.parameterSets) if (typeOf(set) === nalType.sps || typeOf(set) === nalType.pps) nal(set);

  return {
    packet(packet) {
      const view = readRtp(packet);
      if (!view || view.payloadType !== options.payloadType) return false;
      if (view.sequence === sequence) return true; // a duplicate
      const isGap = sequence !== null && view.sequence !== ((sequence + 1) & 0xffff);
      if (isGap) lost();
      if (timestamp !== null && view.timestamp !== timestamp) {
        flush();
        wasMarked = false;
        advance(timestamp, view.timestamp);
        // The missing part may be the end of one picture or the beginning of the next.
        if (isGap) lost();
      }
      timestamp = view.timestamp;
      sequence = view.sequence;
      if (view.payload.length > 0) payload(view.payload);
      wasMarked = view.isLast && hasSlice;
      if (wasMarked && !isIncomplete && marked && marked.pictures >= MARKED_PICTURES && marked.keys >= MARKED_KEYS) flush();
      return true;
    },
  };
}

/** null when it is not an RTP packet. */
function readRtp(packet: Buffer) {
  if (packet.length < 12 || (packet[0] ?? 0) >> 6 !== 2) return null;
  const [first, second] = [packet[0] ?? 0, packet[1] ?? 0];
  let begin = 12 + (first & 0x0f) * 4;
  if (first & 0x10) {
    if (begin + 4 > packet.length) return null;
    begin += 4 + packet.readUInt16BE(begin + 2) * 4;
  }
  const end = packet.length - (first & 0x20 ? (packet.at(-1) ?? 0) : 0);
  if (begin > end) return null;
  return {
    payloadType: second & 0x7f,
    isLast: (second & 0x80) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    payload: packet.subarray(begin, end),
  };
}
