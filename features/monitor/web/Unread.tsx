// The number of alarms that this officer has not opened yet: at 预警监测 in the menu, at the tab of the queue, in the queue's header, in the
// title of the browser tab.

import { useCalmRecords, useRight } from '@lookout/web/shared/services.ts';
import { useMemo } from 'react';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { isOfBurningBy } from '../../incident/parts/burning.ts';
import { CALM_MS, useFireIdOf } from '../../incident/parts/use-fires.ts';
import { countUnread } from './desk.ts';
import { useMessages } from './messages.ts';
import { useDeskState } from './use-desk.ts';
import './alarm-overlay.css';

export function useUnread(): number {
  const alarms = useCalmRecords(alarmRecords, CALM_MS);
  const marks = useDeskState((state) => state.marks);
  const fireIdOf = useFireIdOf();
  return useMemo(() => countUnread(marks, alarms, isOfBurningBy(alarms, fireIdOf)), [marks, alarms, fireIdOf]);
}

const MOST_SHOWN = 999;

export function UnreadBadge({ count }: { readonly count: number }) {
  const messages = useMessages();
  if (count === 0) return null;
  return (
    <span className="unread-badge tabular">
      <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <span className="visually-hidden">{messages.panel.unread(count)}</span>
    </span>
  );
}

export const Unread = () => <UnreadBadge count={useUnread()} />;

/** The number at 预警监测 in the menu. */
export function MenuUnread() {
  const mayWatch = useRight('watch-alarms');
  return (
    mayWatch && (
      <span className="menu-badge">
        <Unread />
      </span>
    )
  );
}
