// 启动预案: for a fire in progress, the plan that applies to its grid, the level and the reason.

import type { Named } from '@lookout/domain';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormModal } from '@lookout/web/shared/form/FormModal.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Select } from 'antd';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { type Plan, RESPONSE_LEVELS, type ResponseLevel } from '../plan.ts';
import { usePlanMessages } from './messages.ts';
import { RUNS } from './runs.ts';
import './plans.css';

interface Typed {
  readonly fireId: string;
  readonly id: string;
  readonly level: ResponseLevel;
  readonly reason: string;
  readonly notify?: boolean;
}

const MOST_FIRES = 200;
const MOST_REASON = 200;

interface Props {
  /** The fire; null: chosen in this form. */
  readonly fire: Pick<NamedAlarm, 'id' | 'formattedAddress'> | null;
  readonly onClose: () => void;
}

export function StartPlan({ fire, onClose }: Props) {
  const messages = usePlanMessages();
  const client = useClient();
  const [form] = Form.useForm<Typed>();
  const chosen = Form.useWatch('fireId', form) ?? fire?.id ?? null;
  const planId = Form.useWatch('id', form);
  const level = Form.useWatch('level', form);
  const sending = useSend({ refetch: [RUNS], failure: messages.failed, rests: true });
  const fires = useQuery({
    queryKey: ['fires-in-progress'],
    queryFn: async ({ signal }) =>
      (await client.alarm.page({ body: { state: 'in-progress', pageSize: MOST_FIRES }, silent: true, signal })).list,
    enabled: fire === null,
  });
  const plans = useQuery({
    queryKey: ['plans-for-fire', chosen],
    queryFn: ({ signal }) => client.plan.plansForFire({ query: { fireId: chosen ?? '' }, silent: true, signal }),
    enabled: chosen !== null,
  });
  const offered: readonly Named<Plan>[] = plans.data ?? [];
  const plan = offered.find(({ id }) => id === planId) ?? (offered.length === 1 ? offered[0] : undefined);
  const condition = plan?.content.conditions.find((one) => one.level === level)?.text;

  const start = ({ fireId, level: at, reason, notify = false }: Typed) =>
    plan &&
    sending.send(async () => {
      const body = { fireId: fire?.id ?? fireId, id: plan.id, level: at, reason: reason.trim(), notify };
      await client.plan.startPlan({ body, silent: true });
      onClose();
    }, messages.started);
  const isWithoutPlan = chosen !== null && plans.isSuccess && offered.length === 0;
  return (
    <FormModal<Typed>
      width={560}
      title={fire === null ? messages.start : messages.startFor(fire.formattedAddress)}
      form={form}
      sending={sending}
      submit={messages.start}
      isDisabled={!plan}
      onSubmit={start}
      onClose={onClose}
    >
      {fire === null && (
        <Form.Item name="fireId" label={messages.fire} rules={[{ required: true, message: messages.fireNeeded }]}>
          <Select
            loading={fires.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            notFoundContent={messages.noFires}
            options={(fires.data ?? []).map(({ id, formattedAddress }) => ({ value: id, label: formattedAddress }))}
            onChange={() => form.resetFields(['id'])}
          />
        </Form.Item>
      )}
      {fires.isError && <LoadFailed error={fires.error} onRetry={() => void fires.refetch()} />}
      {plans.isError && <LoadFailed error={plans.error} onRetry={() => void plans.refetch()} />}
      {isWithoutPlan && <Alert type="warning" showIcon title={messages.noPlans} />}
      {offered.length > 1 && (
        <Form.Item name="id" label={messages.choosePlan} rules={[{ required: true, message: messages.planNeeded }]}>
          <Select
            options={offered.map(({ id, content, version, gridName }) => ({
              value: id,
              label: `${messages.plan(content.title, version)} · ${gridName}`,
            }))}
          />
        </Form.Item>
      )}
      {plan && (
        <p className="second">
          {messages.plan(plan.content.title, plan.version)} · {plan.gridName}
        </p>
      )}
      <Form.Item name="level" label={messages.level} rules={[{ required: true, message: messages.levelNeeded }]}>
        <Select options={RESPONSE_LEVELS.map((value) => ({ value, label: messages.levels[value] }))} />
      </Form.Item>
      {condition && <p className="hint plan-condition">{messages.condition(condition)}</p>}
      <Form.Item name="reason" label={messages.reason} rules={[{ required: true, whitespace: true, message: messages.reasonNeeded }]}>
        <TextArea rows={2} most={MOST_REASON} showCount />
      </Form.Item>
      <Form.Item name="notify" valuePropName="checked">
        <Checkbox>{messages.notify}</Checkbox>
      </Form.Item>
    </FormModal>
  );
}
