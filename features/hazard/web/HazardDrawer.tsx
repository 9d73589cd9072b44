// One hazard point: facts, warnings with officers' actions, monitors with curves, rain, photos and history; edit and delete.

import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { HOUR_MS, type Named } from '@lookout/domain';
import { needed, TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { StoredPhotos } from '@lookout/web/shared/photos/StoredPhotos.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { UNDO_SECONDS } from '@lookout/web/shared/undo/use-undo.tsx';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Form, Modal, Segmented, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { type Hazard, MONITOR_UNITS, type MonitorNow } from '../hazard.ts';
import { CauseText, LevelTag } from './HazardTags.tsx';
import { useHazardMessages } from './messages.ts';
import { ReadingChart } from './ReadingChart.tsx';
import { WarningAnswers } from './WarningAnswers.tsx';

/** CSS pixels. */
const DRAWER_WIDTH = 540;
const POLL_MS = 60_000;
const MOST_WARNINGS = 5;

interface Props {
  readonly id: string;
  readonly onEdit: (hazard: Named<Hazard>) => void;
  readonly onClose: () => void;
  readonly onRemoved: (hazard: Hazard) => void;
}

export function HazardDrawer({ id, onEdit, onClose, onRemoved }: Props) {
  const messages = useHazardMessages();
  const client = useClient();
  const [isRemoving, setRemoving] = useState(false);
  const file = useCall(['hazards', 'one', id], client.hazard.hazardOne, { params: { id } }, { refetchInterval: POLL_MS });
  const hazard = file.data?.hazard;
  return (
    <Drawer
      open
      mask={false}
      size={DRAWER_WIDTH}
      title={hazard?.name ?? messages.title}
      onClose={onClose}
      extra={
        hazard && (
          <Space>
            <Button icon={<EditOutlined />} onClick={() => onEdit(hazard)}>
              {messages.edit}
            </Button>
            <Button danger icon={<DeleteOutlined />} onClick={() => setRemoving(true)}>
              {messages.remove}
            </Button>
          </Space>
        )
      }
    >
      {file.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {file.isError && <LoadFailed error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && hazard && (
        <div className="hazard-file">
          <Facts hazard={hazard} />
          <Warnings id={id} />
          <section>
            <h3>{messages.fields.monitors}</h3>
            <p className="hint tabular">
              {file.data.rain.oneHour === null || file.data.rain.at === null
                ? messages.rainUnknown
                : messages.rainNow(String(file.data.rain.oneHour), String(file.data.rain.oneDay ?? 0), dayAndMinute(file.data.rain.at))}
            </p>
            {file.data.monitors.length === 0 && <p className="hint">{messages.noMonitors}</p>}
            {file.data.monitors.map((monitor) => (
              <Monitor key={monitor.monitor.id} hazardId={id} now={monitor} />
            ))}
          </section>
          <History id={id} />
        </div>
      )}
      {isRemoving && hazard && <RemoveDialog hazard={hazard} onClose={() => setRemoving(false)} onRemoved={onRemoved} />}
    </Drawer>
  );
}

function Facts({ hazard }: { readonly hazard: Named<Hazard> }) {
  const messages = useHazardMessages();
  const { fields } = messages;
  const facts: readonly (readonly [string, string | null])[] = [
    [fields.code, hazard.code],
    [fields.kind, messages.kinds[hazard.kind]],
    [fields.level, messages.levels[hazard.level]],
    [fields.state, messages.states[hazard.state]],
    [fields.people, messages.people(hazard.people)],
    [fields.households, messages.households(hazard.households)],
    [fields.dutyName, hazard.dutyName],
    [fields.grid, hazard.gridName],
    [fields.address, hazard.address],
    [fields.position, decimalText(hazard.position)],
    [fields.description, hazard.description],
    [fields.changed, messages.byAt(hazard.changedBy, formatTime(hazard.changedAt))],
  ];
  return (
    <>
      <dl className="hazard-facts tabular">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '—'}</dd>
          </div>
        ))}
        <div>
          <dt>{fields.dutyPhone}</dt>
          <dd>{hazard.dutyPhone === null ? '—' : <a href={`tel:${hazard.dutyPhone}`}>{hazard.dutyPhone}</a>}</dd>
        </div>
      </dl>
      <StoredPhotos photos={hazard.photos} />
    </>
  );
}

function Warnings({ id }: { readonly id: string }) {
  const messages = useHazardMessages();
  const client = useClient();
  const warnings = useCall(['hazards', 'warnings', 'of', id], client.hazard.hazardWarningPage, {
    body: { hazardId: id, pageNo: 1, pageSize: MOST_WARNINGS },
  });
  return (
    <section>
      <h3>{messages.tabs.warnings}</h3>
      {warnings.isError && <LoadFailed error={warnings.error} onRetry={() => void warnings.refetch()} />}
      {warnings.data?.list.length === 0 && <p className="hint">{messages.noWarnings}</p>}
      {warnings.data?.list.map((warning) => (
        <article key={warning.id} className="hazard-warning" data-level={warning.level}>
          <p className="line">
            <LevelTag level={warning.level} />
            <span className="tabular hint">{formatTime(warning.raisedAt)}</span>
          </p>
          <p>
            <CauseText cause={warning.cause} />
          </p>
          <WarningAnswers warning={warning} />
        </article>
      ))}
    </section>
  );
}

const WINDOWS = { day: 24, week: 24 * 7, month: 24 * 30 } as const;
type ChartWindow = keyof typeof WINDOWS;

function Monitor({ hazardId, now: { monitor, last, cause } }: { readonly hazardId: string; readonly now: MonitorNow }) {
  const messages = useHazardMessages();
  const { client, now } = useServices();
  const [window, setWindow] = useState<ChartWindow>('day');
  const { unit } = MONITOR_UNITS[monitor.kind];
  const figure = (n: number) => String(Math.round(n * 100) / 100);
  const readings = useQuery({
    queryKey: ['hazards', 'readings', monitor.id, window, last?.at.getTime() ?? 0],
    queryFn: ({ signal }) => {
      const beginTime = formatTime(new Date(now() - WINDOWS[window] * HOUR_MS));
      return client.hazard.readingList({ body: { id: hazardId, monitorId: monitor.id, beginTime }, silent: true, signal });
    },
  });
  return (
    <article className="hazard-monitor">
      <header className="line">
        <strong>{monitor.name}</strong>
        <span className="hint">
          {messages.monitorKinds[monitor.kind]} · {monitor.code}
        </span>
        {cause && <LevelTag level={cause.level} />}
        <Segmented
          size="small"
          value={window}
          onChange={setWindow}
          options={(Object.keys(WINDOWS) as ChartWindow[]).map((value) => ({ value, label: messages.windows[value] }))}
        />
      </header>
      <p className="tabular">
        {last === null ? messages.neverRead : messages.latest(figure(last.value), unit, dayAndMinute(last.at))}
        {last !== null && last.rate !== null && MONITOR_UNITS[monitor.kind].hasRate && (
          <span className="hint"> {messages.rate(figure(last.rate), unit)}</span>
        )}
      </p>
      {readings.isPending && <Skeleton.Node active style={{ width: 480, height: 120 }} />}
      {readings.isError && <LoadFailed error={readings.error} onRetry={() => void readings.refetch()} />}
      {readings.data && <ReadingChart name={monitor.name} unit={unit} readings={readings.data} thresholds={monitor.value} />}
    </article>
  );
}

function History({ id }: { readonly id: string }) {
  const messages = useHazardMessages();
  const client = useClient();
  const history = useCall(['hazards', 'history', id], client.hazard.hazardHistory, { body: { id } });
  return (
    <section>
      <h3>{messages.history}</h3>
      {history.isError && <LoadFailed error={history.error} onRetry={() => void history.refetch()} />}
      <ol className="hazard-history">
        {history.data?.map((line) => (
          <li key={`${line.at.getTime()} ${line.warningId} ${line.act}`}>
            <span className="tabular hint">{formatTime(line.at)}</span> <strong>{messages.acts[line.act]}</strong>{' '}
            {line.level !== null && <LevelTag level={line.level} />} <span className="hint">{line.by}</span>
            {line.cause && (
              <div>
                <CauseText cause={line.cause} />
              </div>
            )}
            {line.note && <div>{line.note}</div>}
            {line.fields.length > 0 && (
              <div className="hint">
                {line.fields
                  .flatMap((field) => (messages.fields as Readonly<Record<string, string>>)[field === 'gridNo' ? 'grid' : field] ?? [])
                  .join(marks().list)}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Deleting a point asks for a reason, and the server requires 验证密码. */
function RemoveDialog(props: { readonly hazard: Hazard; readonly onClose: () => void; readonly onRemoved: (hazard: Hazard) => void }) {
  const { hazard, onClose, onRemoved } = props;
  const messages = useHazardMessages();
  const client = useClient();
  const [form] = Form.useForm<{ reason: string }>();
  const { isBusy, failed, send } = useSend();
  const remove = ({ reason }: { readonly reason: string }) =>
    send(async () => {
      await client.hazard.deleteHazard({ params: { id: hazard.id }, query: { reason: reason.trim() }, silent: true });
      onRemoved(hazard);
    });
  return (
    <Modal
      open
      title={messages.removeAsk(hazard.name)}
      okText={messages.remove}
      okButtonProps={{ danger: true, disabled: isBusy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{messages.removeHint(UNDO_SECONDS)}</p>
      <Form form={form} layout="vertical" requiredMark={false} disabled={isBusy} onFinish={(typed) => void remove(typed)}>
        <Form.Item name="reason" label={messages.reason} rules={needed(messages.reasonNeeded)}>
          <TextArea rows={2} autoFocus most={200} />
        </Form.Item>
      </Form>
      {failed && <Alert type="error" showIcon role="alert" title={failed} />}
    </Modal>
  );
}
