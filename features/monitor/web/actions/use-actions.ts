// The open action dialog or position picking of the page, and what each action starts.

import { App } from 'antd';
import { useState } from 'react';
import type { JudgedVerdict, NamedAlarm } from '../../../alarm/alarm.ts';
import type { OpenDialog } from '../../../alarm/parts/actions/ActionDialogs.tsx';
import type { InPlaceAction } from '../../../alarm/parts/actions/ActionRow.tsx';
import { failureText } from '../../../alarm/parts/actions/action-failure.ts';
import { useActionMessages } from '../../../alarm/parts/actions/messages.ts';
import type { FailedRequest } from '../../../alarm/parts/actions/pending-requests.ts';
import { type ShownAction, shownActions } from '../../../alarm/parts/actions/shown-actions.ts';
import { useOfficer } from '../../../alarm/parts/actions/use-pending-requests.ts';
import { useDesk } from '../use-desk.ts';

type PageAction = Exclude<ShownAction, InPlaceAction>;

export interface PageActions {
  readonly dialog: OpenDialog | null;
  readonly open: (dialog: OpenDialog) => void;
  readonly close: () => void;
  /** The alarm that is being moved. */
  readonly moving: NamedAlarm | null;
  readonly endMove: () => void;
  readonly begin: (action: PageAction, alarm: NamedAlarm, preset?: JudgedVerdict | null) => void;
  /** Like `begin`, for the current alarm, and only for its available actions. */
  readonly byKey: (action: 'acknowledge' | 'judge' | 'dispatch', preset?: JudgedVerdict) => void;
  readonly dispatchTo: (position: { readonly lng: number; readonly lat: number }) => void;
  readonly correct: (failed: FailedRequest) => void;
  readonly undo: () => void;
}

export function useActions(): PageActions {
  const { pendingRequests, store } = useDesk();
  const officer = useOfficer();
  const messages = useActionMessages();
  const { message } = App.useApp();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [moving, setMoving] = useState<NamedAlarm | null>(null);

  const acknowledge = async (alarm: NamedAlarm) => {
    const failure = await pendingRequests.send(alarm, { kind: 'acknowledge' });
    if (failure) void message.error(failureText('acknowledge', failure, messages), ERROR_SECONDS);
  };
  const begin: PageActions['begin'] = (action, alarm, preset = null) => {
    switch (action) {
      case 'acknowledge':
        return void acknowledge(alarm);
      case 'push-smoke':
        return pendingRequests.hold(alarm, { kind: 'push-smoke' });
      case 'judge':
      case 'correct':
        return setDialog({ kind: 'judge', alarm, preset });
      case 'push':
      case 'pass-on':
        return setDialog({ kind: 'push', alarm });
      case 'move':
        return setMoving(alarm);
      case 'handle':
      case 'renovate':
      case 'close':
      case 'edit':
      case 'dispatch':
        return setDialog({ kind: action, alarm });
    }
  };

  return {
    dialog,
    open: setDialog,
    close: () => setDialog(null),
    moving,
    endMove: () => setMoving(null),
    begin,
    byKey: (action, preset) => {
      const { current, fromTask, othersChange } = store.getState();
      const held = pendingRequests.store.getState().held;
      if (current === null || held?.alarm.id === current.id) return;
      if (shownActions(current, officer, fromTask || (othersChange?.isGone ?? false)).row.includes(action))
        begin(action, current, preset ?? null);
    },
    dispatchTo: ({ lng, lat }) => setDialog({ kind: 'dispatch-there', lng, lat }),
    correct: ({ alarm, current }) => {
      pendingRequests.dismiss();
      setDialog({ kind: 'judge', alarm: current ?? alarm, preset: null });
    },
    undo: () => {
      if (pendingRequests.store.getState().held === null) return;
      pendingRequests.undo();
      void message.info(messages.undo.undone);
    },
  };
}

/** Defined by specification §8. */
const ERROR_SECONDS = 5;
