// HLS (RFC 8216) in memory: fragmented MP4, segments of 1–2 s, the newest six. Created only while a player requests it.
import { fragment, movieHead } from '../mp4.ts';
import { CLOCK, type VideoCodec } from '../picture.ts';

/** A picture on the channel's continuous timeline. */
export interface PlacedPicture {
  readonly dts: number;
  readonly pts: number;
  readonly isKey: boolean;
  readonly data: Buffer;
}

const MOST_SEGMENTS = 6;
const TARGET_SECONDS = 2;
/** A segment is cut at the first keyframe after SHORTEST, or at the target length. The very first is cut after FIRST, for a fast start. */
const SHORTEST = 0.9 * CLOCK;
const FIRST = 0.4 * CLOCK;

interface Segment {
  readonly number: number;
  readonly seconds: number;
  readonly head: number;
  readonly body: Buffer;
}

export interface HlsStream {
  codec(codec: VideoCodec): void;
  picture(picture: PlacedPicture): void;
  /** null: the file does not exist yet, or no longer. @param query appended to every file name */
  file(name: string, query: string): { contentType: 'application/vnd.apple.mpegurl' | 'video/mp4'; body: Buffer } | null;
  /** Resolves when the playlist has its first segment. */
  readonly ready: Promise<void>;
}

export function createHls(): HlsStream {
  const heads = new Map<number, Buffer>();
  const segments: Segment[] = [];
  let pending: PlacedPicture[] = [];
  let head = 0;
  let next = 0;
  let headsGone = 0;
  let resolveReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });

  /** @param end end of the last picture; null: unknown, the previous picture's duration is assumed */
  const cut = (end: number | null): void => {
    const first = pending[0];
    if (!first) return;
    const usual = (pending.at(-1)?.dts ?? 0) - (pending.at(-2)?.dts ?? (pending.at(-1)?.dts ?? 0) - CLOCK / 25);
    const last = end ?? (pending.at(-1)?.dts ?? 0) + usual;
    const samples = pending.map((picture, i) => ({ ...picture, durationTicks: (pending[i + 1]?.dts ?? last) - picture.dts }));
    segments.push({ number: next, seconds: (last - first.dts) / CLOCK, head, body: fragment(next + 1, samples) });
    next += 1;
    pending = [];
    if (segments.length > MOST_SEGMENTS) {
      const gone = segments.shift();
      if (gone && gone.head !== segments[0]?.head) {
        heads.delete(gone.head);
        headsGone += 1;
      }
    }
    resolveReady();
  };

  const playlist = (query: string): string => {
    const lines = [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      `#EXT-X-TARGETDURATION:${Math.max(TARGET_SECONDS, ...segments.map(({ seconds }) => Math.round(seconds)))}`,
      `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.number ?? 0}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${headsGone}`,
    ];
    segments.forEach((segment, i) => {
      if (segment.head !== segments[i - 1]?.head) {
        if (i > 0) lines.push('#EXT-X-DISCONTINUITY');
        lines.push(`#EXT-X-MAP:URI="init-${segment.head}.mp4${query}"`);
      }
      lines.push(`#EXTINF:${segment.seconds.toFixed(3)},`, `${segment.number}.m4s${query}`);
    });
    return `${lines.join('\n')}\n`;
  };

  return {
    ready,
    codec(codec) {
      cut(null);
      head += 1;
      heads.set(head, movieHead(codec));
    },
    picture(picture) {
      const first = pending[0];
      if (first) {
        const length = picture.dts - first.dts;
        const isDue =
          length >= TARGET_SECONDS * CLOCK || (picture.isKey && length >= SHORTEST) || (segments.length === 0 && length >= FIRST);
        if (isDue) cut(picture.dts);
      }
      if (pending.length > 0 || picture.isKey || next > 0) pending.push(picture);
    },
    file(name, query) {
      if (name === 'index.m3u8') {
        return segments.length === 0 ? null : { contentType: 'application/vnd.apple.mpegurl', body: Buffer.from(playlist(query)) };
      }
      const number = Number(/^(\d{1,9})\.m4s$/.exec(name)?.[1] ?? Number.NaN);
      const body =
        segments.find((segment) => segment.number === number)?.body ??
        heads.get(Number(/^init-(\d{1,9})\.mp4$/.exec(name)?.[1] ?? Number.NaN));
      return body ? { contentType: 'video/mp4', body } : null;
    },
  };
}
