// Sending a report: photos first, then the report under its key, so that a try repeated after a lost answer makes no second alarm.
import { CallFailed, type Client, type FieldFault } from '@lookout/client';
import { formatTime, writeProgress, writeRangerPosition } from '@lookout/contract';
import type { KeptPosition } from './position/position-log.ts';
import type { DraftPhoto, Fix, Report } from './report.ts';
import type { Step } from './tasks/own-tasks.ts';

interface Uploaded {
  readonly id: string;
  /** Where the photo says it was taken (EXIF), degrees WGS84. */
  readonly taken: { readonly lng: number; readonly lat: number } | null;
}

/** A photo that is on its way is waited for, not sent a second time beside itself. */
export type Upload = (photo: DraftPhoto) => Promise<Uploaded>;

/** On a bad line no answer comes and nothing breaks: after this long the try is given up and the report waits. */
const PHOTO_TIMEOUT_MS = 120_000;
const REPORT_TIMEOUT_MS = 60_000;
/** The queue speaks for itself, in the page. */
const QUIET = { silent: true, occasion: 'background' } as const;

/** @param timeout `AbortSignal.timeout`, handed in */
export function createUpload(client: Client, timeout: (ms: number) => AbortSignal): Upload {
  const running = new Map<string, Promise<Uploaded>>();
  const post = async (photo: DraftPhoto): Promise<Uploaded> => {
    const form = new FormData();
    form.append('file', photo.blob, photo.name);
    const { id, longitude, latitude } = await client.places.upload({ form, signal: timeout(PHOTO_TIMEOUT_MS), ...QUIET });
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
  /** This phone's clock and the server's as far as it is known, epoch milliseconds. */
  readonly phoneNow: () => number;
  readonly serverNow: () => number;
  /** How the place became known, for the officer who reads the report. */
  readonly placeNote: (fix: Fix | null) => string;
}

/**
 * @param onUploaded told of each photo that arrived, so that the next try leaves it out
 * @returns the alarm's id
 * @throws CallFailed when a photo or the report did not pass; AbortError when no answer came in time
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
  const { id } = await sender.client.fire.createReport({
    body: {
      longitude: report.lng,
      latitude: report.lat,
      reportTime: formatTime(new Date(writtenByServerClock(report.writtenAt, sender.phoneNow(), sender.serverNow()))),
      description: report.description === '' ? null : report.description,
      comment: sender.placeNote(report.fix),
      reporterPhone: report.phone === '' ? null : report.phone,
      pictures,
    },
    headers: { 'idempotency-key': report.key },
    signal: sender.timeout(REPORT_TIMEOUT_MS),
    ...QUIET,
  });
  return id;
}

/** A phone's clock may be wrong by days: what counts is how long ago it was written, and that was never in the future. */
export const writtenByServerClock = (writtenAt: number, phoneNow: number, serverNow: number): number =>
  serverNow - Math.max(0, phoneNow - writtenAt);

// Sending a step of a task: photos first, then the step under its key and with the phone's own time.
interface StepSender {
  readonly client: Client;
  readonly upload: Upload;
  readonly timeout: (ms: number) => AbortSignal;
  /** This phone's clock and the server's as far as it is known, epoch milliseconds. */
  readonly phoneNow: () => number;
  readonly serverNow: () => number;
}

const STEP_TIMEOUT_MS = 60_000;

/**
 * @param onUploaded told of each photo that arrived, so that the next try leaves it out
 * @returns the step's id
 * @throws CallFailed when a photo or the step did not pass; AbortError when no answer came in time
 */
export async function sendStep(
  { client, upload, timeout, phoneNow, serverNow }: StepSender,
  step: Step,
  onUploaded: (photoKey: string, uploadId: string) => void,
): Promise<string> {
  const photos: string[] = [];
  for (const photo of step.photos) {
    const id = photo.uploadId ?? (await upload(photo)).id;
    if (photo.uploadId === null) onUploaded(photo.key, id);
    photos.push(id);
  }
  const { id } = await client.tasks.taskProgress({
    body: writeProgress({
      taskId: step.taskId,
      state: step.state,
      text: step.text === '' ? null : step.text,
      photos,
      position: step.position,
      at: new Date(writtenByServerClock(step.writtenAt, phoneNow(), serverNow())),
    }),
    headers: { 'idempotency-key': step.key },
    signal: timeout(STEP_TIMEOUT_MS),
    silent: true,
    occasion: 'background',
  });
  return id;
}

const POSITIONS_TIMEOUT_MS = 60_000;

/**
 * A batch of one's own positions, each with its own time. A row that the server does not take (a clock far ahead) will not be better later.
 * @throws CallFailed when the batch did not pass; AbortError when no answer came in time
 */
export async function sendPositions(
  client: Client,
  positions: readonly KeptPosition[],
  timeout: (ms: number) => AbortSignal,
): Promise<void> {
  await client.rangers.position({
    body: positions.map(({ owner, at, lng, lat }) => writeRangerPosition({ userId: owner, position: { lng, lat }, at: new Date(at) })),
    signal: timeout(POSITIONS_TIMEOUT_MS),
    silent: true,
    occasion: 'background',
  });
}

// What a failed try means for a report: try later, or never so again. Pure.
export type Later = 'line' | 'session' | 'busy';
export type Verdict =
  /** The report is good as far as we know: it waits. */
  | { readonly kind: 'later'; readonly why: Later }
  /** The server will say the same again: somebody has to change something. */
  | { readonly kind: 'refused'; readonly message: string; readonly fields: readonly FieldFault[] };

const TOO_MANY = 429;
/** §8: a business refusal inside an HTTP 200, not a fault of the server. */
const BUSINESS_REFUSAL = 501;

/** @throws what is no failure of a call: a fault of ours must not look like a bad line */
export function verdictOf(error: unknown): Verdict {
  // Given up because no answer came in time.
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError'))
    return { kind: 'later', why: 'line' };
  if (!(error instanceof CallFailed)) throw error;
  const { outcome } = error;
  switch (outcome.kind) {
    case 'line-lost':
      return { kind: 'later', why: 'line' };
    case 'logged-out':
      return { kind: 'later', why: 'session' };
    // HTTP 400 means a login that cannot be read, and nothing else of ours: something between us and the server spoke.
    case 'warning':
      return { kind: 'later', why: 'busy' };
    case 'error': {
      const { code } = outcome;
      const passes = code === TOO_MANY || code < 200 || (code >= 500 && code !== BUSINESS_REFUSAL);
      return passes ? { kind: 'later', why: 'busy' } : { kind: 'refused', message: outcome.message, fields: error.fields };
    }
  }
}
