// A new order: receivers chosen from the fire's teams and the grid's rangers, or typed; content and deadline.

import { MINUTE_MS } from '@lookout/domain';
import { useFieldMessages } from '@lookout/web/shared/fields/messages.ts';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useClient, useRecords } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { Button, Form, Select } from 'antd';
import { plotRecords } from '../../plot/parts/plot-records.ts';
import { rangerRecords } from '../../ranger/parts/ranger-records.ts';
import { MOST_ORDER_RECEIVERS, type OrderReceiverKind } from '../fire-order.ts';
import { useSituationMessages } from './messages.ts';
import { ORDERS } from './orders.ts';

interface Typed {
  readonly receivers: readonly string[];
  readonly content: string;
  /** Minutes from now; 0: immediately. */
  readonly withinMinutes: number;
}

interface Receiver {
  readonly kind: OrderReceiverKind;
  readonly name: string;
  readonly userId?: string;
}

const MOST_CONTENT = 500;
const MOST_NAME = 64;
const WITHIN_MINUTES = [0, 10, 20, 30, 60, 120, 240] as const;
const [TEAM, RANGER] = ['team:', 'ranger:'] as const;

/** The chosen or typed receiver in the form that the call accepts. @param nameOf returns the name of a ranger */
export function receiverOf(value: string, nameOf: (userId: string) => string): Receiver {
  if (value.startsWith(RANGER)) {
    const userId = value.slice(RANGER.length);
    return { kind: 'person', name: nameOf(userId), userId };
  }
  return value.startsWith(TEAM)
    ? { kind: 'team', name: value.slice(TEAM.length) }
    : { kind: 'post', name: value.trim().slice(0, MOST_NAME) };
}

export function OrderForm({ fireId }: { readonly fireId: string }) {
  const { orders: messages } = useSituationMessages();
  const fieldMessages = useFieldMessages();
  const client = useClient();
  const plots = useRecords(plotRecords);
  const rangers = useRecords(rangerRecords);
  const [form] = Form.useForm<Typed>();
  const { isBusy, isResting, failed, send } = useSend({
    refetch: [ORDERS],
    rests: true,
    failure: (error) => error.fields.map((field) => field.message).join(marks().semicolon) || error.message,
  });
  const teams = [
    ...new Set(plots.flatMap((plot) => (plot.fireId === fireId && plot.symbol === 'team' && plot.name !== '' ? [plot.name] : []))),
  ];
  const options = [
    { label: messages.teams, options: teams.map((name) => ({ value: `${TEAM}${name}`, label: name })) },
    { label: messages.rangers, options: rangers.map(({ userId, fullName }) => ({ value: `${RANGER}${userId}`, label: fullName })) },
  ].filter((group) => group.options.length > 0);

  const issue = ({ receivers, content, withinMinutes }: Typed) =>
    send(async () => {
      const nameOf = (userId: string) => rangers.find((one) => one.userId === userId)?.fullName ?? userId;
      const dueAt = withinMinutes === 0 ? null : new Date(Date.now() + withinMinutes * MINUTE_MS);
      const body = { fireId, receivers: receivers.map((value) => receiverOf(value, nameOf)), content, dueAt };
      await client.situation.issueOrder({ body, silent: true });
      form.resetFields();
    }, messages.sent);

  return (
    <Form<Typed>
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={isBusy}
      initialValues={{ receivers: [], withinMinutes: 30 }}
      aria-label={messages.give}
      onFinish={(typed) => void issue(typed)}
    >
      <Form.Item
        name="receivers"
        label={messages.to}
        rules={[
          { required: true, type: 'array', min: 1, message: messages.toNeeded },
          { type: 'array', max: MOST_ORDER_RECEIVERS, message: fieldMessages.tooMany(MOST_ORDER_RECEIVERS) },
        ]}
      >
        <Select
          mode="tags"
          options={options}
          tokenSeparators={['，', ',', '、']}
          placeholder={messages.toHint}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name="content" label={messages.content} rules={[{ required: true, whitespace: true, message: messages.contentNeeded }]}>
        <TextArea rows={2} most={MOST_CONTENT} showCount />
      </Form.Item>
      <div className="line">
        <Form.Item name="withinMinutes" label={messages.within} className="situation-within">
          <Select options={WITHIN_MINUTES.map((value) => ({ value, label: value === 0 ? messages.atOnce : messages.minutes(value) }))} />
        </Form.Item>
        <span className="gap" />
        <Button type="primary" htmlType="submit" disabled={isResting} aria-busy={isBusy}>
          {messages.give}
        </Button>
      </div>
      {failed && (
        <p role="alert" className="field-fault">
          {failed}
        </p>
      )}
    </Form>
  );
}
