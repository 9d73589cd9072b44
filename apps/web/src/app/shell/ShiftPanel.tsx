// Taking the desk, handing it over with a note, relieving an officer who has not handed over.
import { CallFailed, isLineLost } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { Named, Shift } from '@lookout/domain';
import { Alert, App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { TextArea } from '../../shared/fields/TextInput.tsx';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient, useRight, useSession } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { dayAndMinute } from '../../shared/time-text.ts';
import { useShiftMessages } from './shift-messages.ts';
import type { useShift } from './use-shift.ts';

const MOST_NOTE = 500;

interface Props {
  readonly shift: ReturnType<typeof useShift>;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onDone: () => void;
}

export function ShiftPanel({ shift, note, onNote, onDone }: Props) {
  const messages = useShiftMessages();
  const client = useClient();
  const { message } = App.useApp();
  const mayTake = useRight('act-on-alarms');
  const me = useSession().info?.userDTO.id;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** The current holder, from the server's refusal to take the desk. */
  const [holder, setHolder] = useState<Named<Shift> | null>(null);

  const act = async (run: () => Promise<Named<Shift>>, done: string): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    setHolder(null);
    try {
      await run();
      void message.success(done);
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const other = shiftIn(error.data);
      if (other !== null && other.accountId !== me) setHolder(other);
      else setFailure(isLineLost(error) ? messages.noAnswer : `${messages.failed}${marks().brackets(error.message)}`);
      return false;
    } finally {
      setBusy(false);
      void shift.refetch();
    }
  };
  // The panel stays open: the previous shift's note is to be read now.
  const take = (relieve: 0 | 1) => act(() => client.shift.shiftTake({ body: { relieve }, silent: true }), messages.taken);
  const handOver = async () => {
    if (!(await act(() => client.shift.shiftHandOver({ body: { note: note.trim() || null }, silent: true }), messages.handedOver))) return;
    onNote('');
    onDone();
  };

  if (shift.isPending) return <Skeleton active className="shift-panel" paragraph={{ rows: 4 }} />;
  if (!shift.data) return <LoadFailed error={shift.error} onRetry={() => void shift.refetch()} />;
  const { present, former } = shift.data;
  return (
    <div className="shift-panel">
      <h3>{messages.present}</h3>
      {present ? <Present shift={present} isMine={present.accountId === me} /> : <p>{messages.empty}</p>}
      {former && <Former shift={former} />}
      {!mayTake && <p className="hint">{messages.noRight}</p>}
      {mayTake && present?.accountId === me && (
        <>
          <label htmlFor="shift-note">{messages.note}</label>
          <TextArea
            id="shift-note"
            rows={3}
            most={MOST_NOTE}
            showCount
            disabled={busy}
            value={note}
            placeholder={messages.notePlaceholder}
            onChange={(event) => onNote(event.target.value)}
          />
          <Button type="primary" block loading={busy} className="shift-act" onClick={() => void handOver()}>
            {messages.handOver}
          </Button>
        </>
      )}
      {mayTake && present?.accountId !== me && holder === null && (
        <Button type="primary" block loading={busy} onClick={() => void take(0)}>
          {messages.take}
        </Button>
      )}
      {holder && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={messages.relieveAsk(holder.fullName, dayAndMinute(holder.beganAt))}
          description={
            <span className="shift-choice">
              <Button danger type="primary" loading={busy} onClick={() => void take(1)}>
                {messages.relieve}
              </Button>
              <Button disabled={busy} onClick={() => setHolder(null)}>
                {messages.cancel}
              </Button>
            </span>
          }
        />
      )}
      {failure && <Alert type="error" showIcon role="alert" className="shift-act" title={failure} />}
    </div>
  );
}

function Present({ shift, isMine }: { readonly shift: Named<Shift>; readonly isMine: boolean }) {
  const messages = useShiftMessages();
  return (
    <>
      <p>
        <strong>{shift.fullName}</strong>
        {isMine && messages.me}
        <span className="tabular hint"> {messages.since(formatTime(shift.beganAt))}</span>
      </p>
      <dl className="shift-counts">
        <div>
          <dt>{messages.openAlarms}</dt>
          <dd className="tabular">{messages.count(shift.openAlarms ?? 0)}</dd>
        </div>
        <div>
          <dt>{messages.firesInProgress}</dt>
          <dd className="tabular">{messages.count(shift.firesInProgress ?? 0)}</dd>
        </div>
      </dl>
    </>
  );
}

function Former({ shift }: { readonly shift: Named<Shift> }) {
  const messages = useShiftMessages();
  const ended = shift.endedAt === null ? '' : formatTime(shift.endedAt);
  return (
    <section className="shift-former" aria-label={messages.former}>
      <h3>{messages.former}</h3>
      <p>{shift.relieved ? messages.formerRelieved(shift.fullName, ended) : messages.formerEnd(shift.fullName, ended)}</p>
      <p className="hint">{messages.formerCounts(shift.openAlarms ?? 0, shift.firesInProgress ?? 0)}</p>
      <p className="shift-note">{shift.note ?? messages.noNote}</p>
    </section>
  );
}

/** The current shift in the data of a 409. */
function shiftIn(data: unknown): Named<Shift> | null {
  return typeof data === 'object' && data !== null && 'beganAt' in data && 'accountId' in data ? (data as Named<Shift>) : null;
}
