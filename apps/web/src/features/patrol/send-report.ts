// Sending a report: photos first, then the report under its key, so that a try repeated after a lost answer makes no second alarm.
import type { Client } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { DraftPhoto, Fix, Report } from './report.ts';

export interface Uploaded {
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
