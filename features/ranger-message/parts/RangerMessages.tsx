// 消息 on a ranger's card: the messages between him and the duty desk, and a form for a message about a fire.

import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { waitsForDesk } from '../ranger-message.ts';
import { MessageComposer } from './MessageComposer.tsx';
import { MessageLine } from './MessageLine.tsx';
import { useRangerMessageTexts } from './messages.ts';
import { useMarkRead, useMayWriteToRangers, useRangerMessages } from './ranger-message-queries.ts';
import './ranger-message.css';

/** Older messages are in the story of their fire. */
const MOST_SHOWN = 20;

export function RangerMessages({ userId }: { readonly userId: string }) {
  const texts = useRangerMessageTexts();
  const mayWrite = useMayWriteToRangers();
  const query = useRangerMessages({ userId, most: MOST_SHOWN });
  const markRead = useMarkRead();
  const list = query.data?.list ?? NONE;
  const unread = useMemo(() => list.filter(waitsForDesk).map(({ id }) => id), [list]);
  // Messages on an open card are marked as read by the user who has it open, if he may answer.
  useEffect(() => {
    if (mayWrite) void markRead(unread);
  }, [mayWrite, markRead, unread]);
  return (
    <section className="ranger-messages" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      {query.isError && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && list.length === 0 && <p className="hint">{texts.none}</p>}
      {list.length > 0 && (
        <ul className="message-list">
          {list.map((message) => (
            <li key={message.id} data-sender={message.sender}>
              <MessageLine message={message} />
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <Compose userId={userId} known={list} />}
    </section>
  );
}

const NONE: NonNullable<ReturnType<typeof useRangerMessages>['data']>['list'] = [];

interface ComposeProps {
  readonly userId: string;
  readonly known: typeof NONE;
}

/** The message is about a fire in progress, or a fire that earlier messages concern; the newest of these come first. */
function Compose({ userId, known }: ComposeProps) {
  const texts = useRangerMessageTexts();
  const client = useClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const fires = useCall(['fires-in-progress', 'own'], client.alarm.inProgress, { query: {} });
  const options = useMemo(() => {
    const names = new Map(known.map(({ fireId, fireName }) => [fireId, fireName]));
    for (const { id, formattedAddress } of fires.data ?? []) if (!names.has(id)) names.set(id, formattedAddress);
    return [...names].map(([value, label]) => ({ value, label }));
  }, [known, fires.data]);
  const fireId = chosen ?? options[0]?.value ?? null;
  return (
    <>
      <Select
        size="small"
        aria-label={texts.chooseFire}
        placeholder={texts.chooseFire}
        loading={fires.isPending}
        notFoundContent={fires.isError ? texts.failed : texts.noFires}
        value={fireId}
        options={options}
        onChange={setChosen}
      />
      <MessageComposer userId={userId} fireId={fireId} />
    </>
  );
}
