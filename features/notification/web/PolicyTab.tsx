// 值班策略: whether everyone on a duty list is notified by short message, how those on duty are reminded, and whether alarms that join a fire
// in progress need their own judgement.

import { formatTime } from '@lookout/contract';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { chosen } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { GridFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Alert, Button, Form, Select, Skeleton, Switch } from 'antd';
import { NOTIFICATION_LEVELS, type NotificationLevel, type PolicyInForce, REPEAT_BOUNDS } from '../notification.ts';
import { useNotificationMessages } from './messages.ts';

const POLICY = 'notification-policy';
const JOINED = 'incident-policy';

export function PolicyTab() {
  const { policy: messages } = useNotificationMessages();
  const client = useClient();
  const url = useUrlState();
  const gridNo = useGridFilter(url);
  const policy = useCall([POLICY, gridNo], client.notification.notificationPolicy, { query: { gridNo } });
  return (
    <div className="notification-settings">
      <Alert type="info" showIcon title={messages.hint} className="notification-hint" />
      <search className="page-bar">
        <GridFilter url={url} />
      </search>
      {policy.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {policy.isError && <LoadFailed error={policy.error} onRetry={() => void policy.refetch()} />}
      {policy.data !== undefined && <PolicyForm key={`${policy.data.gridNo} ${policy.data.changedAt?.getTime()}`} policy={policy.data} />}
      <JoinedAlarms gridNo={gridNo} />
    </div>
  );
}

/** 火情归并: whether an alarm that joins a fire in progress inherits its verdict. */
function JoinedAlarms({ gridNo }: { readonly gridNo: string | null }) {
  const { policy: messages } = useNotificationMessages();
  const client = useClient();
  const { isBusy, send } = useSend({ refetch: [JOINED] });
  const policy = useCall([JOINED, gridNo], client.incident.incidentPolicy, { query: { gridNo } });
  if (policy.isError) return <LoadFailed error={policy.error} onRetry={() => void policy.refetch()} />;
  if (policy.data === undefined) return null;
  const { data } = policy;
  const save = (inheritsVerdict: boolean) =>
    send(() => client.incident.saveIncidentPolicy({ body: { gridNo: data.gridNo, inheritsVerdict } }), messages.joinedSaved);
  return (
    <section className="notification-joined" aria-label={messages.joined}>
      <h2>{messages.joined}</h2>
      <p className="second">{whoseText(data, messages)}</p>
      <p className="line">
        <Switch aria-label={messages.inherits} checked={data.inheritsVerdict} loading={isBusy} onChange={(on) => void save(on)} />
        {messages.inherits}
      </p>
      <p className="second">{messages.inheritsHint}</p>
    </section>
  );
}

/** The grid whose setting it is, and who changed it when. */
function whoseText(
  { gridName, fromGridName, changedBy, changedAt }: Pick<PolicyInForce, 'gridName' | 'fromGridName' | 'changedBy' | 'changedAt'>,
  messages: ReturnType<typeof useNotificationMessages>['policy'],
): string {
  const whose = fromGridName === null ? messages.usual : fromGridName === gridName ? '' : messages.from(fromGridName);
  const by = changedBy === null || changedAt === null ? '' : messages.changed(changedBy, formatTime(changedAt));
  return [gridName, whose, by].filter((text) => text !== '').join(' · ');
}

interface Fields {
  /** '': nobody. */
  readonly dutyLevel: NotificationLevel | '';
  readonly repeatMinutes: number;
  readonly repeats: number;
}

/** The persons whom the list reaches at present; highlighted if there are none. */
function Reach({ policy: { gridName, reach } }: { readonly policy: PolicyInForce }) {
  const { policy: messages, stages } = useNotificationMessages();
  const { onList, reached, from, gap } = reach;
  if (gap === null) return <p className="second">{messages.reached(onList, reached, from === null ? '' : stages[from])}</p>;
  const { title, todo } = messages.gaps[gap];
  return <Alert type="error" showIcon role="alert" className="notification-hint" title={title(gridName, onList)} description={todo} />;
}

function PolicyForm({ policy }: { readonly policy: PolicyInForce }) {
  const { policy: messages, levels } = useNotificationMessages();
  const client = useClient();
  const [form] = Form.useForm<Fields>();
  const { isBusy, send } = useSend({ refetch: [POLICY], onRefused: (error) => showFieldFaults(form, error) });
  const { gridNo } = policy;

  const save = ({ dutyLevel, ...repeat }: Fields) => {
    const body = { gridNo, dutyLevel: dutyLevel === '' ? null : dutyLevel, ...repeat };
    return send(() => client.notification.saveNotificationPolicy({ body }), messages.saved);
  };
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      initialValues={{ dutyLevel: policy.dutyLevel ?? '', repeatMinutes: policy.repeatMinutes, repeats: policy.repeats }}
      onFinish={(fields) => void save(fields)}
    >
      <p className="second">{whoseText(policy, messages)}</p>
      <Reach policy={policy} />
      <Form.Item name="dutyLevel" label={messages.dutyLevel}>
        <Select<NotificationLevel | ''>
          options={[{ value: '', label: messages.nobody }, ...NOTIFICATION_LEVELS.map((value) => ({ value, label: levels[value] }))]}
        />
      </Form.Item>
      <Form.Item name="repeatMinutes" label={messages.repeatMinutes} rules={chosen(messages.needNumber)}>
        <NumberInput min={REPEAT_BOUNDS.leastMinutes} max={REPEAT_BOUNDS.mostMinutes} isWhole />
      </Form.Item>
      <Form.Item name="repeats" label={messages.repeats} rules={chosen(messages.needNumber)}>
        <NumberInput min={0} max={REPEAT_BOUNDS.mostRepeats} isWhole />
      </Form.Item>
      <Button type="primary" loading={isBusy} onClick={() => form.submit()}>
        {messages.save}
      </Button>
    </Form>
  );
}
