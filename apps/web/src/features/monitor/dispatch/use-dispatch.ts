// Sending a dispatch: photos first, then the task under one key for the whole dialog, so that a repeated try sends nobody twice.
import { CallFailed, isLineLost } from '@lookout/client';
import { isPhotosOfDispatch, writeDispatch } from '@lookout/contract';
import type { NamedTask } from '@lookout/domain';
import { useState } from 'react';
import { newKey } from '../../../shared/new-key.ts';
import { type Photo, uploadPhotos } from '../../../shared/photos/photos.ts';
import { useClient } from '../../../shared/services.ts';
import { marks } from '../../../shared/text/marks.ts';
import { useSubmitRest } from '../../../shared/use-submit-rest.ts';
import { type DispatchFields, type DispatchTarget, dispatchOf, standingTask } from './dispatch-form.ts';
import type { DispatchMessages } from './messages.ts';

export type Sending = null | { readonly kind: 'photo'; readonly number: number; readonly total: number } | { readonly kind: 'task' };

export type DispatchFailure =
  | { readonly kind: 'failed'; readonly text: string; readonly fields: CallFailed['fields'] }
  /** Somebody was first; `text` is the server's word. */
  | { readonly kind: 'standing'; readonly text: string; readonly task: NamedTask };

interface Order {
  readonly fields: DispatchFields;
  readonly members: readonly string[];
  readonly photos: readonly Photo[];
  readonly additional: boolean;
  readonly onUploaded: (photoKey: string, uploadId: string) => void;
  /** The server no longer has the photos of an earlier try: the next one sends them again. */
  readonly onUploadsGone: () => void;
}

export interface Dispatch {
  readonly sending: Sending;
  /** Pressed a moment ago. */
  readonly resting: boolean;
  readonly failure: DispatchFailure | null;
  /** @returns true when the task stands; false: see `failure`, or the press came too soon after the last one */
  readonly send: (order: Order) => Promise<boolean>;
}

export function useDispatch(target: DispatchTarget, messages: DispatchMessages): Dispatch {
  const client = useClient();
  const [key] = useState(newKey);
  const [sending, setSending] = useState<Sending>(null);
  const [failure, setFailure] = useState<DispatchFailure | null>(null);
  const rest = useSubmitRest();

  const send = async ({ fields, members, photos, additional, onUploaded, onUploadsGone }: Order): Promise<boolean> => {
    if (sending !== null || !rest.begin()) return false;
    setFailure(null);
    setSending({ kind: 'task' });
    let inFlight: Photo | null = null;
    try {
      const ids = await uploadPhotos(
        client,
        photos,
        {
          onBegin: (photo, index) => {
            inFlight = photo;
            setSending({ kind: 'photo', number: index + 1, total: photos.length });
          },
          onUploaded,
        },
        { silent: true },
      );
      inFlight = null;
      setSending({ kind: 'task' });
      await client.tasks.delegate({
        body: writeDispatch(dispatchOf(target, fields, members, ids, additional)),
        headers: { 'idempotency-key': key },
        silent: true,
      });
      return true;
    } catch (error) {
      if (error instanceof CallFailed && error.fields.some(({ path }) => isPhotosOfDispatch(path))) onUploadsGone();
      setFailure(failureOf(error, inFlight, messages));
      return false;
    } finally {
      setSending(null);
    }
  };
  return { sending, resting: rest.resting, failure, send };
}

/** The alarm is gone, or its fire closed: sending again cannot help. */
const TOO_LATE: readonly (number | undefined)[] = [404, 409];

/** @throws what is no failed call */
function failureOf(error: unknown, photo: Photo | null, messages: DispatchMessages): DispatchFailure {
  if (!(error instanceof CallFailed)) throw error;
  const why = isLineLost(error) ? messages.noAnswer : error.message;
  if (photo !== null) return { kind: 'failed', text: `${messages.photoFailed(photo.file.name)}${marks().brackets(why)}`, fields: [] };
  const task = standingTask(error.data);
  if (task !== null) return { kind: 'standing', text: error.message, task };
  const isLate = error.outcome.kind === 'error' && TOO_LATE.includes(error.outcome.code);
  return {
    kind: 'failed',
    text: isLineLost(error) ? why : `${isLate ? messages.tooLate : messages.failed}${marks().brackets(why)}`,
    fields: error.fields,
  };
}
