// Sends the first people to a fire: one task by the existing dispatch call, with the same idempotency key until the request has arrived.
import { CallFailed, isLineLost } from '@lookout/client';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useState } from 'react';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { openTaskOf } from '../../task/parts/dispatch/dispatch-form.ts';
import type { Priority } from '../../task/priority.ts';
import { type NamedTask, TASK_WINDOW_MS, taskTypeOf } from '../../task/task.ts';
import { writeDispatch } from '../../task/task.wire.ts';

interface Sending {
  readonly alarm: NamedAlarm;
  readonly memberIds: readonly string[];
  readonly content: string;
  readonly priority: Priority;
  readonly isAdditional: boolean;
}

export type SendingFailure =
  | { readonly kind: 'no-answer' }
  /** The server's message. */
  | { readonly kind: 'refused'; readonly text: string; readonly isTooLate: boolean }
  /** Another officer was faster. */
  | { readonly kind: 'standing'; readonly text: string; readonly task: NamedTask };

interface FirstSending {
  readonly busy: boolean;
  readonly failure: SendingFailure | null;
  readonly forget: () => void;
  /** @returns true when the task was created */
  readonly send: (sending: Sending) => Promise<boolean>;
}

/** The alarm is deleted or its fire closed: a retry cannot help. */
const TOO_LATE: readonly (number | undefined)[] = [404, 409];

export function useFirstSending(): FirstSending {
  const client = useClient();
  const { now } = useServices();
  const [key, setKey] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SendingFailure | null>(null);
  const rest = useSubmitRest();

  const send = async ({ alarm, memberIds, content, priority, isAdditional }: Sending): Promise<boolean> => {
    if (busy || !rest.begin()) return false;
    setBusy(true);
    setFailure(null);
    const startsAt = new Date(now());
    try {
      await client.task.delegate({
        body: writeDispatch({
          content: content.trim(),
          startsAt,
          endsAt: new Date(startsAt.getTime() + TASK_WINDOW_MS),
          priority,
          type: taskTypeOf(alarm.facts.kind),
          position: alarm.position,
          fireId: alarm.id,
          memberIds,
          photos: [],
          peopleCount: memberIds.length,
          vehicleCount: 0,
          equipmentCount: 0,
          reserve: null,
          checklist: null,
          isAdditional,
        }),
        headers: { 'idempotency-key': key },
        silent: true,
      });
      setKey(newKey());
      return true;
    } catch (error) {
      setFailure(failureOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy: busy || rest.resting, failure, forget: () => setFailure(null), send };
}

/** @throws any error that is not a failed call */
function failureOf(error: unknown): SendingFailure {
  if (!(error instanceof CallFailed)) throw error;
  if (isLineLost(error)) return { kind: 'no-answer' };
  const task = openTaskOf(error.data);
  if (task !== null) return { kind: 'standing', text: error.message, task };
  const text = [error.message, ...error.fields.map(({ message }) => message)].join(' ');
  return { kind: 'refused', text, isTooLate: error.outcome.kind === 'error' && TOO_LATE.includes(error.outcome.code) };
}
