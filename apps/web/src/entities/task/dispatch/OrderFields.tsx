// The fields that an order has in the dispatch form, in a template and in a recurring patrol alike (specification §5).
import { PRIORITIES, type TaskOrder } from '@lookout/domain';
import { Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useTasksMessages } from '../messages.ts';
import { COUNT_FIELDS, countOf, onlyCount } from './dispatch-form.ts';
import { useDispatchMessages } from './messages.ts';

const MOST_CONTENT = 500;
const MOST_RESERVE = 200;
const MOST_CHECKLIST = 1_000;

/** As the form's fields hold an order. */
export interface TypedOrder {
  readonly content?: string;
  readonly priority: TaskOrder['priority'];
  readonly peopleCount?: string;
  readonly vehicleCount?: string;
  readonly equipmentCount?: string;
  readonly reserve?: string;
  readonly checklist?: string;
}

const countText = (count: number): string => (count === 0 ? '' : String(count));

export const typedOrder = (order: TaskOrder): TypedOrder => ({
  content: order.content,
  priority: order.priority,
  peopleCount: countText(order.peopleCount),
  vehicleCount: countText(order.vehicleCount),
  equipmentCount: countText(order.equipmentCount),
  reserve: order.reserve ?? '',
  checklist: order.checklist ?? '',
});

const textOrNull = (text: string | undefined): string | null => text?.trim() || null;

export const orderOf = (typed: TypedOrder): TaskOrder => ({
  content: typed.content?.trim() ?? '',
  priority: typed.priority,
  peopleCount: countOf(typed.peopleCount),
  vehicleCount: countOf(typed.vehicleCount),
  equipmentCount: countOf(typed.equipmentCount),
  reserve: textOrNull(typed.reserve),
  checklist: textOrNull(typed.checklist),
});

/** @param children between the text and the priority: when */
export function OrderFields({ children }: { readonly children?: ReactNode }) {
  const messages = useDispatchMessages();
  const { priorities } = useTasksMessages();
  return (
    <>
      <Form.Item
        name="content"
        label={messages.content}
        rules={[{ required: true, whitespace: true, message: messages.needContent }, { max: MOST_CONTENT }]}
      >
        <Input.TextArea rows={2} maxLength={MOST_CONTENT} showCount placeholder={messages.contentPlaceholder} />
      </Form.Item>
      {children}
      <Form.Item name="priority" label={messages.priority} rules={[{ required: true, message: messages.needPriority }]}>
        <Radio.Group optionType="button" options={PRIORITIES.map((value) => ({ value, label: `${value} ${priorities[value]}` }))} />
      </Form.Item>
      <div className="dispatch-counts pair">
        {COUNT_FIELDS.map((field) => (
          <Form.Item key={field} name={field} label={messages.counts[field]} normalize={onlyCount}>
            <Input inputMode="numeric" placeholder="0" suffix={messages.countUnits[field]} autoComplete="off" />
          </Form.Item>
        ))}
      </div>
      <Form.Item name="reserve" label={messages.reserve}>
        <Input maxLength={MOST_RESERVE} placeholder={messages.reservePlaceholder} />
      </Form.Item>
      <Form.Item name="checklist" label={messages.checklist}>
        <Input.TextArea rows={2} maxLength={MOST_CHECKLIST} placeholder={messages.checklistPlaceholder} />
      </Form.Item>
    </>
  );
}
