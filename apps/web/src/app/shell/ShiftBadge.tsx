// The duty desk in the header: which officer holds it and since when. A click opens the panel for taking it and handing it over.
import { DownOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx';
import { lazily } from '../../shared/lazily.ts';
import { useRight, useSession } from '../../shared/services.ts';
import { dayAndMinute } from '../../shared/time-text.ts';
import './shift.css';
import { NOTHING_WRITTEN } from './handover-draft.ts';
import { useShiftMessages } from './shift-messages.ts';
import { useShift } from './use-shift.ts';

const ShiftPanel = lazily(async () => (await import('./ShiftPanel.tsx')).ShiftPanel);

/** Users without the right to see alarms have no desk. */
export function ShiftBadge() {
  return useRight('watch-alarms') ? <Badge /> : null;
}

function Badge() {
  const messages = useShiftMessages();
  const shift = useShift();
  const me = useSession().info?.userDTO.id;
  const [open, setOpen] = useState(false);
  // Stored here so that closing the panel loses no text.
  const [handover, setHandover] = useState(NOTHING_WRITTEN);
  const present = shift.data?.present ?? null;
  const word = shift.data ? messages.nobody : shift.isError ? messages.unknown : messages.loading;
  const state = !shift.data ? 'unknown' : present === null ? 'empty' : present.accountId === me ? 'own' : 'taken';

  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        // The current shift's figures change constantly, so they are refetched.
        if (next) void shift.refetch();
      }}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={
        <ErrorBoundary>
          <Suspense fallback={null}>
            <ShiftPanel shift={shift} handover={handover} onHandover={setHandover} onDone={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      }
    >
      <button
        type="button"
        className="header-button shift-badge line"
        data-state={state}
        aria-label={`${messages.label} ${present?.fullName ?? word}`}
        aria-expanded={open}
      >
        <span className="shift-mark" aria-hidden="true" />
        {present ? (
          <>
            <span className="shift-word hint">{messages.onDuty}</span>
            <span className="shift-name">{present.fullName}</span>
            <span className="shift-since tabular hint">{messages.since(dayAndMinute(present.beganAt))}</span>
          </>
        ) : (
          <span>{word}</span>
        )}
        <DownOutlined aria-hidden="true" />
      </button>
    </Popover>
  );
}
