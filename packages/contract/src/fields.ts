// Fields that many calls share: texts, numbers, times and codes on the wire, each parsed into its domain type.
import { type GridNo, isFillValue, isWritable, MEASURE_RANGES, type MeasureKind, parseGridNo } from '@lookout/domain';
import { z } from 'zod';
import { LENGTHS } from './bounds.ts';
import { errorCode } from './errors/entry.ts';
import { formatTime, parseTime } from './values.ts';

// zod compiles schemas with eval where allowed; a page's content security policy forbids it and reports even the attempt.
z.config({ ...z.locales.zhCN(), ...('document' in globalThis && { jitless: true }) });

/** Why one of many rows was refused: as a message, and as an error of the catalogue. */
export const whyRefused = {
  reason: z.string(),
  error: z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) }),
};

/** The result of a table that a page imported. Without `apply` it was only checked. */
export const tableReport = z.object({
  received: z.number(),
  accepted: z.number(),
  /** Accepted rows that were new or changed. null: only checked. */
  changed: z.number().nullable(),
  rejected: z.array(z.object({ line: z.number(), column: z.string().nullable(), ...whyRefused })),
});
export type TableReport = z.output<typeof tableReport>;

/** The message of a field that is absent, empty or null. A wrong value has the message of its own rule. */
export const whenMissing = (message: string | undefined) => ({
  error: ({ code, input }: { readonly code?: string | undefined; readonly input?: unknown }) =>
    code === 'invalid_type' && (input === undefined || input === null || input === '') ? message : undefined,
});

/**
 * Text of at most `max` characters (code points, as everywhere) that the store and every output can hold.
 * @param missing the message when there is no text at all
 */
export const text = (max = 500, missing?: string) =>
  z
    .string(whenMissing(missing))
    // Aborts, so that no further rule reads a megabyte.
    .max(max, { abort: true })
    .refine(isWritable, errorCode('text-not-storable'));

export const optionalText = (max = 500) => text(max).nullish();

/** Text that must not be blank. */
export const requiredText = (max: number, message: string) => text(max, message).refine((s) => s.trim() !== '', message);

export const gridNo = z
  .string(errorCode('grid-number-not-text'))
  .max(LENGTHS.gridNo, { error: errorCode('grid-number-digits'), abort: true })
  .refine((s) => parseGridNo(s) !== null, errorCode('grid-number-digits')) as unknown as z.ZodType<GridNo, string>;

/**
 * The grid requested for a list of resources. `gridNoba` is the specification's second name for `gridNo` (§7). It may narrow the scope,
 * never widen it.
 */
export const requestedGrid = { gridNo: gridNo.nullish(), gridNoba: gridNo.nullish() };

const asNumber = (v: unknown): unknown => (typeof v === 'string' && v.trim() !== '' && Number.isFinite(Number(v)) ? Number(v) : v);

/** A number from a query string, a form or JSON. */
export const numeric = (inner: z.ZodNumber = z.number()) => z.preprocess(asNumber, inner);

/**
 * An optional quantity. The values that devices write for "not known" (−999, 65535 …) become null. Any other impossible value is refused.
 */
export const measure = (kind: MeasureKind, message?: string) => {
  const [least, most] = MEASURE_RANGES[kind];
  const range = numeric(z.number(message).min(least, message).max(most, message)).nullish();
  return z.preprocess((sent) => {
    const v = asNumber(sent);
    return typeof v === 'number' && isFillValue(kind, v) ? null : v;
  }, range);
};

/** An optional field for which a form sends an empty text when it is left empty. */
export const leftOut = <S extends z.ZodType>(optional: S) => z.preprocess((v) => (v === '' ? undefined : v), optional);

/** A whole number. Every fault has the same message, which states both limits. */
export const wholeNumber = (least: number, most: number) => {
  const message = errorCode('whole-number-range', { least, most });
  return numeric(z.number(message).int(message).min(least, message).max(most, message));
};

export const longitude = numeric(
  z
    .number(whenMissing(errorCode('longitude-needed')))
    .min(-180, errorCode('longitude-range'))
    .max(180, errorCode('longitude-range')),
);
export const latitude = numeric(
  z
    .number(whenMissing(errorCode('latitude-needed')))
    .min(-90, errorCode('latitude-range'))
    .max(90, errorCode('latitude-range')),
);

/** A position in a request, WGS 84 degrees. */
export const sentPosition = z.object({ lng: longitude, lat: latitude });

/**
 * A time: a `Date` in the program, in JSON `YYYY-MM-DD HH:mm:ss` of Beijing; ISO 8601 with an offset is accepted too, so a caller may send a
 * `Date` as JSON.stringify writes it.
 */
export const time: z.ZodType<Date, Date | string> = z.codec(
  z
    .string()
    .max(LENGTHS.time, { error: errorCode('time-format'), abort: true })
    // Aborts: a rule on the whole object (end after begin) must not run with an invalid time.
    .refine((s) => parseTime(s) !== null, { error: errorCode('time-format'), abort: true }),
  z.date(),
  { decode: (s) => parseTime(s) as Date, encode: formatTime },
);

/** `YYYY-MM-DD`, Beijing time. */
export const day = z
  .string()
  .max(LENGTHS.day, { error: errorCode('day-format'), abort: true })
  .refine((s) => /^\d{4}-\d{2}-\d{2}$/.test(s) && parseTime(`${s} 00:00:00`) !== null, errorCode('day-format'));

/** `YYYY-MM-DD HH:mm:ss`, Beijing time, in replies of the specification's calls. */
export const wireTime = z.string();

/** A key created by the server. Any other text is refused with 422, never by a database error. */
export const id = z.uuid(errorCode('id-format'));

/** 0 or 1 as number or text. */
export const bit = z.preprocess((v) => (v === '0' ? 0 : v === '1' ? 1 : v), z.literal([0, 1]));

/** 1: includes objects of exercises. Otherwise a list has only real alarms, tasks and messages. */
export const withDrills = bit.nullish();

export const paging = {
  pageNo: numeric(z.number().int().min(1).max(1_000_000)).default(1),
  pageSize: numeric(z.number().int().min(1).max(500)).default(20),
};

/** If both are given, their order is checked. */
export const timeWindow = { beginTime: time.nullish(), endTime: time.nullish() };

/** Longest unpaged list. `message` states when it was cut. */
export const LIST_LIMIT = 20_000;
