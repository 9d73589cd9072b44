// H.264 in RTP packets (RFC 3550, RFC 6184): a NAL unit that fits is one packet, a larger one is fragmented (FU-A).
import type { AccessUnit } from '../feed.ts';

export const PAYLOAD_TYPE = 96;
const HEADER = 12;
const VERSION_2 = 0x80;
const MARKER = 0x80;
const FU_A = 28;
const FU_START = 0x80;
const FU_END = 0x40;
/** Fits an Ethernet frame, as viewers expect, although it is sent over TCP. */
export const MOST_PAYLOAD = 1_400;

export interface RtpStream {
  /** The sequence number of the next packet. */
  sequence: number;
  readonly source: number;
  /** Added to every timestamp. */
  readonly offset: number;
}

/** The packets of one picture, the last one marked; advances the sequence number. @param marksAll the last of each unit is marked, as some cameras do */
export function rtpPacketsOf(
  stream: RtpStream,
  { nals, ticks }: Pick<AccessUnit, 'nals' | 'ticks'> & Partial<AccessUnit>,
  marksAll = false,
): Buffer[] {
  const payloads = nals.flatMap((nal, unit) => {
    const parts = payloadsOf(nal);
    return parts.map((payload, n) => ({ payload, isLast: n === parts.length - 1 && (marksAll || unit === nals.length - 1) }));
  });
  return payloads.map(({ payload, isLast }) => {
    const packet = Buffer.allocUnsafe(HEADER + payload.length);
    packet[0] = VERSION_2;
    packet[1] = PAYLOAD_TYPE | (isLast ? MARKER : 0);
    packet.writeUInt16BE(stream.sequence, 2);
    packet.writeUInt32BE(rtpTime(stream, ticks), 4);
    packet.writeUInt32BE(stream.source, 8);
    payload.copy(packet, HEADER);
    stream.sequence = (stream.sequence + 1) & 0xffff;
    return packet;
  });
}

const rtpTime = ({ offset }: RtpStream, ticks: number): number => (offset + ticks) % 2 ** 32;

function payloadsOf(nal: Buffer): Buffer[] {
  if (nal.length <= MOST_PAYLOAD) return [nal];
  const [head = 0] = nal;
  const most = MOST_PAYLOAD - 2;
  const parts = Math.ceil((nal.length - 1) / most);
  return Array.from({ length: parts }, (_, n) => {
    const body = nal.subarray(1 + n * most, 1 + (n + 1) * most);
    const flags = (n === 0 ? FU_START : 0) | (n === parts - 1 ? FU_END : 0);
    // Indicator: nal_ref_idc and type FU-A; header: the unit's own type.
    return Buffer.concat([Buffer.of((head & 0xe0) | FU_A, flags | (head & 0x1f)), body]);
  });
}
