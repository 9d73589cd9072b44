// Sends a report, a task step or positions. Photos are sent first, then the entry with its idempotency key, so that a retry creates no
// duplicate.

import { CallFailed, type Client } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { writePointing } from '@lookout/features/alarm/pointing.wire.ts';
import { writeRangerPosition } from '@lookout/features/ranger/ranger.wire.ts';
import type { MessageEntry } from '@lookout/features/ranger-message/ranger/own-message-log.ts';
import type { SosEntry } from '@lookout/features/sos/ranger/own-sos.ts';
import type { Step } from '@lookout/features/task/ranger/own-tasks.ts';
import type { StoredPosition } from './position/position-log.ts';
import type { DraftPhoto, Fix, Report } from './report.ts';
import type { Verdict } from './verdict.ts';

interface Uploaded {
  readonly id: string;
  /** Where the photo was taken according to its EXIF data, degrees WGS84. */
  readonly taken: { readonly lng: number; readonly lat: number } | null;
}

/** An upload in flight is awaited, not started again. */
export type Upload = (photo: DraftPhoto) => Promise<Uploaded>;

/** On a bad connection there may be neither an answer nor an error. After this time the attempt is aborted and the report stays queued. */
const PHOTO_TIMEOUT_MS = 120_000;
const REPORT_TIMEOUT_MS = 60_000;
/** No interceptor messages: the queue shows its own state on the page. */
const QUIET = { silent: true, occasion: 'background' } as const;

/** @param timeout `AbortSignal.timeout` */
export function createUpload(client: Client, timeout: (ms: number) => AbortSignal): Upload {
  const running = new Map<string, Promise<Uploaded>>();
  const post = async (photo: DraftPhoto): Promise<Uploaded> => {
    const form = new FormData();
    form.append('file', photo.blob, photo.name);
    const { id, longitude, latitude } = await client.photo.upload({ form, signal: timeout(PHOTO_TIMEOUT_MS), ...QUIET });
    return { id, taken: longitude === null || latitude === null ? null : { lng: longitude, lat: latitude } };
  };
  return (photo) => {
    const started = running.get(photo.key) ?? post(photo).finally(() => running.delete(photo.key));
    running.set(photo.key, started);
    return started;
  };
}

interface Sender {
  readonly client: Client;
  readonly upload: Upload;
  readonly timeout: (ms: number) => AbortSignal;
  /** This phone's clock and the estimated server clock, epoch milliseconds. */
  readonly phoneNow: () => number;
  readonly serverNow: () => number;
  /** The source of the position, for the officer who reads the report. */
  readonly positionNote: (fix: Fix | null) => string;
}

/**
 * @param onUploaded called for each uploaded photo, so that a retry skips it
 * @returns the alarm's id
 * @throws CallFailed when a photo or the report was refused; AbortError when no answer came in time
 */
export async function sendReport(
  sender: Sender,
  report: Report,
  onUploaded: (photoKey: string, uploadId: string) => void,
): Promise<string> {
  const pictures: string[] = [];
  for (const photo of report.photos) {
    const id = photo.uploadId ?? (await sender.upload(photo)).id;
    if (photo.uploadId === null) onUploaded(photo.key, id);
    pictures.push(id);
  }
  const { id } = await sender.client.alarm.createReport({
    body: {
      longitude: report.lng,
      latitude: report.lat,
      accuracy: report.fix?.source === 'phone' ? report.fix.accuracyMetres : null,
      pointing: report.fix?.source === 'pointed' ? writePointing(report.fix.pointing) : null,
      reportTime: formatTime(new Date(writtenByServerClock(report.writtenAt, sender.phoneNow(), sender.serverNow()))),
      description: report.description === '' ? null : report.description,
      comment: sender.positionNote(report.fix),
      reporterPhone: report.phone === '' ? null : report.phone,
      pictures,
    },
    headers: { 'idempotency-key': report.key },
    signal: sender.timeout(REPORT_TIMEOUT_MS),
    ...QUIET,
  });
  return id;
}

/** A phone's clock may be wrong by days, so only the age of the entry is used; it is never negative. */
export const writtenByServerClock = (writtenAt: number, phoneNow: number, serverNow: number): number =>
  serverNow - Math.max(0, phoneNow - writtenAt);

const STEP_TIMEOUT_MS = 60_000;

/**
 * Sends a step of a task.
 * @param onUploaded called for each uploaded photo, so that a retry skips it
 * @returns the step's id
 * @throws CallFailed when a photo or the step was refused; AbortError when no answer came in time
 */
export async function sendStep(
  { client, upload, timeout, phoneNow, serverNow }: Omit<Sender, 'positionNote'>,
  step: Step,
  onUploaded: (photoKey: string, uploadId: string) => void,
): Promise<string> {
  const photos: string[] = [];
  for (const photo of step.photos) {
    const id = photo.uploadId ?? (await upload(photo)).id;
    if (photo.uploadId === null) onUploaded(photo.key, id);
    photos.push(id);
  }
  const { id } = await client.task.taskProgress({
    body: {
      taskId: step.taskId,
      state: step.state,
      text: step.text === '' ? null : step.text,
      photos,
      position: step.position,
      at: new Date(writtenByServerClock(step.writtenAt, phoneNow(), serverNow())),
    },
    headers: { 'idempotency-key': step.key },
    signal: timeout(STEP_TIMEOUT_MS),
    silent: true,
    occasion: 'background',
  });
  return id;
}

const MESSAGE_TIMEOUT_MS = 30_000;

/**
 * Sends a message to the desk. The server identifies it by its id, so that a retry after a lost answer changes nothing.
 * @returns its id
 * @throws CallFailed when it was refused; AbortError when no answer came in time
 */
export async function sendMessage(
  { client, timeout, phoneNow, serverNow }: Pick<Sender, 'client' | 'timeout' | 'phoneNow' | 'serverNow'>,
  { messageId, fireId, content, writtenAt }: MessageEntry,
): Promise<string> {
  const body = { id: messageId, fireId, content, writtenAt: new Date(writtenByServerClock(writtenAt, phoneNow(), serverNow())) };
  return (await client.rangerMessage.sendOwnMessage({ body, signal: timeout(MESSAGE_TIMEOUT_MS), ...QUIET })).id;
}

/** Short, because on a bad connection a new attempt is better than waiting for this one. */
const SOS_TIMEOUT_MS = 15_000;

/**
 * Sends an act on an SOS. The server identifies it by its id, so that a retry after a lost answer changes nothing.
 * @returns the id of the SOS
 * @throws CallFailed when it was refused; AbortError when no answer came in time
 */
export async function sendSos(
  { client, timeout, phoneNow, serverNow }: Pick<Sender, 'client' | 'timeout' | 'phoneNow' | 'serverNow'>,
  entry: SosEntry,
): Promise<string> {
  const options = { signal: timeout(SOS_TIMEOUT_MS), ...QUIET };
  const byServerClock = (at: number) => new Date(writtenByServerClock(at, phoneNow(), serverNow()));
  const id = entry.sosId;
  if (entry.what === 'cancel') return (await client.sos.cancelSos({ body: { id, reason: entry.reason }, ...options })).id;
  const place = entry.place && { ...entry.place, foundAt: byServerClock(entry.place.foundAt.getTime()) };
  if (entry.what === 'raise')
    return (await client.sos.raiseSos({ body: { id, place, raisedAt: byServerClock(entry.writtenAt) }, ...options })).id;
  if (place === null) throw new Error('a position to add, without one');
  return (await client.sos.locateSos({ body: { id, place }, ...options })).id;
}

const POSITIONS_TIMEOUT_MS = 60_000;

/**
 * Sends a batch of positions, each with its own time. A row that the server refuses (no fix, a clock far ahead) would be refused again.
 * @param onNewest called with the reason why the newest position was not accepted as the ranger's location; null: it was
 * @returns how long to wait before the next position, milliseconds, which the server sets by the operating mode; null: the server sets none
 * @throws CallFailed when the batch was refused; AbortError when no answer came in time
 */
export async function sendPositions(
  client: Client,
  positions: readonly StoredPosition[],
  timeout: (ms: number) => AbortSignal,
  onNewest: (notTaken: string | null) => void = () => undefined,
): Promise<number | null> {
  const {
    nextAfterMilliseconds,
    rejected,
    storedOnly = [],
  } = await client.ranger.position({
    body: positions.map(({ owner, at, lng, lat, accuracyMetres = null }) =>
      writeRangerPosition({ userId: owner, position: { lng, lat }, at: new Date(at), accuracyMetres }),
    ),
    signal: timeout(POSITIONS_TIMEOUT_MS),
    silent: true,
    occasion: 'background',
  });
  onNewest([...rejected, ...storedOnly].find(({ index }) => index === positions.length - 1)?.reason ?? null);
  return nextAfterMilliseconds ?? null;
}

const TOO_MANY = 429;
/** §8: a business refusal inside an HTTP 200, not a fault of the server. */
const BUSINESS_REFUSAL = 501;

/** @throws any error that is not a failed call: a bug must not look like a bad connection */
export function verdictOf(error: unknown): Verdict {
  // Aborted because no answer came in time.
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError'))
    return { kind: 'later', why: 'line' };
  if (!(error instanceof CallFailed)) throw error;
  const { outcome } = error;
  switch (outcome.kind) {
    case 'line-lost':
      return { kind: 'later', why: 'line' };
    case 'logged-out':
      return { kind: 'later', why: 'session' };
    // This server answers HTTP 400 only to an unreadable login, so the reply came from a proxy in between.
    case 'warning':
      return { kind: 'later', why: 'busy' };
    case 'error': {
      const { code } = outcome;
      const passes = code === TOO_MANY || code < 200 || (code >= 500 && code !== BUSINESS_REFUSAL);
      return passes ? { kind: 'later', why: 'busy' } : { kind: 'refused', message: outcome.message, fields: error.fields };
    }
  }
}
