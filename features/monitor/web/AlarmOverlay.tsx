// New alarms on every page except the monitor, which shows them itself: toasts, and the alarm opened from a toast, next to the officer's
// work.

import { ErrorBoundary } from '@lookout/web/shared/ErrorBoundary.tsx';
import { lazily } from '@lookout/web/shared/lazily.ts';
import { MONITOR, monitorPageAt } from '@lookout/web/shared/ShowOnMap.tsx';
import { useRight } from '@lookout/web/shared/services.ts';
import { useTitleCount } from '@lookout/web/shared/use-page-title.ts';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FloodNote } from './FloodNote.tsx';
import type { AlarmOpener } from './open-alarm.ts';
import { Toasts } from './Toasts.tsx';
import { useUnread } from './Unread.tsx';
import { useDesk, useDeskState } from './use-desk.ts';
import { useFlood } from './use-queue.ts';
import './alarm-overlay.css';

const loadDocked = async () => (await import('./DockedAlarm.tsx')).DockedAlarm;
const DockedAlarm = lazily(loadDocked);

export function AlarmOverlay() {
  const mayWatch = useRight('watch-alarms');
  return mayWatch && <Watching />;
}

function Watching() {
  useTitleCount(useUnread());
  const isOnMonitor = useLocation().pathname === MONITOR;
  return isOnMonitor ? null : <Elsewhere />;
}

function Elsewhere() {
  const desk = useDesk();
  const navigate = useNavigate();
  const current = useDeskState((state) => state.current);
  const popupOpen = useDeskState((state) => state.popupOpen);
  const flood = useFlood();
  const hasToast = useDeskState((state) => state.toasts.shown.length > 0);
  // The script is loaded before the click. If loading fails, the click tries again.
  useEffect(() => {
    if (hasToast) loadDocked().catch(() => undefined);
  }, [hasToast]);
  // An alarm that was opened on the monitor is not shown on other pages.
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opener = useMemo(
    (): AlarmOpener => ({
      open: (alarm, from) => {
        setOpenedId(alarm.id);
        desk.focus(alarm, true, from === 'task');
      },
      fly: ({ id }) => void navigate(`${MONITOR}?alarm=${id}`),
      show: (position) => void navigate(monitorPageAt(position)),
      close: () => desk.focus(null, false),
    }),
    [desk, navigate],
  );
  const opened = popupOpen && current?.id === openedId ? current : null;
  return (
    <div className="alarm-overlay" data-docked={opened === null ? 'none' : 'open'}>
      <div className="alarm-overlay-stack stack">
        {flood !== null && <FloodNote flood={flood} />}
        <Toasts opener={opener} onMore={() => void navigate(MONITOR)} />
      </div>
      {openedId !== null && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <DockedAlarm alarm={opened} opener={opener} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
