// The alarm that remains on the left while another is opened, to compare the two. It has all actions.

import { useEscape } from '@lookout/web/shared/escape.ts';
import { useMemo, useRef } from 'react';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { useCurrentAlarm } from '../../alarm/parts/actions/use-pending-requests.ts';
import type { useActions } from './actions/use-actions.ts';
import { FirePopup, usePopupWindow } from './FirePopup.tsx';
import type { AlarmOpener } from './open-alarm.ts';

interface Props {
  readonly alarm: NamedAlarm;
  readonly opener: AlarmOpener;
  readonly actions: ReturnType<typeof useActions>;
  readonly onClose: () => void;
}

export function ComparedAlarm({ alarm: known, opener, actions, onClose }: Props) {
  const alarm = useCurrentAlarm(known);
  const frame = useRef<HTMLElement>(null);
  const window = usePopupWindow(frame, 'alarm-compared');
  const own = useMemo((): AlarmOpener => ({ ...opener, close: onClose }), [opener, onClose]);
  useEscape(true, onClose);
  return (
    <FirePopup
      frame={frame}
      place="compared"
      window={window}
      alarm={alarm}
      opener={own}
      onStep={null}
      onAction={(action) => actions.begin(action, alarm)}
      onSms={() => actions.open({ kind: 'sms', alarm })}
    />
  );
}
