// One warning: its text, its history, the officer's own receipt, the readers, and the possible actions.

import { covers } from '@lookout/domain';
import { ReasonForm } from '@lookout/web/shared/form/ReasonForm.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useNow, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { useWarningMessages } from '../parts/messages.ts';
import { WarningBadge } from '../parts/WarningNotice.tsx';
import { WARNINGS } from '../parts/warnings.ts';
import { type ListedWarning, warningState } from '../warning.ts';
import { useWarningPageMessages } from './messages.ts';
import { WarningForm } from './WarningForm.tsx';
import './warning.css';

const MOST_REASON = 200;

export function WarningCard({ warning }: { readonly warning: ListedWarning }) {
  const messages = useWarningPageMessages();
  const { states } = useWarningMessages();
  const client = useClient();
  const own = useOwnGrid();
  const now = new Date(useNow());
  const state = warningState(warning, now);
  const isOpen = state === 'current' || state === 'coming';
  const mayChange = useRight('dispatch') && isOpen && own !== null && covers(own, warning.gridNo);
  const [confirming, setConfirming] = useState<'change' | 'lift' | 'readers' | null>(null);
  const sending = useSend({ refetch: [WARNINGS], failure: messages.failed });
  const { isBusy, failed } = sending;
  const send = async (act: () => Promise<unknown>, word: string | null) => {
    if (await sending.send(act, word)) setConfirming(null);
  };
  const { id, revision, level, areas, text, steps, startsAt, endsAt, readAt } = warning;
  const areaText = areas.map(({ gridName }) => gridName).join(marks().list);
  return (
    <section className="warning-card panel" aria-label={`${areaText} ${text}`}>
      <header className="line">
        <WarningBadge level={level} />
        <h3>{areaText}</h3>
        <span className="tag" data-state={state}>
          {states[state]}
        </span>
        <span className="gap" />
        <Space size={8} wrap>
          {isOpen &&
            (readAt === null ? (
              <Button
                size="small"
                type="primary"
                disabled={isBusy}
                onClick={() => void send(() => client.warning.readWarning({ body: { id }, silent: true }), null)}
              >
                {messages.read}
              </Button>
            ) : (
              <span className="second tabular">{messages.readAt(dayAndMinute(readAt))}</span>
            ))}
          <Button
            size="small"
            aria-expanded={confirming === 'readers'}
            onClick={() => setConfirming(confirming === 'readers' ? null : 'readers')}
          >
            {messages.readers}
          </Button>
          {mayChange && (
            <>
              <Button size="small" onClick={() => setConfirming('change')}>
                {messages.change}
              </Button>
              <Button size="small" danger onClick={() => setConfirming('lift')}>
                {messages.lift}
              </Button>
            </>
          )}
        </Space>
      </header>
      <p className="warning-text">{text}</p>
      <p className="second tabular">
        {messages.valid}
        {marks().colon}
        {messages.validText(dayAndMinute(startsAt), dayAndMinute(endsAt))}
      </p>
      <ol className="warning-steps" aria-label={messages.steps}>
        {steps.map((step) => (
          <li key={step.at.getTime()}>
            {step.level === null ? messages.lifted : <StepLevel level={step.level} />}
            {/* The text in force is shown above, so it is not repeated here. */}
            {step.text === text ? ' ' : `${marks().colon}${step.text} `}
            <span className="hint tabular">{messages.issuedBy(step.by, dayAndMinute(step.at))}</span>
          </li>
        ))}
      </ol>
      {confirming === 'lift' && (
        <ReasonForm
          sending={sending}
          ask={messages.liftAsk}
          label={messages.reason}
          missing={messages.rules.reason}
          most={MOST_REASON}
          submit={messages.lift}
          look={{ danger: true }}
          onSubmit={(reason) => send(() => client.warning.liftWarning({ body: { id, revision, reason }, silent: true }), messages.liftDone)}
          onCancel={() => setConfirming(null)}
        />
      )}
      {confirming !== 'lift' && failed && <Alert type="error" showIcon role="alert" title={failed} />}
      {confirming === 'readers' && <Readers warning={warning} />}
      {confirming === 'change' && <WarningForm warning={warning} areas={[]} onClose={() => setConfirming(null)} />}
    </section>
  );
}

function StepLevel({ level }: Pick<ListedWarning, 'level'>) {
  const { levels } = useWarningMessages();
  return levels[level];
}

/** Receipts arrive one by one while a warning is new. */
const READERS_EVERY_MS = 10_000;

function Readers({ warning: { id, revision } }: { readonly warning: ListedWarning }) {
  const messages = useWarningPageMessages();
  const client = useClient();
  const readers = useQuery({
    queryKey: [WARNINGS, 'readers', id, revision],
    queryFn: ({ signal }) => client.warning.warningReaders({ query: { id }, occasion: 'background', silent: true, signal }),
    refetchInterval: READERS_EVERY_MS,
  });
  return (
    <QueryResult query={readers} isEmpty={(list) => list.length === 0} empty={messages.noReaders}>
      {(list) => (
        <>
          <p className="second tabular">{messages.readersOf(list.filter(({ readAt }) => readAt !== null).length, list.length)}</p>
          <ul className="warning-readers">
            {list.map(({ userId, fullName, gridName, readAt }) => (
              <li key={userId}>
                {fullName} <span className="second">{gridName}</span>{' '}
                {readAt === null ? (
                  <span className="tag" data-state="unread">
                    {messages.notRead}
                  </span>
                ) : (
                  <span className="second tabular">{dayAndMinute(readAt)}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryResult>
  );
}
