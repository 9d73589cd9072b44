// Sends a dispatch: photos first, then the task with one idempotency key per form, so that a retry does not dispatch anyone twice.
import { CallFailed, isLineLost } from '@lookout/client';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { type Photo, uploadPhotos } from '@lookout/web/shared/photos/photos.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NamedTask } from '../../task.ts';
import { isPhotosOfDispatch, writeDispatch } from '../../task.wire.ts';
import { type DispatchFields, type DispatchTarget, dispatchOf, openTaskOf } from './dispatch-form.ts';
import type { DispatchMessages } from './messages.ts';

export type Sending = null | { readonly kind: 'photo'; readonly number: number; readonly total: number } | { readonly kind: 'task' };

export type DispatchFailure =
  | { readonly kind: 'failed'; readonly text: string; readonly fields: CallFailed['fields'] }
  /** Another officer dispatched first; `text` is the server's message. */
  | { readonly kind: 'already-dispatched'; readonly text: string; readonly task: NamedTask };

interface Order {
  readonly target: DispatchTarget;
  readonly fields: DispatchFields;
  readonly members: readonly string[];
  readonly photos: readonly Photo[];
  readonly additional: boolean;
  readonly onUploaded: (photoKey: string, uploadId: string) => void;
  /** The server no longer has the photos of an earlier attempt. The next attempt uploads them again. */
  readonly onUploadsGone: () => void;
}

interface Dispatch {
  readonly sending: Sending;
  /** Disabled briefly after a click. */
  readonly resting: boolean;
  readonly failure: DispatchFailure | null;
  /** @returns true when the task was created; false: see `failure`, or the click came too soon after the previous one */
  readonly send: (order: Order) => Promise<boolean>;
}

export function useDispatch(messages: DispatchMessages): Dispatch {
  const client = useClient();
  const queries = useQueryClient();
  const [key] = useState(newKey);
  const [sending, setSending] = useState<Sending>(null);
  const [failure, setFailure] = useState<DispatchFailure | null>(null);
  const rest = useSubmitRest();

  const send = async ({ target, fields, members, photos, additional, onUploaded, onUploadsGone }: Order): Promise<boolean> => {
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
      await client.task.delegate({
        body: writeDispatch(dispatchOf(target, fields, members, ids, additional)),
        headers: { 'idempotency-key': key },
        silent: true,
      });
      // A desk without live updates (no right to the alarms) refetches.
      void queries.invalidateQueries({ queryKey: ['tasks', 'page'] });
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

/** The alarm no longer exists or its fire is closed: a retry cannot succeed. */
const TOO_LATE: readonly (number | undefined)[] = [404, 409];

/** @throws any error that is not a failed call */
function failureOf(error: unknown, photo: Photo | null, messages: DispatchMessages): DispatchFailure {
  if (!(error instanceof CallFailed)) throw error;
  const why = isLineLost(error) ? messages.noAnswer : error.message;
  if (photo !== null) return { kind: 'failed', text: `${messages.photoFailed(photo.file.name)}${marks().brackets(why)}`, fields: [] };
  const task = openTaskOf(error.data);
  if (task !== null) return { kind: 'already-dispatched', text: error.message, task };
  const isLate = error.outcome.kind === 'error' && TOO_LATE.includes(error.outcome.code);
  return {
    kind: 'failed',
    text: isLineLost(error) ? why : `${isLate ? messages.tooLate : messages.failed}${marks().brackets(why)}`,
    fields: error.fields,
  };
}
