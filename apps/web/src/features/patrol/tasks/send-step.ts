// Sending a step of a task: photos first, then the step under its key and with the phone's own time.
import type { Client } from '@lookout/client';
import { writeProgress } from '@lookout/contract';
import { type Upload, writtenByServerClock } from '../send-report.ts';
import type { Step } from './step.ts';

interface Sender {
  readonly client: Client;
  readonly upload: Upload;
  readonly timeout: (ms: number) => AbortSignal;
  /** This phone's clock and the server's as far as it is known, epoch milliseconds. */
  readonly phoneNow: () => number;
  readonly serverNow: () => number;
}

const TIMEOUT_MS = 60_000;

/**
 * @param onUploaded told of each photo that arrived, so that the next try leaves it out
 * @returns the step's id
 * @throws CallFailed when a photo or the step did not pass; AbortError when no answer came in time
 */
export async function sendStep(
  { client, upload, timeout, phoneNow, serverNow }: Sender,
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
    signal: timeout(TIMEOUT_MS),
    silent: true,
    occasion: 'background',
  });
  return id;
}
