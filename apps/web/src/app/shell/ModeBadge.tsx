// The operating mode in the header, on every page, as text and colour. A click shows who set it and why, and lets the officer change it.
import { AlertOutlined, DownOutlined, ExperimentOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import type { OperatingMode } from '@lookout/features/operating-mode/operating-mode.ts';
import { modeRecords, useSettingInForce } from '@lookout/features/operating-mode/parts/mode-records.ts';
import { Popover } from 'antd';
import { type ComponentType, Suspense, useState } from 'react';
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx';
import { lazily } from '../../shared/lazily.ts';
import { useClient, useLoadState, useRight, useServices } from '../../shared/services.ts';
import { dayAndMinute } from '../../shared/time-text.ts';
import './mode.css';
import { useModeMessages } from '@lookout/features/operating-mode/parts/messages.ts';

const ModePanel = lazily(async () => (await import('./ModePanel.tsx')).ModePanel);

const ICONS: Readonly<Record<OperatingMode, ComponentType>> = {
  daily: SafetyCertificateOutlined,
  emergency: AlertOutlined,
  simulation: ExperimentOutlined,
};

/** Users without the right to see alarms have no desk, and so no mode. */
export function ModeBadge() {
  return useRight('watch-alarms') ? <Badge /> : null;
}

function Badge() {
  const messages = useModeMessages();
  const client = useClient();
  const records = useServices().records(modeRecords);
  const setting = useSettingInForce();
  const load = useLoadState(modeRecords);
  const [open, setOpen] = useState(false);
  // Stored here so that closing the panel does not lose the reason.
  const [reason, setReason] = useState('');
  const isKnown = load === 'loaded' || setting !== null;
  const mode = setting?.mode ?? 'daily';
  const Icon = ICONS[mode];
  const word = isKnown ? messages.badge(messages.modes[mode]) : load === 'failed' ? messages.unknown : messages.loading;

  const refresh = async () => {
    const seq = records.seq();
    // Modes set below this grid are not published live. Without an answer the panel shows what is known.
    const listed = await client.operatingMode.modeList({ silent: true, occasion: 'background' }).catch(() => null);
    if (listed) records.load(listed, seq);
  };

  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) void refresh();
      }}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={
        <ErrorBoundary>
          <Suspense fallback={null}>
            <ModePanel reason={reason} onReason={setReason} />
          </Suspense>
        </ErrorBoundary>
      }
    >
      <button
        type="button"
        className="header-button mode-badge line"
        data-mode={isKnown ? mode : 'unknown'}
        aria-label={`${messages.label} ${word}`}
        aria-expanded={open}
      >
        <Icon aria-hidden="true" />
        <span>{word}</span>
        {setting && mode !== 'daily' && <span className="mode-since tabular">{dayAndMinute(setting.setAt)}</span>}
        <DownOutlined aria-hidden="true" />
      </button>
    </Popover>
  );
}
