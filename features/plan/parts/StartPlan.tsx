// 启动预案: for a fire in progress, the plan that applies to its grid, the level and the reason.
import { CallFailed } from '@lookout/client';
import type { Named } from '@lookout/domain';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, Form, Modal, Select } from 'antd';
import { useState } from 'react';
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
  const { message } = App.useApp();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<Typed>();
  const chosen = Form.useWatch('fireId', form) ?? fire?.id ?? null;
  const planId = Form.useWatch('id', form);
  const level = Form.useWatch('level', form);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const rest = useSubmitRest();
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

  const send = async ({ fireId, level: at, reason, notify = false }: Typed) => {
    if (!plan || !rest.begin()) return;
    setSending(true);
    setFailed(null);
    try {
      const body = { fireId: fire?.id ?? fireId, id: plan.id, level: at, reason: reason.trim(), notify };
      await client.plan.startPlan({ body, silent: true });
      void message.success(messages.started);
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailed(`${messages.failed}${marks().brackets(error.message)}`);
    } finally {
      setSending(false);
      void queries.invalidateQueries({ queryKey: [RUNS] });
    }
  };
  const isWithoutPlan = chosen !== null && plans.isSuccess && offered.length === 0;
  return (
    <Modal
      open
      width={560}
      title={fire === null ? messages.start : messages.startFor(fire.formattedAddress)}
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form<Typed> form={form} layout="vertical" requiredMark={false} disabled={sending} onFinish={(typed) => void send(typed)}>
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
        {failed && <Alert type="error" showIcon role="alert" title={failed} />}
        <div className="form-buttons">
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="primary" htmlType="submit" disabled={sending || rest.resting || !plan} aria-busy={sending}>
            {messages.start}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
