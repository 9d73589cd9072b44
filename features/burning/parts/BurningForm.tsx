// 申请用火: the application for a burning. If sending fails, everything that was typed remains.

import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormButtons } from '@lookout/web/shared/form/FormButtons.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { newKey } from '@lookout/web/shared/new-key.ts';
import type { PositionValue } from '@lookout/web/shared/PositionInput.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { pickedTime } from '@lookout/web/shared/time-text.ts';
import { App, DatePicker, Form, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactElement, useState } from 'react';
import { BURNING_PURPOSES, type BurningPurpose, MOST_BURNING_DAYS } from '../burning.ts';
import './burnings.css';
import { useBurningMessages } from './messages.ts';

interface Fields {
  readonly applicant: string;
  readonly phone: string;
  readonly purpose: BurningPurpose;
  readonly position: PositionValue;
  readonly address?: string;
  readonly window: readonly [Dayjs, Dayjs];
  readonly areaHectares?: number | null;
  readonly peopleCount?: number | null;
  readonly measures?: string;
}

const PHONE = /^[0-9+()\- ]{5,32}$/;
/** Both ends of the window are one form field. */
const RENAMED = { startsAt: 'window', endsAt: 'window' } as const;
const WORKDAY_HOURS = 8;

interface Props {
  /** The field of the position: a form field with `value` and `onChange`. */
  readonly position: ReactElement;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function BurningForm({ position, onDone, onCancel }: Props) {
  const messages = useBurningMessages();
  const { modal } = App.useApp();
  const client = useClient();
  const [form] = Form.useForm<Fields>();
  const [key] = useState(newKey);
  const sending = useSend({
    refetch: ['burnings'],
    failure: messages.failed,
    rests: true,
    onRefused: (error) => showFieldFaults(form, error, RENAMED),
  });
  const { fields, rules } = messages;

  const apply = ({ window: [begin, end], address = '', measures = '', ...typed }: Fields) =>
    sending.send(async () => {
      await client.burning.createBurning({
        body: {
          ...typed,
          areaHectares: typed.areaHectares ?? null,
          peopleCount: typed.peopleCount ?? 0,
          startsAt: pickedTime(begin),
          endsAt: pickedTime(end),
          address: address.trim(),
          measures: measures.trim() || null,
        },
        headers: { 'idempotency-key': key },
        silent: true,
      });
      onDone();
    }, messages.sent);
  const leave = () => {
    if (!form.isFieldsTouched()) return onCancel();
    modal.confirm({ title: messages.leaveAsk, okText: messages.leave, cancelText: messages.stay, onOk: onCancel });
  };
  const start = dayjs().startOf('hour');

  return (
    <Form<Fields>
      form={form}
      className="dense-form"
      layout="vertical"
      requiredMark={false}
      disabled={sending.isBusy}
      aria-label={messages.add}
      initialValues={{ window: [start, start.add(WORKDAY_HOURS, 'hour')] }}
      onFinish={(typed) => void apply(typed)}
    >
      <div className="pair">
        <Form.Item name="applicant" label={fields.applicant} rules={[{ required: true, whitespace: true, message: rules.applicant }]}>
          <TextInput most={64} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="phone"
          label={fields.phone}
          rules={[
            { required: true, message: rules.phone },
            { pattern: PHONE, message: rules.badPhone },
          ]}
        >
          <TextInput most={32} autoComplete="off" inputMode="tel" />
        </Form.Item>
      </div>
      <Form.Item name="purpose" label={fields.purpose} rules={[{ required: true, message: rules.purpose }]}>
        <Select options={BURNING_PURPOSES.map((value) => ({ value, label: messages.purposes[value] }))} />
      </Form.Item>
      <Form.Item name="position" label={fields.position} rules={[{ required: true, message: rules.position }]}>
        {position}
      </Form.Item>
      <Form.Item name="address" label={fields.address}>
        <TextInput most={200} placeholder={messages.placeholders.address} />
      </Form.Item>
      <Form.Item
        name="window"
        label={fields.window}
        rules={[
          { required: true, message: rules.window },
          {
            validator: (_, value?: Fields['window']) => {
              if (!value) return Promise.resolve();
              const [begin, end] = value;
              if (!end.isAfter(begin)) return Promise.reject(new Error(rules.order));
              return end.diff(begin, 'day', true) > MOST_BURNING_DAYS
                ? Promise.reject(new Error(rules.most(MOST_BURNING_DAYS)))
                : Promise.resolve();
            },
          },
        ]}
      >
        <DatePicker.RangePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          // Enter accepts the typed time and must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          placeholder={[messages.placeholders.begin, messages.placeholders.end]}
        />
      </Form.Item>
      <div className="pair">
        <Form.Item name="areaHectares" label={fields.area}>
          <NumberInput min={0} max={100_000} />
        </Form.Item>
        <Form.Item name="peopleCount" label={fields.peopleCount}>
          <NumberInput min={0} max={999} isWhole />
        </Form.Item>
      </div>
      <Form.Item name="measures" label={fields.measures}>
        <TextArea rows={2} most={500} placeholder={messages.placeholders.measures} />
      </Form.Item>
      <FormButtons sending={sending} submit={sending.isBusy ? messages.sending : messages.send} onCancel={leave} />
    </Form>
  );
}
