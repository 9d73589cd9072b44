// A plan running for a fire: its level, its checklist with times and names, its history, and the officer's actions.

import { MINUTE_MS } from '@lookout/domain';
import { chosen, needed, TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormModal } from '@lookout/web/shared/form/FormModal.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useClient, useNow, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { App, Button, Checkbox, Form, Select, Space } from 'antd';
import { useState } from 'react';
import { isOverdue, isRequired, type NamedPlanRun, RESPONSE_LEVELS, type ResponseLevel, type RunItem, type RunStep } from '../plan.ts';
import { type PlanMessages, usePlanMessages } from './messages.ts';
import { RUNS, tallyOf } from './runs.ts';
import './plans.css';

const MOST_REASON = 200;

type Confirming = 'level' | 'end' | { readonly undo: RunItem };

export function RunCard({ run }: { readonly run: NamedPlanRun }) {
  const messages = usePlanMessages();
  const now = new Date(useNow());
  const mayAct = useRight('dispatch') && run.endedAt === null;
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const { done, all, overdue } = tallyOf(run, now);
  return (
    <section className="plan-run panel" aria-label={`${run.fireName} ${messages.levels[run.level]}`}>
      <header className="line plan-run-head">
        <LevelBadge level={run.level} />
        <h3>{run.fireName}</h3>
        {overdue > 0 && (
          <span className="tag" data-state="overdue">
            {messages.overdueCount(overdue)}
          </span>
        )}
        <span className="gap" />
        {mayAct && (
          <Space size={8}>
            <Button size="small" onClick={() => setConfirming('level')}>
              {messages.changeLevel}
            </Button>
            <Button size="small" danger onClick={() => setConfirming('end')}>
              {messages.end}
            </Button>
          </Space>
        )}
      </header>
      <p className="second">
        {messages.plan(run.planTitle, run.planVersion)} · {run.planGridName} ·{' '}
        <span className="tabular">
          {run.endedAt === null ? messages.since(dayAndMinute(run.startedAt)) : messages.ended(dayAndMinute(run.endedAt))}
        </span>{' '}
        · <span className="tabular">{messages.progress(done, all)}</span>
      </p>
      {run.planGridNo !== run.gridNo && <p className="hint">{messages.superior(run.planGridName)}</p>}
      <ul className="plan-items" aria-label={messages.items}>
        {run.items.map((item) => (
          <ItemRow key={item.id} run={run} item={item} now={now} mayAct={mayAct} onUndo={() => setConfirming({ undo: item })} />
        ))}
      </ul>
      <div className="pair">
        <div>
          <h4>{messages.steps}</h4>
          <ol className="plan-steps">
            {run.steps.map((step) => (
              <li key={step.at.getTime()}>
                {stepText(step, messages)}
                {marks().colon}
                {step.reason} <span className="hint tabular">{messages.by(step.by, dayAndMinute(step.at))}</span>
              </li>
            ))}
          </ol>
        </div>
        <DutyPhones run={run} />
      </div>
      {confirming !== null && <AskDialog run={run} confirming={confirming} onClose={() => setConfirming(null)} />}
    </section>
  );
}

export function LevelBadge({ level }: { readonly level: ResponseLevel }) {
  const messages = usePlanMessages();
  return (
    <span className="plan-level" data-level={level}>
      {messages.response(messages.levels[level])}
    </span>
  );
}

export function stepText({ from, to }: RunStep, { levels, ...messages }: PlanMessages): string {
  if (to === null) return messages.stepEnd;
  if (from === null) return messages.stepStart(levels[to]);
  return to < from ? messages.stepRaise(levels[from], levels[to]) : messages.stepLower(levels[from], levels[to]);
}

function DutyPhones({ run }: { readonly run: NamedPlanRun }) {
  const messages = usePlanMessages();
  const reachable = run.duties.filter(({ phone }) => phone !== null);
  if (reachable.length === 0) return null;
  return (
    <div>
      <h4>{messages.dutyList}</h4>
      <ul className="plan-steps">
        {reachable.map(({ post, person, phone }) => (
          <li key={`${post} ${phone}`}>
            {post} {person} <a href={`tel:${phone}`}>{phone}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ItemProps {
  readonly run: NamedPlanRun;
  readonly item: RunItem;
  readonly now: Date;
  readonly mayAct: boolean;
  readonly onUndo: () => void;
}

function ItemRow({ run, item, now, mayAct, onUndo }: ItemProps) {
  const messages = usePlanMessages();
  const { message } = App.useApp();
  const client = useClient();
  const { isBusy, send } = useSend({ refetch: [RUNS], onRefused: (error) => void message.warning(error.message) });
  const required = isRequired(run, item);
  const late = isOverdue(run, item, now);
  // Whole minutes, rounded down, of the time left or overdue.
  const minutes = item.dueAt === null ? 0 : Math.floor(Math.abs(item.dueAt.getTime() - now.getTime()) / MINUTE_MS);
  const tick = () => send(() => client.plan.tickRunItem({ body: { id: run.id, itemId: item.id }, silent: true }));
  const state = item.done !== null ? 'done' : late ? 'overdue' : required ? 'open' : 'not-asked';
  return (
    <li data-state={state}>
      <span className="plan-item-text">
        {item.text} <span className="hint">{messages.fromLevel(messages.levels[item.level])}</span>
      </span>
      <span className="second plan-item-who">{item.who}</span>
      <span className="tabular plan-item-due">
        {item.done !== null ? (
          <>
            {messages.doneBy(item.done.by, dayAndMinute(item.done.at))}
            {item.done.note !== null && <span className="hint"> {item.done.note}</span>}
          </>
        ) : !required || item.dueAt === null ? (
          <span className="hint">{messages.notAsked}</span>
        ) : run.endedAt !== null ? (
          '—'
        ) : (
          <>
            {dayAndMinute(item.dueAt)} {late ? messages.overdue(minutes) : messages.left(minutes)}
          </>
        )}
      </span>
      {mayAct && item.done === null && item.dueAt !== null && (
        <Button size="small" disabled={isBusy} aria-label={messages.tick(item.text)} onClick={() => void tick()}>
          {messages.tickShort}
        </Button>
      )}
      {mayAct && item.done !== null && (
        <Button size="small" type="text" aria-label={messages.undoOf(item.text)} onClick={onUndo}>
          {messages.undo}
        </Button>
      )}
    </li>
  );
}

interface Typed {
  readonly level?: ResponseLevel;
  readonly reason: string;
  readonly notify?: boolean;
}

/** Changes the level, ends the response, or undoes a tick, each with its reason. A failed request retains the input. */
function AskDialog({
  run,
  confirming,
  onClose,
}: {
  readonly run: NamedPlanRun;
  readonly confirming: Confirming;
  readonly onClose: () => void;
}) {
  const messages = usePlanMessages();
  const client = useClient();
  const sending = useSend({ refetch: [RUNS], failure: messages.failed, rests: true });
  // The officer decides on the level shown when the dialog opened; a colleague's change meanwhile is a conflict.
  const [seen] = useState(run.level);
  const isUndo = typeof confirming === 'object';
  const title = isUndo ? messages.undoOf(confirming.undo.text) : confirming === 'level' ? messages.changeLevel : messages.end;

  const act = ({ level, reason: typed, notify = false }: Typed) => {
    const { id } = run;
    const reason = typed.trim();
    if (isUndo) return client.plan.tickRunItem({ body: { id, itemId: confirming.undo.id, done: false, note: reason }, silent: true });
    if (confirming === 'end') return client.plan.endRun({ body: { id, reason, notify }, silent: true });
    return client.plan.changeRunLevel({ body: { id, from: seen, to: level ?? seen, reason, notify }, silent: true });
  };
  const submit = (typed: Typed) =>
    sending.send(
      async () => {
        await act(typed);
        onClose();
      },
      isUndo ? null : confirming === 'end' ? messages.endedDone : messages.changed,
    );
  return (
    <FormModal<Typed> title={title} sending={sending} submit={messages.ok} onSubmit={submit} onClose={onClose}>
      {confirming === 'end' && <p>{messages.endAsk}</p>}
      {confirming === 'level' && (
        <Form.Item name="level" label={messages.level} rules={chosen(messages.levelNeeded)}>
          <Select options={RESPONSE_LEVELS.filter((level) => level !== seen).map((value) => ({ value, label: messages.levels[value] }))} />
        </Form.Item>
      )}
      <Form.Item name="reason" label={isUndo ? messages.undoReason : messages.reason} rules={needed(messages.reasonNeeded)}>
        <TextArea rows={2} most={MOST_REASON} showCount />
      </Form.Item>
      {!isUndo && (
        <Form.Item name="notify" valuePropName="checked">
          <Checkbox>{messages.notify}</Checkbox>
        </Form.Item>
      )}
    </FormModal>
  );
}
