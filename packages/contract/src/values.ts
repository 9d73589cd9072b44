// Values on the wire that need no schema: times, addresses of files, and the fixed texts of the specification.

const BEIJING_TEXT = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;
const ISO_TEXT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Parses `YYYY-MM-DD HH:mm:ss` as Beijing time, or ISO 8601 with an offset. null: neither, or a time that does not exist. */
export function parseTime(value: string): Date | null {
  const local = BEIJING_TEXT.exec(value);
  if (local) {
    const [, y, mo, d, h, mi, s = '00'] = local;
    const date = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}+08:00`);
    // Date rolls 02-31 over into March; a time that does not format back to the same text does not exist.
    return !Number.isNaN(date.getTime()) && formatTime(date) === `${y}-${mo}-${d} ${h}:${mi}:${s}` ? date : null;
  }
  if (!ISO_TEXT.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

const BEIJING_AHEAD_MS = 8 * 3_600_000;

// Cache: a list contains few different times, such as one arrival for a whole file or one overpass for a thousand rows.
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

/** The inverse of `formatTime`, cached as well. Any other text gives an Invalid Date. */
export function readTime(text: string): Date {
  let ms = readBefore.get(text);
  if (ms === undefined) {
    ms = Date.parse(`${text.replace(' ', 'T')}+08:00`);
    if (readBefore.size >= MOST_REMEMBERED) readBefore.clear();
    readBefore.set(text, ms);
  }
  return new Date(ms);
}

// Addresses of stored files.

const FOLDER = '/files/';

/** The address of an upload. */
export const fileUrl = (uploadId: string): string => `${FOLDER}${uploadId}`;

/** The uploads at these addresses; null: there is none. */
export const uploadsAt = (urls: readonly (string | null)[]): string[] =>
  urls.flatMap((url) => (url === null ? [] : [url.startsWith(FOLDER) ? url.slice(FOLDER.length) : url]));

// Values of the specification that are Chinese in every language. Pages have their own texts.

/** `dayOfWeek`, Sunday first. */
export const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const;

/** `systemName` of a login. */
export const SYSTEM_NAME = '林火瞭望';

/** `alarmType` of the alarm created by pushing a smoke detector's alarm. */
export const PUSHED_SMOKE_TYPE = '烟感报警';
