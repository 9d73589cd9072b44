// Moments as they travel: Beijing time as text. Apart from the schemas, because the first page reads times and judges nothing.

const BEIJING_TEXT = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;
const ISO_TEXT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Reads `YYYY-MM-DD HH:mm:ss` as Beijing time, or ISO 8601 with an offset; null when it is neither or names no real moment. */
export function parseTime(value: string): Date | null {
  const local = BEIJING_TEXT.exec(value);
  if (local) {
    const [, y, mo, d, h, mi, s = '00'] = local;
    const date = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}+08:00`);
    // Date rolls 02-31 over into March; a moment that does not print back as it was written does not exist.
    return !Number.isNaN(date.getTime()) && formatTime(date) === `${y}-${mo}-${d} ${h}:${mi}:${s}` ? date : null;
  }
  if (!ISO_TEXT.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

const BEIJING_AHEAD_MS = 8 * 3_600_000;

// A list says the same few times over and over: one arrival for a whole file, one overpass for a thousand rows.
const MOST_REMEMBERED = 1_000;
const remembered = new Map<number, string>();

/** `YYYY-MM-DD HH:mm:ss` in Beijing time (UTC+8, no summer time). */
export function formatTime(date: Date): string {
  const ms = date.getTime();
  const known = remembered.get(ms);
  if (known !== undefined) return known;
  const text = new Date(ms + BEIJING_AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ');
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(ms, text);
  return text;
}

const readBefore = new Map<string, number>();

/** The moment that `formatTime` wrote; fast, because a list says the same few times over and over. What is no time is an Invalid Date. */
export function readTime(text: string): Date {
  let ms = readBefore.get(text);
  if (ms === undefined) {
    ms = Date.parse(`${text.replace(' ', 'T')}+08:00`);
    if (readBefore.size >= MOST_REMEMBERED) readBefore.clear();
    readBefore.set(text, ms);
  }
  return new Date(ms);
}
