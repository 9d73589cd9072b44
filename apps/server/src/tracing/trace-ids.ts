// Derives the trace and span of a change from data that every server receives anyway, so that public messages need no field for it
// (decision 0055).
import { createHash } from 'node:crypto';

const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TRACE_ID = /^[\da-f]{32}$/;

/**
 * The trace of a call, or of a change without a call. A UUID, such as our own ids, and a trace id are used unchanged, so that a trace can
 * be found by the id in the log; anything else is hashed.
 * @param name `X-Request-Id` of the call, or the alarm's id
 * @returns 32 lower-case hexadecimal digits (W3C Trace Context, `trace-id`)
 */
export function traceIdOf(name: string): string {
  const lower = name.toLowerCase();
  const plain = UUID.test(lower) ? lower.replaceAll('-', '') : lower;
  return TRACE_ID.test(plain) && !isZero(plain) ? plain : digits(name, TRACE_DIGITS);
}

/**
 * The span id of a message's publication: the same at all servers, which put their spans below it. @param seq the sequence number in the
 * log
 */
export const publicationIdOf = (traceId: string, seq: number): string => digits(`${traceId} ${seq}`, SPAN_DIGITS);

const isZero = (id: string): boolean => /^0+$/.test(id);

/** All zeros mean "none" in W3C Trace Context; no text is known whose hash begins with so many. */
const digits = (text: string, count: number): string => createHash('sha256').update(text).digest('hex').slice(0, count);
