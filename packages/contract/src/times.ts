// Times in replies: `Date` in the domain, `YYYY-MM-DD HH:mm:ss` in JSON. Which fields are times follows from the schema of a reply
// (time-places.ts); pages get the result at build time and load no schema.
import { formatTime, readTime } from './values.ts';

/** Where the times of a value are: the value itself, or its fields by name (`*`: every item of an array, every value of a record). */
export type TimePlaces = true | { readonly [name: string]: TimePlaces };

export const EVERY_ITEM = '*';

/** A copy of the value with its times as text. */
export const writeTimes = (places: TimePlaces | null, value: unknown): unknown =>
  mapTimes(places, value, (time) => formatTime(time as Date));

/** The inverse of `writeTimes`, to the second. */
export const readTimes = (places: TimePlaces | null, value: unknown): unknown =>
  mapTimes(places, value, (text) => readTime(text as string));

function mapTimes(places: TimePlaces | null, value: unknown, map: (time: unknown) => unknown): unknown {
  if (places === null || value === null || value === undefined) return value;
  if (places === true) return map(value);
  const { [EVERY_ITEM]: ofItems, ...ofFields } = places;
  if (Array.isArray(value)) return ofItems === undefined ? value : value.map((item) => mapTimes(ofItems, item, map));
  const copy: Record<string, unknown> = { ...value };
  if (ofItems !== undefined) for (const [name, item] of Object.entries(copy)) copy[name] = mapTimes(ofItems, item, map);
  for (const [name, inner] of Object.entries(ofFields)) if (name in copy) copy[name] = mapTimes(inner, copy[name], map);
  return copy;
}
