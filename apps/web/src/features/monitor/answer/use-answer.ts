// What answering has open on this page: a dialog, or the search for a new place; and what each act begins.
import type { WireAlarm } from '@lookout/contract';
import { App } from 'antd';
import { useState } from 'react';
import { useDesk } from '../use-desk.ts';
import type { AnswerDialog } from './AnswerDialogs.tsx';
import type { FailedAct } from './answering.ts';
import { failureText } from './failure-text.ts';
import type { InPlaceAct } from './InPlaceActs.tsx';
import { type ActionId, offerFor } from './offer.ts';
import { useOfficer } from './use-officer.ts';
import { useAnswerWords } from './words.ts';

type PageAct = Exclude<ActionId, InPlaceAct>;

export interface Answer {
  readonly dialog: AnswerDialog | null;
  readonly open: (dialog: AnswerDialog) => void;
  readonly close: () => void;
  /** The alarm that is being moved. */
  readonly moving: WireAlarm | null;
  readonly endMove: () => void;
  readonly act: (id: PageAct, alarm: WireAlarm, preset?: 0 | 1 | null) => void;
  /** As `act`, for the alarm the officer is on, and only what is offered for it. */
  readonly byKey: (id: 'acknowledge' | 'judge' | 'dispatch', preset?: 0 | 1) => void;
  readonly dispatchTo: (place: { readonly lng: number; readonly lat: number }) => void;
  readonly correct: (failed: FailedAct) => void;
  readonly undo: () => void;
}

export function useAnswer(): Answer {
  const { answering, store } = useDesk();
  const officer = useOfficer();
  const words = useAnswerWords();
  const { message } = App.useApp();
  const [dialog, setDialog] = useState<AnswerDialog | null>(null);
  const [moving, setMoving] = useState<WireAlarm | null>(null);

  const acknowledge = async (alarm: WireAlarm) => {
    const failure = await answering.send(alarm, { kind: 'acknowledge', takeOver: false });
    if (failure) void message.error(failureText('acknowledge', failure, words), ERROR_SECONDS);
  };
  const act: Answer['act'] = (id, alarm, preset = null) => {
    switch (id) {
      case 'acknowledge':
        return void acknowledge(alarm);
      case 'push-smoke':
        return answering.hold(alarm, { kind: 'push-smoke' });
      case 'judge':
      case 'correct':
        return setDialog({ kind: 'judge', alarm, preset });
      case 'push':
      case 'push-on':
        return setDialog({ kind: 'push', alarm });
      case 'move':
        return setMoving(alarm);
      case 'handle':
      case 'close':
      case 'dispatch':
        return setDialog({ kind: id, alarm });
    }
  };

  return {
    dialog,
    open: setDialog,
    close: () => setDialog(null),
    moving,
    endMove: () => setMoving(null),
    act,
    byKey: (id, preset) => {
      const { current, fromTask, news } = store.getState();
      const held = answering.store.getState().held;
      if (current === null || held?.alarm.id === current.id) return;
      if (offerFor(current, officer, fromTask || (news?.isGone ?? false)).row.includes(id)) act(id, current, preset ?? null);
    },
    dispatchTo: ({ lng, lat }) => setDialog({ kind: 'dispatch-there', lng, lat }),
    correct: ({ alarm, standing }) => {
      answering.dismiss();
      setDialog({ kind: 'judge', alarm: standing ?? alarm, preset: null });
    },
    undo: () => {
      if (answering.store.getState().held === null) return;
      answering.undo();
      void message.info(words.undo.undone);
    },
  };
}

/** Specification §8. */
const ERROR_SECONDS = 5;
