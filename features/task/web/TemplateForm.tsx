// Create or change a task template. If two officers edit at once, the second is shown what the first saved.
import { CallFailed } from '@lookout/client';
import type { GridNo, Named } from '@lookout/domain';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { GridPicker, useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Modal } from 'antd';
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
  const { message } = App.useApp();
  const client = useClient();
  const queries = useQueryClient();
  const own = useOwnGrid();
  const [form] = Form.useForm<Typed>();
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [standing, setStanding] = useState(template);
  const [theirs, setTheirs] = useState<TaskTemplate | null>(null);
  const rest = useSubmitRest();
  const typedOf = (one: TaskTemplate): Typed => ({ ...typedOrder(one), name: one.name, durationMinutes: one.durationMinutes });

  const save = async ({ name, durationMinutes, gridNo, ...typed }: Typed) => {
    if (!rest.begin()) return;
    setSending(true);
    setFailed(null);
    try {
      const draft: TaskTemplateDraft = { name: name.trim(), durationMinutes, ...orderOf(typed) };
      if (standing === null) await client.task.createTaskTemplate({ body: { gridNo: gridNo ?? own ?? '', ...draft }, silent: true });
      else
        await client.task.reviseTaskTemplate({
          params: { id: standing.id },
          body: { revision: standing.revision, ...draft },
          silent: true,
        });
      void message.success(forms.saved);
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const current = error.data as Partial<TaskTemplate> | null;
      if (standing !== null && current?.id === standing.id) setTheirs(current as TaskTemplate);
      form.setFields(error.fields.map(({ path, message: fault }) => ({ name: path as keyof Typed, errors: [fault] })));
      setFailed(`${forms.failed}${marks().brackets(error.message)}`);
    } finally {
      setSending(false);
      void queries.invalidateQueries({ queryKey: [TEMPLATES] });
    }
  };
  return (
    <Modal
      open
      centered
      width={640}
      title={template === null ? messages.add : messages.edit(template.name)}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form<Typed>
        form={form}
        layout="vertical"
        className="dense-form"
        requiredMark={false}
        disabled={sending}
        initialValues={template === null ? { priority: 3, durationMinutes: USUAL_MINUTES, gridNo: own } : typedOf(template)}
        onFinish={(typed) => void save(typed)}
      >
        {theirs && (
          <Alert
            type="warning"
            showIcon
            role="alert"
            title={forms.revised(theirs.changedBy)}
            description={
              <>
                <p>{[theirs.name, theirs.content].join(' · ')}</p>
                <Button
                  size="small"
                  onClick={() => {
                    form.setFieldsValue(typedOf(theirs));
                    setStanding({ ...theirs, gridName: '' });
                    setTheirs(null);
                    setFailed(null);
                  }}
                >
                  {forms.take}
                </Button>{' '}
                <Button
                  size="small"
                  onClick={() => {
                    setStanding({ ...theirs, gridName: '' });
                    setTheirs(null);
                    setFailed(null);
                  }}
                >
                  {forms.keep}
                </Button>
              </>
            }
          />
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
        {failed && theirs === null && <Alert type="error" showIcon role="alert" title={failed} />}
        <div className="form-buttons">
          <Button onClick={onClose}>{forms.cancel}</Button>
          <Button type="primary" htmlType="submit" disabled={sending || rest.resting || theirs !== null} aria-busy={sending}>
            {forms.save}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
