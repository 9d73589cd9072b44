// The description a camera gives of its stream (SDP, RFC 8866): the one video track and its H.264 parameters (RFC 6184, 8.2.1).

export interface VideoTrack {
  /** As the camera names it: H264, H265, JPEG … */
  readonly encoding: string;
  readonly payloadType: number;
  readonly clockRate: number;
  /** Relative or absolute address of the track. */
  readonly control: string;
  readonly parameterSets: readonly Buffer[];
}

/** The first video track; null when there is none. */
export function videoTrackOf(sdp: string): VideoTrack | null {
  const lines = sdp.split(/\r?\n/);
  const begin = lines.findIndex((line) => line.startsWith('m=video'));
  if (begin < 0) return null;
  const next = lines.findIndex((line, i) => i > begin && line.startsWith('m='));
  const section = lines.slice(begin, next < 0 ? undefined : next);
  const payloadType = Number(section[0]?.split(' ')[3]);
  const value = (pattern: RegExp): string | undefined =>
    section.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
  const [encoding = 'unknown', rate] = (value(new RegExp(`^a=rtpmap:${payloadType} (.+)$`)) ?? staticEncoding[payloadType] ?? '').split(
    '/',
  );
  const sets = value(/sprop-parameter-sets=([^;\s]+)/)?.split(',') ?? [];
  return {
    encoding: encoding.trim() || 'unknown',
    payloadType,
    clockRate: Number(rate) || 90_000,
    control: value(/^a=control:(.+)$/)?.trim() ?? '',
    parameterSets: sets.map((set) => Buffer.from(set, 'base64')),
  };
}

/** Payload types that need no rtpmap (RFC 3551). */
const staticEncoding: Readonly<Record<number, string>> = { 26: 'JPEG/90000', 32: 'MPV/90000' };
