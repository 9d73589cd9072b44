// RTP packets of H.264 (RFC 3550, RFC 6184 packetization mode 1) → pictures.
import { CLOCK, type Picture, type VideoCodec } from '../picture.ts';
import { codecOf, nalType, pack, typeOf } from './h264.ts';

/** More than any 4K keyframe; a larger picture means an invalid stream. */
const MOST_BYTES = 8 << 20;
/** What a unit or a fragment of a few bytes takes of the memory besides: a picture of millions of them is too large as well. */
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
}

/** After a lost packet, pictures are dropped until the next keyframe: incomplete pictures are never shown. */
export function createDepacketizer(options: DepacketizerOptions): Depacketizer {
  let nals: Buffer[] = [];
  let bytes = 0;
  let fragments: Buffer[] = [];
  let fragmentBytes = 0;
  let timestamp: number | null = null;
  let sequence: number | null = null;
  let ticks = 0;
  let lastDts = -1;
  /** Of the picture under way. */
  let isIncomplete = false;
  let isBroken = true; // until the first keyframe
  let sps: Buffer | null = null;
  let pps: Buffer | null = null;
  let current: VideoCodec | null = null;

  const reportCodec = (): void => {
    const codec = sps && pps && codecOf(sps, pps);
    if (!codec || current?.avcC.equals(codec.avcC)) return;
    current = codec;
    options.codec(codec);
  };

  const nal = (unit: Buffer): void => {
    const type = typeOf(unit);
    if (type === nalType.sps) sps = Buffer.from(unit);
    else if (type === nalType.pps) pps = Buffer.from(unit);
    else if (type !== nalType.delimiter) {
      bytes += unit.length + UNIT_BYTES;
      // Cameras that neither set the marker nor change the time never end a picture.
      if (bytes > MOST_BYTES) lost();
      else nals.push(unit);
    }
  };

  const flush = (): void => {
    const [units, isWhole] = [nals, !isIncomplete];
    [nals, bytes, fragments, isIncomplete] = [[], 0, [], false];
    if (units.length === 0) return;
    const isKey = units.some((unit) => typeOf(unit) === nalType.idr);
    if (isKey && isWhole) {
      isBroken = false;
      reportCodec();
    }
    if (isBroken || !current) return;
    // RTP carries only the presentation time. Cameras send pictures in order; if one does not, its picture is delayed by one tick.
    const pts = Math.round((ticks * CLOCK) / options.clockRate);
    const dts = Math.max(lastDts + 1, pts);
    lastDts = dts;
    options.picture({ dts, pts, isKey, data: pack(units) });
  };

  const lost = (): void => {
    [nals, bytes, fragments, isIncomplete, isBroken] = [[], 0, [], true, true];
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

  for (const set of options.parameterSets) if (set.length > 0) nal(set);

  return {
    packet(packet) {
      const view = readRtp(packet);
      if (!view || view.payloadType !== options.payloadType) return false;
      const isGap = sequence !== null && view.sequence !== ((sequence + 1) & 0xffff);
      if (isGap) lost();
      if (timestamp !== null && view.timestamp !== timestamp) {
        flush(); // some cameras omit the marker bit
        // 32-bit difference with wrap-around; negative when pictures arrive out of order.
        ticks += (view.timestamp - timestamp) | 0;
      }
      timestamp = view.timestamp;
      // What is missing may be the end of the one picture or the beginning of the next.
      if (isGap) lost();
      sequence = view.sequence;
      if (view.payload.length > 0) payload(view.payload);
      if (view.isLast) flush();
      return true;
    },
  };
}

/** Null when it is not an RTP packet. */
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
