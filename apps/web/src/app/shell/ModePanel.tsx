// Shows who set the current mode and why, and the modes set above and below. Changing it asks for the reason first, then for confirmation
// in place.
import { CallFailed, isLineLost } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { type GridNo, levelOf, type Named } from '@lookout/domain';
import { MOST_REASON } from '@lookout/features/operating-mode/operating-mode.calls.ts';
import type { ModeSetting, OperatingMode } from '@lookout/features/operating-mode/operating-mode.ts';
import { useModeMessages } from '@lookout/features/operating-mode/parts/messages.ts';
import { modeRecords, useOwnGridNo, useSettingInForce } from '@lookout/features/operating-mode/parts/mode-records.ts';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { TextArea } from '../../shared/fields/TextInput.tsx';
import { GridPicker } from '../../shared/GridPicker.tsx';
import { useClient, useRecords, useRight, useServices } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';

interface Props {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

export function ModePanel({ reason, onReason }: Props) {
  const messages = useModeMessages();
  const own = useOwnGridNo();
  const setting = useSettingInForce();
  const others = useRecords(modeRecords).filter(({ gridNo }) => gridNo !== setting?.gridNo);
  const maySet = useRight('dispatch');

  return (
    <div className="mode-panel stack">
      <h3>{messages.present}</h3>
      {setting ? <Setting setting={setting} /> : <p>{messages.unset}</p>}
      {setting && setting.gridNo !== own && setting.mode === 'emergency' && <p className="hint">{messages.fromAbove(setting.gridName)}</p>}
      {others.length > 0 && (
        <section aria-label={messages.others}>
          <h3>{messages.others}</h3>
          <ul className="mode-others">
            {others.map((other) => (
              <li key={other.gridNo}>
                <Setting setting={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {!maySet && <p className="hint">{messages.noRight}</p>}
      {maySet && (
        <Link className="link-button" to="/exercise">
          {messages.exercises}
        </Link>
      )}
      {maySet && own && <Change own={own} reason={reason} onReason={onReason} />}
    </div>
  );
}

function Setting({ setting }: { readonly setting: Named<ModeSetting> }) {
  const messages = useModeMessages();
  return (
    <div className="mode-setting">
      <p>
        <strong className="mode-word" data-mode={setting.mode}>
          {messages.modes[setting.mode]}
        </strong>{' '}
        <span className="tabular hint">{messages.by(setting.gridName, setting.setBy, formatTime(setting.setAt))}</span>
      </p>
      <p className="mode-reason">
        <span className="hint">{messages.reason}</span> {setting.reason}
      </p>
    </div>
  );
}

/** The mode that an officer may set in place of the current one. */
const CHOICES: Readonly<Record<OperatingMode, OperatingMode>> = { daily: 'emergency', emergency: 'daily', simulation: 'emergency' };

function Change({ own, reason, onReason }: Props & { readonly own: GridNo }) {
  const messages = useModeMessages();
  const client = useClient();
  const { message } = App.useApp();
  const records = useServices().records(modeRecords);
  const [gridNo, setGridNo] = useState<GridNo>(own);
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  useRecords(modeRecords);
  const current = records.get(gridNo);
  const next = CHOICES[current?.mode ?? 'daily'];
  const act = messages.enter[next];

  const ask = () => {
    const isMissing = reason.trim() === '';
    setFault(isMissing ? messages.reasonNeeded : null);
    setConfirming(!isMissing);
  };

  const send = async () => {
    setBusy(true);
    setFault(null);
    const { seq } = records;
    try {
      const body = { gridNo, mode: next, reason: reason.trim(), version: current?.version ?? 0 };
      const set = await client.operatingMode.modeSet({ body, silent: true });
      // The mode of a grid below is not published live to the desk that set it.
      records.merge([set], seq());
      void message.success(messages.done(set.gridName, messages.modes[set.mode]));
      onReason('');
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const inForce = settingIn(error.data);
      if (inForce) records.merge([inForce], seq());
      setFault(
        inForce
          ? messages.changedFirst(inForce.setBy, messages.modes[inForce.mode])
          : isLineLost(error)
            ? messages.noAnswer
            : `${messages.failed}${marks().brackets(error.message)}`,
      );
    } finally {
      setBusy(false);
      setConfirming(false);
    }
  };

  return (
    <section className="mode-change stack" aria-label={act}>
      {!['county', 'town'].includes(levelOf(own)) && (
        <>
          <span className="hint">{messages.grid}</span>
          <GridPicker value={gridNo} onChange={setGridNo} />
        </>
      )}
      <label htmlFor="mode-reason">{messages.reason}</label>
      <TextArea
        id="mode-reason"
        rows={2}
        most={MOST_REASON}
        showCount
        disabled={isBusy}
        value={reason}
        placeholder={messages.reasonPlaceholder}
        onChange={(event) => onReason(event.target.value)}
      />
      {isConfirming ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={messages.effects[next]}
          description={
            <span className="mode-choice">
              <Button danger={next === 'emergency'} type="primary" loading={isBusy} onClick={() => void send()}>
                {messages.confirm(act)}
              </Button>
              <Button disabled={isBusy} onClick={() => setConfirming(false)}>
                {messages.cancel}
              </Button>
            </span>
          }
        />
      ) : (
        <Button type="primary" danger={next === 'emergency'} block onClick={ask}>
          {act}
        </Button>
      )}
      {fault && <Alert type="error" showIcon role="alert" title={fault} />}
    </section>
  );
}

/** The current setting, from the data of a 409 reply. */
const settingIn = (data: unknown): Named<ModeSetting> | null =>
  typeof data === 'object' && data !== null && 'version' in data && 'setBy' in data ? (data as Named<ModeSetting>) : null;
