// The alarm that was opened from a toast on another page, at the right edge over the page, with all its actions and their undo.

import { useEscape } from '@lookout/web/shared/escape.ts';
import { MONITOR } from '@lookout/web/shared/ShowOnMap.tsx';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { ActionDialogs } from '../../alarm/parts/actions/ActionDialogs.tsx';
import { UndoBar, useLeaving } from '../../alarm/parts/actions/UndoBar.tsx';
import { VideoStage } from '../../camera/parts/DualPlayer.tsx';
import { useActions } from './actions/use-actions.ts';
import { FirePopup, usePopupWindow } from './FirePopup.tsx';
import { MOVE_ON_ARRIVAL } from './move-on-arrival.ts';
import type { AlarmOpener } from './open-alarm.ts';
import { neighbour } from './queue.ts';
import { useQueueStore } from './use-queue.ts';
import './actions/popup.css';
import './monitor.css';

/** 报警管理 shows the actions that can be undone next to its table. */
const HAS_UNDO_BAR = '/manage/alarm';

export function DockedAlarm({ alarm, opener }: { readonly alarm: NamedAlarm | null; readonly opener: AlarmOpener }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const frame = useRef<HTMLElement>(null);
  const window = usePopupWindow(frame, 'alarm');
  const queue = useQueueStore();
  const actions = useActions();
  useLeaving();
  useEscape(alarm !== null, opener.close);
  const step = (by: 1 | -1) => {
    const { shown, risen } = queue.get();
    const next = neighbour(shown, alarm, by, risen.length);
    if (next !== null) opener.open(next, 'list');
  };
  return (
    <>
      {alarm !== null && (
        <FirePopup
          frame={frame}
          place="docked"
          window={window}
          alarm={alarm}
          opener={opener}
          onStep={step}
          // A position can only be corrected on the map.
          onAction={(action) =>
            action === 'move' ? void navigate(`${MONITOR}?alarm=${alarm.id}`, MOVE_ON_ARRIVAL) : actions.begin(action, alarm)
          }
          onSms={() => actions.open({ kind: 'sms', alarm })}
        />
      )}
      {alarm !== null && <VideoStage />}
      {pathname !== HAS_UNDO_BAR && (
        <UndoBar onOpen={(other) => opener.open(other, 'list')} onUndo={actions.undo} onCorrect={actions.correct} />
      )}
      {actions.dialog && <ActionDialogs dialog={actions.dialog} onClose={actions.close} />}
    </>
  );
}
