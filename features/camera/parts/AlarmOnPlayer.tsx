// The facts of the alarm that a player was opened for, and buttons to judge it and dispatch people while watching.

import { Button } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { judgementOf, verdictOf } from '../../alarm/alarm.ts';
import { RowTags, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { ActionDialogs, type OpenDialog } from '../../alarm/parts/actions/ActionDialogs.tsx';
import { useActionMessages } from '../../alarm/parts/actions/messages.ts';
import { shownActions } from '../../alarm/parts/actions/shown-actions.ts';
import { useCurrentAlarm, useOfficer, usePendingRequests } from '../../alarm/parts/actions/use-pending-requests.ts';
import { STATE_OF_STAGE } from '../../alarm/parts/details.ts';
import { locationWithin } from '../../alarm/parts/location-text.ts';
import { useVideoMessages } from './messages.ts';
import type { WatchedAlarm } from './video-store.ts';

export function AlarmOnPlayer({ watched: { alarm: opened, isReadOnly } }: { readonly watched: WatchedAlarm }) {
  const messages = useActionMessages();
  const { dual } = useVideoMessages();
  const alarm = useCurrentAlarm(opened);
  const pendingRequests = usePendingRequests();
  const isWaiting = useStore(pendingRequests.store, ({ held }) => held?.alarm.id === alarm.id);
  const { row } = shownActions(alarm, useOfficer(), isReadOnly);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { response } = alarm;
  const verdict = verdictOf(response);
  const judgement = judgementOf(response);
  const { states } = messages.alarm;
  return (
    <section className="video-alarm line" aria-label={dual.alarm} data-state={verdict}>
      <SourceIcon kind={alarm.facts.kind} />
      <span>{messages.alarm.kinds[alarm.facts.kind]}</span>
      <strong>{alarm.gridName}</strong>
      <span className="second cut">{locationWithin(alarm)}</span>
      <span className="tag" data-state={verdict} title={judgement?.by ?? undefined}>
        {states[verdict]}
      </span>
      {response.stage !== 'open' && response.stage !== 'dismissed' && <span className="tag">{states[STATE_OF_STAGE[response.stage]]}</span>}
      <RowTags alarm={alarm} />
      <span className="gap" />
      {isWaiting && (
        <>
          <span className="hint" role="status">
            {messages.sending}
          </span>
          <Button size="small" onClick={pendingRequests.undo}>
            {messages.undo.undo}
          </Button>
        </>
      )}
      {!isWaiting &&
        row.includes('judge') &&
        (['real', 'false'] as const).map((preset) => (
          <Button
            key={preset}
            size="small"
            type={preset === 'real' ? 'primary' : 'default'}
            onClick={() => setDialog({ kind: 'judge', alarm, preset })}
          >
            {states[preset]}
          </Button>
        ))}
      {!isWaiting && row.includes('dispatch') && (
        <Button size="small" onClick={() => setDialog({ kind: 'dispatch', alarm })}>
          {messages.actions.dispatch}
        </Button>
      )}
      {dialog && <ActionDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </section>
  );
}
