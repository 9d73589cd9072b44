// Taking the desk, handing it over with a note, and relieving an officer who has not handed over.
import { CallFailed, isLineLost } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import type { LiveUpdate } from '@lookout/features/live-messages.ts';
import type { Shift } from '@lookout/features/shift/shift.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { TextArea, TextInput } from '../../shared/fields/TextInput.tsx';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient, useRight, useSession } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { dayAndMinute } from '../../shared/time-text.ts';
import { useLiveRefetch } from '../../shared/use-live-refetch.ts';
import { type HandoverDraft, handoverOf, missingIn, NOTHING_WRITTEN } from './handover-draft.ts';
import { useShiftMessages } from './shift-messages.ts';
import type { useShift } from './use-shift.ts';

const MOST_NOTE = 500;
const MOST_NAME = 30;

const LOAD_CHANGES: ReadonlySet<LiveUpdate['kind']> = new Set(['alarm-recorded', 'alarm-changed', 'alarm-gone', 'incident-joined']);
const changesLoad = ({ kind }: LiveUpdate): boolean => LOAD_CHANGES.has(kind);

interface Props {
  readonly shift: ReturnType<typeof useShift>;
  readonly handover: HandoverDraft;
  readonly onHandover: (draft: HandoverDraft) => void;
  readonly onDone: () => void;
}

export function ShiftPanel({ shift, handover, onHandover, onDone }: Props) {
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
  // The panel stays open so that the previous shift's note can be read.
  const take = (relieve: boolean) => act(() => client.shift.shiftTake({ body: { relieve }, silent: true }), messages.taken);
  const handOver = async () => {
    const body = handoverOf(handover);
    if (!(await act(() => client.shift.shiftHandOver({ body, silent: true }), messages.handedOver(body.successor)))) return;
    onHandover(NOTHING_WRITTEN);
    onDone();
  };

  // While the panel is open, the figures to be handed over are kept up to date, counted as the queue counts them.
  useLiveRefetch(changesLoad, shift.refetch);

  if (shift.isPending) return <Skeleton active className="shift-panel" paragraph={{ rows: 4 }} />;
  if (!shift.data) return <LoadFailed error={shift.error} onRetry={() => void shift.refetch()} />;
  const { present, former } = shift.data;
  return (
    <div className="shift-panel">
      <h3>{messages.present}</h3>
      {present ? <Present shift={present} isMine={present.accountId === me} /> : <p>{messages.empty(former?.successor ?? null)}</p>}
      {former && <Former shift={former} />}
      {!mayTake && <p className="hint">{messages.noRight}</p>}
      {mayTake && present !== null && present.accountId === me && (
        <HandoverForm shift={present} draft={handover} busy={busy} onChange={onHandover} onSubmit={() => void handOver()} />
      )}
      {mayTake && present?.accountId !== me && holder === null && (
        <Button type="primary" block loading={busy} onClick={() => void take(false)}>
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
              <Button danger type="primary" loading={busy} onClick={() => void take(true)}>
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

interface HandoverProps {
  readonly shift: Named<Shift>;
  readonly draft: HandoverDraft;
  readonly busy: boolean;
  readonly onChange: (draft: HandoverDraft) => void;
  readonly onSubmit: () => void;
}

/** The shift cannot end before the next officer is named and, while fires burn, a note is written. */
function HandoverForm({ shift: { openAlarms, firesInProgress }, draft, busy, onChange, onSubmit }: HandoverProps) {
  const messages = useShiftMessages();
  const client = useClient();
  const [isConfirming, setConfirming] = useState(false);
  const { data: names = [] } = useQuery({
    queryKey: ['shift-successors'],
    queryFn: ({ signal }) => client.shift.shiftSuccessors({ silent: true, occasion: 'background', signal }),
  });
  const fires = firesInProgress ?? 0;
  const missing = missingIn(draft, { openAlarms: openAlarms ?? 0, firesInProgress: fires });
  const shown = isConfirming ? missing : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setConfirming(true);
        if (missing === null) onSubmit();
      }}
    >
      <label htmlFor="shift-successor">{messages.successor}</label>
      <TextInput
        id="shift-successor"
        list="shift-successors"
        autoComplete="off"
        most={MOST_NAME}
        disabled={busy}
        value={draft.successor}
        placeholder={messages.successorPlaceholder}
        {...faultOf(shown === 'successor', 'shift-missing')}
        onChange={(event) => onChange({ ...draft, successor: event.target.value })}
      />
      {shown === 'successor' && <Missing text={messages.successorMissing} />}
      <datalist id="shift-successors">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label htmlFor="shift-note">{fires > 0 ? messages.noteNeeded(fires) : messages.note}</label>
      <TextArea
        id="shift-note"
        rows={3}
        most={MOST_NOTE}
        showCount
        disabled={busy}
        value={draft.note}
        placeholder={messages.notePlaceholder}
        {...faultOf(shown === 'note', 'shift-missing')}
        onChange={(event) => onChange({ ...draft, note: event.target.value })}
      />
      {shown === 'note' && <Missing text={messages.noteMissing(fires)} />}
      <Button type="primary" htmlType="submit" block loading={busy} className="shift-act">
        {messages.handOver}
      </Button>
    </form>
  );
}

const Missing = ({ text }: { readonly text: string }) => (
  <p id="shift-missing" className="shift-missing" role="alert">
    {text}
  </p>
);

const faultOf = (isMissing: boolean, describedBy: string) =>
  isMissing ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': describedBy } : {};

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
          <dd className="tabular">{messages.alarms(shift.openAlarms ?? 0)}</dd>
        </div>
        <div>
          <dt>{messages.firesInProgress}</dt>
          <dd className="tabular">{messages.fires(shift.firesInProgress ?? 0)}</dd>
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
      <p>{shift.relieved ? messages.formerRelieved(shift.fullName, ended) : messages.formerEnd(shift.fullName, ended, shift.successor)}</p>
      <p className="hint">{messages.formerCounts(shift.openAlarms ?? 0, shift.firesInProgress ?? 0)}</p>
      <p className="shift-note">{shift.note ?? messages.noNote}</p>
    </section>
  );
}

/** The current shift in the data of a 409. */
function shiftIn(data: unknown): Named<Shift> | null {
  return typeof data === 'object' && data !== null && 'beganAt' in data && 'accountId' in data ? (data as Named<Shift>) : null;
}
