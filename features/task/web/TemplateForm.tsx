// Create or change a task template. If two officers edit at once, the second is shown what the first saved.

import type { GridNo, Named } from '@lookout/domain';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormModal } from '@lookout/web/shared/form/FormModal.tsx';
import { Revised } from '@lookout/web/shared/form/Revised.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { GridPicker, useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { Form } from 'antd';
import { useState } from 'react';
import { OrderFields, orderOf, type TypedOrder, typedOrder } from '../parts/dispatch/OrderFields.tsx';
import { TEMPLATES } from '../parts/dispatch/TemplateSelect.tsx';
import { USUAL_MINUTES } from '../parts/dispatch/use-dispatch-form.tsx';
import { MOST_TEMPLATE_MINUTES, type TaskTemplate, type TaskTemplateDraft } from '../task-template.ts';
import { useTaskPageMessages } from './messages.ts';

interface Typed extends TypedOrder {
  readonly name: string;
  readonly durationMinutes: number;
  readonly gridNo?: GridNo;
}

const MOST_NAME = 64;

interface Props {
  /** null: create a new template. */
  readonly template: Named<TaskTemplate> | null;
  readonly onClose: () => void;
}

export function TemplateForm({ template, onClose }: Props) {
  const { templates: messages, forms } = useTaskPageMessages();
  const client = useClient();
  const own = useOwnGrid();
  const [form] = Form.useForm<Typed>();
  const [standing, setStanding] = useState(template);
  const [theirs, setTheirs] = useState<TaskTemplate | null>(null);
  const sending = useSend({
    refetch: [TEMPLATES],
    failure: forms.failed,
    rests: true,
    onRefused: ({ data, fields }) => {
      const current = data as Partial<TaskTemplate> | null;
      if (standing !== null && current?.id === standing.id) setTheirs(current as TaskTemplate);
      form.setFields(fields.map(({ path, message }) => ({ name: path as keyof Typed, errors: [message] })));
    },
  });
  const typedOf = (one: TaskTemplate): Typed => ({ ...typedOrder(one), name: one.name, durationMinutes: one.durationMinutes });

  const save = ({ name, durationMinutes, gridNo, ...typed }: Typed) =>
    sending.send(async () => {
      const draft: TaskTemplateDraft = { name: name.trim(), durationMinutes, ...orderOf(typed) };
      if (standing === null) await client.task.createTaskTemplate({ body: { gridNo: gridNo ?? own ?? '', ...draft }, silent: true });
      else
        await client.task.reviseTaskTemplate({
          params: { id: standing.id },
          body: { revision: standing.revision, ...draft },
          silent: true,
        });
      onClose();
    }, forms.saved);
  const keep = (one: TaskTemplate) => {
    setStanding({ ...one, gridName: '' });
    setTheirs(null);
    sending.forget();
  };
  return (
    <FormModal<Typed>
      isCentered
      width={640}
      title={template === null ? messages.add : messages.edit(template.name)}
      form={form}
      initial={
        template === null ? { priority: 3, durationMinutes: USUAL_MINUTES, ...(own !== null && { gridNo: own }) } : typedOf(template)
      }
      className="dense-form"
      sending={theirs === null ? sending : { ...sending, failed: null }}
      submit={forms.save}
      isDisabled={theirs !== null}
      onSubmit={save}
      onClose={onClose}
    >
      {theirs && (
        <Revised
          title={forms.revised(theirs.changedBy)}
          take={forms.take}
          keep={forms.keep}
          onTake={() => {
            form.setFieldsValue(typedOf(theirs));
            keep(theirs);
          }}
          onKeep={() => keep(theirs)}
        >
          {[theirs.name, theirs.content].join(' · ')}
        </Revised>
      )}
      <Form.Item name="name" label={messages.name} rules={[{ required: true, whitespace: true, message: messages.needName }]}>
        <TextInput most={MOST_NAME} autoComplete="off" />
      </Form.Item>
      {template === null && (
        <Form.Item name="gridNo" label={messages.grid} extra={messages.gridHint}>
          <GridPicker />
        </Form.Item>
      )}
      <OrderFields>
        <Form.Item name="durationMinutes" label={messages.duration} rules={[{ required: true, message: messages.needDuration }]}>
          <NumberInput min={1} max={MOST_TEMPLATE_MINUTES} isWhole suffix={forms.minutes} style={{ width: 180 }} />
        </Form.Item>
      </OrderFields>
    </FormModal>
  );
}
