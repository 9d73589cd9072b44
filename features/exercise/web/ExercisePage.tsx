// 演练: the list of exercises, the running exercise (insert alarms, end), and the review of an exercise: times, replay, verdict.

import { type CallFailed, isLineLost } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { drillAttributes } from '@lookout/web/shared/DrillTag.tsx';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { chosen, needed, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { GridPicker } from '@lookout/web/shared/GridPicker.tsx';
import { PositionInput, type PositionValue } from '@lookout/web/shared/PositionInput.tsx';
import { useClient, useServices, useSession } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { Alert, Button, Form, Modal, Select, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { modeRecords, useOwnGridNo } from '../../operating-mode/parts/mode-records.ts';
import { MOST_INJECTS } from '../exercise.calls.ts';
import { DRILL_KINDS, type DrillKind, type Exercise } from '../exercise.ts';
import { isExerciseUpdate } from './live-updates.ts';
import { Review } from './Review.tsx';
import './exercise.css';
import { NoRows } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { type ExerciseMessages, useExerciseMessages } from './messages.ts';

export function ExercisePage() {
  const url = useUrlState();
  const id = url.get('exercise');
  return id === null ? <List /> : <Review id={id} onBack={() => url.set({ exercise: null })} Running={Running} />;
}

function List() {
  const messages = useExerciseMessages();
  const client = useClient();
  const url = useUrlState();
  const [isBeginning, setBeginning] = useState(false);
  const page = usePage({ url, key: ['exercises'], filter: {}, call: client.exercise.exercisePage });
  useLiveRefetch(isExerciseUpdate, page.query.refetch, 200);
  const stateOf = ({ endedAt }: Exercise) => (endedAt === null ? messages.running : messages.ended);

  return (
    <div className="page">
      <header className="exercise-head">
        <h1>{messages.title}</h1>
        <span className="hint">{messages.hint}</span>
        <span className="gap" />
        <Button type="primary" onClick={() => setBeginning(true)}>
          {messages.begin}
        </Button>
      </header>
      <PagedTable<Named<Exercise>>
        table="exercises"
        name={messages.title}
        {...page}
        width={900}
        empty={<NoRows messages={messages} />}
        columns={[
          {
            key: 'name',
            title: messages.columns.name,
            text: ({ name }) => name,
            render: (_, { id, name }) => (
              <button type="button" className="link-button" onClick={() => url.set({ exercise: id })}>
                {name}
              </button>
            ),
          },
          { key: 'grid', dataIndex: 'gridName', title: messages.columns.grid, width: 180 },
          { key: 'leader', dataIndex: 'leaderName', title: messages.columns.leader, width: 160 },
          {
            key: 'begin',
            title: messages.columns.begin,
            width: 170,
            className: 'tabular',
            text: ({ beganAt }) => formatTime(beganAt),
            render: (_, { beganAt }) => formatTime(beganAt),
          },
          {
            key: 'end',
            title: messages.columns.end,
            width: 170,
            className: 'tabular',
            text: ({ endedAt }) => (endedAt ? formatTime(endedAt) : ''),
            render: (_, { endedAt }) => (endedAt ? formatTime(endedAt) : '—'),
          },
          { key: 'state', title: messages.columns.state, width: 120, text: stateOf, render: (_, row) => stateOf(row) },
        ]}
      />
      {isBeginning && (
        <BeginDialog
          onClose={() => setBeginning(false)}
          onBegun={(id) => {
            setBeginning(false);
            url.set({ exercise: id });
          }}
        />
      )}
    </div>
  );
}

interface ScriptRow {
  readonly minutes: number;
  readonly kind: DrillKind;
  readonly position: PositionValue | null;
  readonly description?: string;
}

const NEW_ROW: ScriptRow = { minutes: 0, kind: 'report', position: null };

const writeScript = (rows: readonly ScriptRow[]) =>
  rows.map(({ minutes, kind, position, description }) => ({
    minutes,
    kind,
    position: position ?? { lng: 0, lat: 0 },
    description: description?.trim() || null,
  }));

/** Why a request failed; the form retains its input. */
const failureText =
  ({ noAnswer, failed }: ExerciseMessages) =>
  (error: CallFailed): string =>
    isLineLost(error) ? noAnswer : `${failed}${marks().brackets(error.message)}`;

function BeginDialog({ onClose, onBegun }: { readonly onClose: () => void; readonly onBegun: (id: string) => void }) {
  const messages = useExerciseMessages();
  const client = useClient();
  const records = useServices().records(modeRecords);
  const own = useOwnGridNo();
  const [form] = Form.useForm<{ name: string; gridNo: GridNo; script: ScriptRow[] }>();
  const { isBusy, failed, send } = useSend({ failure: failureText(messages) });

  const begin = ({ name, gridNo, script = [] }: { name: string; gridNo: GridNo; script?: ScriptRow[] }) =>
    send(async () => {
      const { id } = await client.exercise.exerciseBegin({
        body: { name: name.trim(), gridNo, script: writeScript(script) },
        silent: true,
      });
      const seq = records.seq();
      const listed = await client.operatingMode.modeList({ silent: true, occasion: 'background' }).catch(() => null);
      if (listed) records.load(listed, seq);
      onBegun(id);
    }, messages.begun);

  return (
    <Modal
      open
      title={messages.begin}
      width="min(980px, 94vw)"
      okText={messages.confirmBegin}
      cancelText={messages.cancel}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" disabled={isBusy} initialValues={{ gridNo: own }} onFinish={(values) => void begin(values)}>
        <Form.Item name="name" label={messages.name} rules={needed(messages.needed.name)}>
          <TextInput most={64} placeholder={messages.namePlaceholder} />
        </Form.Item>
        <Form.Item name="gridNo" label={messages.grid}>
          <GridPicker />
        </Form.Item>
        <ScriptFields hint={messages.scriptHint} />
      </Form>
      {failed && <Alert type="error" showIcon role="alert" title={failed} />}
    </Modal>
  );
}

/** The alarms of a script, one per row. */
function ScriptFields({ hint }: { readonly hint: string }) {
  const messages = useExerciseMessages();
  return (
    <section className="exercise-script" aria-label={messages.script}>
      <h3>{messages.script}</h3>
      <p className="hint">{hint}</p>
      <Form.List name="script">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <Space key={key} align="start" wrap className="exercise-inject">
                <Form.Item name={[name, 'minutes']} label={messages.minutes} rules={chosen(messages.needed.minutes)}>
                  <NumberInput min={0} max={1_440} />
                </Form.Item>
                <Form.Item name={[name, 'kind']} label={messages.kind}>
                  <Select style={{ width: 120 }} options={DRILL_KINDS.map((value) => ({ value, label: messages.kinds[value] }))} />
                </Form.Item>
                <Form.Item name={[name, 'position']} label={messages.position} rules={chosen(messages.needed.position)}>
                  <PositionInput label={messages.position} />
                </Form.Item>
                <Form.Item name={[name, 'description']} label={messages.description}>
                  <TextInput most={200} />
                </Form.Item>
                <Button className="exercise-remove" onClick={() => remove(name)}>
                  {messages.remove}
                </Button>
              </Space>
            ))}
            <Button block disabled={fields.length >= MOST_INJECTS} onClick={() => add(NEW_ROW)}>
              {messages.add}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  );
}

/** The actions on a running exercise: its leader inserts alarms; the leader of the duty ends it. */
function Running({
  exercise,
  onChanged,
  children,
}: {
  readonly exercise: Exercise;
  readonly onChanged: () => void;
  readonly children: ReactNode;
}) {
  const messages = useExerciseMessages();
  const client = useClient();
  const me = useSession().info?.userDTO.id;
  const [form] = Form.useForm<{ script: ScriptRow[] }>();
  const { isBusy, failed, send } = useSend({ failure: failureText(messages) });
  const [isEnding, setEnding] = useState(false);
  const isLeader = exercise.leaderId === me;

  const act = async (run: () => Promise<unknown>, done: string) => {
    const isDone = await send(run, done);
    if (isDone) onChanged();
    return isDone;
  };
  const inject = async ({ script = [] }: { script?: ScriptRow[] }) => {
    if (script.length === 0) return;
    const body = { id: exercise.id, script: writeScript(script) };
    if (await act(() => client.exercise.exerciseInject({ body, silent: true }), messages.injected)) form.resetFields();
  };
  const end = async () => {
    await act(() => client.exercise.exerciseEnd({ body: { id: exercise.id }, silent: true }), messages.ended);
    setEnding(false);
  };

  return (
    <section className="exercise-card" {...drillAttributes({ exerciseId: exercise.id })} aria-label={messages.running}>
      {children}
      {isLeader ? (
        <Form
          form={form}
          layout="vertical"
          disabled={isBusy}
          initialValues={{ script: [NEW_ROW] }}
          onFinish={(values) => void inject(values)}
        >
          <ScriptFields hint={messages.injectHint} />
          <Button type="primary" htmlType="submit" loading={isBusy} className="exercise-act">
            {messages.inject}
          </Button>
        </Form>
      ) : (
        <p className="hint">{messages.leaderOnly(exercise.leaderName)}</p>
      )}
      {isEnding ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={messages.endAsk}
          description={
            <Space>
              <Button danger type="primary" loading={isBusy} onClick={() => void end()}>
                {messages.endConfirm}
              </Button>
              <Button disabled={isBusy} onClick={() => setEnding(false)}>
                {messages.cancel}
              </Button>
            </Space>
          }
        />
      ) : (
        <Button danger onClick={() => setEnding(true)}>
          {messages.end}
        </Button>
      )}
      {failed && <Alert type="error" showIcon role="alert" title={failed} />}
    </section>
  );
}
