// Sending: one key for one and the same message, so that a repeated try after a lost answer sends nobody twice.
import { CallFailed, isLineLost } from '@lookout/client';
import type { Alarm, ShortMessage } from '@lookout/domain';
import { useRef, useState } from 'react';
import { newKey } from '../../../shared/new-key.ts';
import { useClient } from '../../../shared/services.ts';
import { marks } from '../../../shared/text/marks.ts';
import type { SmsMessages } from './messages.ts';

export interface SmsDraft {
  readonly userIds: readonly string[];
  readonly phones: readonly string[];
  readonly content: string;
}

export interface SmsFailure {
  readonly text: string;
  readonly fields: CallFailed['fields'];
}

export function useSms(alarm: Alarm, messages: SmsMessages) {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SmsFailure | null>(null);
  const last = useRef({ draft: '', key: '' });

  /** @returns the messages as they stand in the outbox; null: see `failure` */
  const send = async (draft: SmsDraft): Promise<readonly ShortMessage[] | null> => {
    if (busy) return null;
    const written = JSON.stringify(draft);
    if (written !== last.current.draft) last.current = { draft: written, key: newKey() };
    setBusy(true);
    setFailure(null);
    try {
      return await client.sms.smsSubmit({
        query: { fireId: alarm.id, fireNme: alarm.formattedAddress },
        body: { content: draft.content, userIds: [...draft.userIds], phones: [...draft.phones] },
        headers: { 'idempotency-key': last.current.key },
        silent: true,
      });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure({
        text: isLineLost(error) ? messages.noAnswer : `${messages.failed}${marks().brackets(error.message)}`,
        fields: error.fields,
      });
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, send };
}
