// The fields of an order, shared by the dispatch form, templates and recurring patrols (specification §5).

import { useFieldMessages } from '@lookout/web/shared/fields/messages.ts';
import { NumberInput, numberRule } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextArea, TextInput, textRule } from '@lookout/web/shared/fields/TextInput.tsx';
import { Form, Radio } from 'antd';
import type { ReactNode } from 'react';
import { PRIORITIES } from '../../priority.ts';
import { MAX_COUNT } from '../../task.ts';
import type { TaskOrder } from '../../task-template.ts';
import { useTasksMessages } from '../messages.ts';
import { COUNT_FIELDS } from './dispatch-form.ts';
import { useDispatchMessages } from './messages.ts';

const MOST_CONTENT = 500;
const MOST_RESERVE = 200;
const MOST_CHECKLIST = 1_000;

/** An order as the values of the form's fields. */
export interface TypedOrder {
  readonly content?: string;
  readonly priority: TaskOrder['priority'];
  readonly peopleCount?: number | null;
  readonly vehicleCount?: number | null;
  readonly equipmentCount?: number | null;
  readonly reserve?: string;
  readonly checklist?: string;
}

/** A count of 0 is shown as an empty field. */
const typedCount = (count: number): number | null => (count === 0 ? null : count);

/** Specification §5: at most three digits. */
const COUNT = { min: 0, max: MAX_COUNT, isWhole: true } as const;

export const typedOrder = (order: TaskOrder): TypedOrder => ({
  content: order.content,
  priority: order.priority,
  peopleCount: typedCount(order.peopleCount),
  vehicleCount: typedCount(order.vehicleCount),
  equipmentCount: typedCount(order.equipmentCount),
  reserve: order.reserve ?? '',
  checklist: order.checklist ?? '',
});

const textOrNull = (text: string | undefined): string | null => text?.trim() || null;

export const orderOf = (typed: TypedOrder): TaskOrder => ({
  content: typed.content?.trim() ?? '',
  priority: typed.priority,
  peopleCount: typed.peopleCount ?? 0,
  vehicleCount: typed.vehicleCount ?? 0,
  equipmentCount: typed.equipmentCount ?? 0,
  reserve: textOrNull(typed.reserve),
  checklist: textOrNull(typed.checklist),
});

/** @param children the time fields, placed between the text and the priority */
export function OrderFields({ children }: { readonly children?: ReactNode }) {
  const messages = useDispatchMessages();
  const fieldMessages = useFieldMessages();
  const { priorities } = useTasksMessages();
  return (
    <>
      <Form.Item
        name="content"
        label={messages.content}
        rules={[{ required: true, whitespace: true, message: messages.needContent }, textRule(MOST_CONTENT, fieldMessages)]}
      >
        <TextArea rows={2} most={MOST_CONTENT} hasRule showCount placeholder={messages.contentPlaceholder} />
      </Form.Item>
      {children}
      <Form.Item name="priority" label={messages.priority} rules={[{ required: true, message: messages.needPriority }]}>
        <Radio.Group optionType="button" options={PRIORITIES.map((value) => ({ value, label: `${value} ${priorities[value]}` }))} />
      </Form.Item>
      <div className="dispatch-counts pair">
        {COUNT_FIELDS.map((field) => (
          <Form.Item key={field} name={field} label={messages.counts[field]} rules={[numberRule(COUNT, fieldMessages)]}>
            <NumberInput {...COUNT} hasRule placeholder="0" suffix={messages.countUnits[field]} />
          </Form.Item>
        ))}
      </div>
      <Form.Item name="reserve" label={messages.reserve}>
        <TextInput most={MOST_RESERVE} placeholder={messages.reservePlaceholder} />
      </Form.Item>
      <Form.Item name="checklist" label={messages.checklist}>
        <TextArea rows={2} most={MOST_CHECKLIST} placeholder={messages.checklistPlaceholder} />
      </Form.Item>
    </>
  );
}
