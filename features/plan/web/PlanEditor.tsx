// The draft of a plan. Input is retained after a failed request and after a colleague's change, which is then shown next to it.

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import type { GridNo, Named } from '@lookout/domain';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { chosen, needed, TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormModal } from '@lookout/web/shared/form/FormModal.tsx';
import { isConflict, useSend } from '@lookout/web/shared/form/use-send.ts';
import { GridPicker, useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { Alert, App, Button, Collapse, Form, Select } from 'antd';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { usePlanMessages } from '../parts/messages.ts';
import { type Plan, type PlanContent, type PlanFile, RESPONSE_LEVELS, type ResponseLevel } from '../plan.ts';
import { usePlanPageMessages } from './messages.ts';
import { PlanContentView } from './PlanContentView.tsx';
import './plan.css';

interface Props {
  /** null: a new plan. */
  readonly plan: Named<Plan> | null;
  readonly onClose: () => void;
  readonly onSaved: (plan: Plan) => void;
}

type Row<T> = { readonly [K in keyof T]?: T[K] | null };

interface Typed {
  readonly gridNo?: GridNo;
  readonly title: string;
  readonly conditions?: Readonly<Record<string, string | undefined>>;
  readonly duties?: readonly Row<PlanContent['duties'][number]>[];
  readonly contacts?: readonly Row<PlanContent['contacts'][number]>[];
  readonly items?: readonly Row<PlanContent['items'][number]>[];
}

const PHONE = /^[0-9+()\- ]{5,32}$/;
const DEFAULT_MINUTES = 30;

/**
 * A draft being edited. It is saved with the revision of the version that was opened: if a colleague saves first, the revision is later.
 */
export function PlanEditor({ plan, onClose, onSaved }: Props) {
  const messages = usePlanPageMessages();
  const { levels } = usePlanMessages();
  const { modal } = App.useApp();
  const client = useClient();
  const own = useOwnGrid();
  const [form] = Form.useForm<Typed>();
  const [files, setFiles] = useState<readonly PlanFile[]>(plan?.content.files ?? []);
  const [standing, setStanding] = useState<Named<Plan> | null>(null);
  const sending = useSend({
    refetch: ['plans'],
    rests: true,
    failure: (error) =>
      isConflict(error) ? null : `${messages.failed}${marks().brackets([error.message, ...faultsOf(error)].join(marks().list))}`,
    onRefused: (error) => {
      if (isConflict(error)) setStanding(error.data as Named<Plan>);
      form.setFields(error.fields.map(({ path, message: text }) => ({ name: fieldOf(path), errors: [text] })) as never);
    },
  });
  const { fields, rules } = messages;

  const save = (typed: Typed) =>
    sending.send(async () => {
      const content = contentOf(typed, files);
      const saved =
        plan === null
          ? await client.plan.createPlan({ body: { gridNo: typed.gridNo ?? own ?? '', content }, silent: true })
          : await client.plan.revisePlan({
              params: { id: plan.id },
              body: { revision: standing?.revision ?? plan.revision, content },
              silent: true,
            });
      onSaved(saved);
      onClose();
    }, messages.saved);
  const leave = () => {
    const isTouched = form.isFieldsTouched() || files !== (plan?.content.files ?? files);
    if (!isTouched) return onClose();
    modal.confirm({ title: messages.leaveAsk, okText: messages.leave, cancelText: messages.stay, onOk: onClose });
  };
  const initial: Typed = {
    title: '',
    ...plan?.content,
    ...(own !== null && { gridNo: own }),
    conditions: Object.fromEntries(plan?.content.conditions.map(({ level, text }) => [`level${level}`, text]) ?? []),
  };
  const levelOptions = RESPONSE_LEVELS.map((value) => ({ value, label: levels[value] }));
  return (
    <FormModal<Typed>
      width={1040}
      title={plan === null ? messages.add : `${messages.edit} · ${plan.content.title}`}
      form={form}
      initial={initial}
      className="dense-form plan-editor"
      isSticky
      sending={sending}
      submit={standing ? messages.saveMine : messages.save}
      // Includes the ids of the items, which have no form field.
      onSubmit={() => save(form.getFieldsValue(true))}
      onClose={leave}
    >
      {plan === null && (
        <Form.Item name="gridNo" label={fields.grid}>
          <GridPicker />
        </Form.Item>
      )}
      <Form.Item name="title" label={fields.title} rules={needed(rules.title)}>
        <TextInput most={100} />
      </Form.Item>
      <h3>{messages.conditions}</h3>
      <div className="pair">
        {RESPONSE_LEVELS.map((level) => (
          <Form.Item key={level} name={['conditions', `level${level}`]} label={fields.condition(levels[level])}>
            <TextArea rows={2} most={500} />
          </Form.Item>
        ))}
      </div>
      <Rows
        name="items"
        title={messages.items}
        add={messages.addItem}
        fresh={() => ({ id: newKey(), withinMinutes: DEFAULT_MINUTES, level: 4 })}
      >
        {(n) => (
          <>
            <Form.Item name={[n, 'level']} className="plan-cell-level" rules={chosen(rules.level)}>
              <Select<ResponseLevel> aria-label={`${fields.level} ${n + 1}`} options={levelOptions} />
            </Form.Item>
            <Form.Item name={[n, 'text']} className="plan-cell-wide" rules={needed(rules.item)}>
              <TextInput aria-label={`${fields.item} ${n + 1}`} placeholder={fields.item} most={200} />
            </Form.Item>
            <Form.Item name={[n, 'who']} rules={needed(rules.who)}>
              <TextInput aria-label={`${fields.who} ${n + 1}`} placeholder={fields.who} most={64} />
            </Form.Item>
            <Form.Item name={[n, 'withinMinutes']} className="plan-cell-level" rules={chosen(rules.minutes)}>
              <NumberInput aria-label={`${fields.minutes} ${n + 1}`} placeholder={fields.minutes} min={1} max={10_080} isWhole />
            </Form.Item>
          </>
        )}
      </Rows>
      <Rows name="duties" title={messages.duties} add={messages.addDuty} fresh={() => ({})}>
        {(n) => (
          <>
            <Form.Item name={[n, 'post']} rules={needed(rules.post)}>
              <TextInput aria-label={`${fields.post} ${n + 1}`} placeholder={fields.post} most={64} />
            </Form.Item>
            <Form.Item name={[n, 'person']}>
              <TextInput aria-label={`${fields.person} ${n + 1}`} placeholder={fields.person} most={64} />
            </Form.Item>
            <Form.Item name={[n, 'phone']} rules={[{ pattern: PHONE, message: rules.phone }]}>
              <TextInput aria-label={`${fields.phone} ${n + 1}`} placeholder={fields.phone} most={32} inputMode="tel" />
            </Form.Item>
            <Form.Item name={[n, 'duty']} className="plan-cell-wide" rules={needed(rules.duty)}>
              <TextInput aria-label={`${fields.duty} ${n + 1}`} placeholder={fields.duty} most={500} />
            </Form.Item>
          </>
        )}
      </Rows>
      <Rows name="contacts" title={messages.contacts} add={messages.addContact} fresh={() => ({})}>
        {(n) => (
          <>
            <Form.Item name={[n, 'name']} rules={needed(rules.contact)}>
              <TextInput aria-label={`${fields.contact} ${n + 1}`} placeholder={fields.contact} most={64} />
            </Form.Item>
            <Form.Item name={[n, 'unit']} className="plan-cell-wide">
              <TextInput aria-label={`${fields.unit} ${n + 1}`} placeholder={fields.unit} most={100} />
            </Form.Item>
            <Form.Item name={[n, 'phone']} rules={[{ required: true, pattern: PHONE, message: rules.phone }]}>
              <TextInput aria-label={`${fields.phone} ${n + 1}`} placeholder={fields.phone} most={32} inputMode="tel" />
            </Form.Item>
          </>
        )}
      </Rows>
      <FilePicker files={files} disabled={sending.isBusy} onChange={setFiles} />
      {standing && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={messages.conflict(standing.changedBy, dayAndMinute(standing.changedAt))}
          description={
            <Collapse
              size="small"
              items={[{ key: 'standing', label: messages.standing, children: <PlanContentView content={standing.content} /> }]}
            />
          }
        />
      )}
    </FormModal>
  );
}

/** `content.items.0.who` → the field's place in the form. */
const fieldOf = (path: string): (string | number)[] =>
  path
    .split('.')
    .filter((part) => part !== 'content')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const faultsOf = (error: CallFailed): string[] => error.fields.map(({ message }) => message).filter((text) => text !== error.message);

const contentOf = ({ title, conditions = {}, duties = [], contacts = [], items = [] }: Typed, files: readonly PlanFile[]) => ({
  title: title.trim(),
  conditions: RESPONSE_LEVELS.map((level) => ({ level, text: conditions[`level${level}`] ?? '' })),
  duties: duties.map(({ post, person, phone, duty }) => ({
    post: post ?? '',
    person: person ?? null,
    phone: phone || null,
    duty: duty ?? '',
  })),
  contacts: contacts.map(({ name, unit, phone }) => ({ name: name ?? '', unit: unit ?? null, phone: phone ?? '' })),
  items: items.map(({ id, level, text, who, withinMinutes }) => ({
    id: id ?? newKey(),
    level: level ?? 4,
    text: text ?? '',
    who: who ?? '',
    withinMinutes: withinMinutes ?? DEFAULT_MINUTES,
  })),
  files,
});

interface RowsProps {
  readonly name: 'duties' | 'contacts' | 'items';
  readonly title: string;
  readonly add: string;
  readonly fresh: () => object;
  readonly children: (index: number) => ReactNode;
}

function Rows({ name, title, add, fresh, children }: RowsProps) {
  const messages = usePlanPageMessages();
  return (
    <Form.List name={name}>
      {(rows, { add: append, remove }) => (
        <fieldset className="plan-rows">
          <legend>{title}</legend>
          {rows.map(({ key, name: index }) => (
            <div key={key} className="plan-row">
              {children(index)}
              <IconButton label={messages.remove(title, index + 1)} icon={<DeleteOutlined />} onClick={() => remove(index)} />
            </div>
          ))}
          <Button size="small" icon={<PlusOutlined />} onClick={() => append(fresh())}>
            {add}
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}

interface FilesProps {
  readonly files: readonly PlanFile[];
  readonly disabled: boolean;
  readonly onChange: (files: readonly PlanFile[]) => void;
}

function FilePicker({ files, disabled, onChange }: FilesProps) {
  const messages = usePlanPageMessages();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'sending' | { readonly failed: string }>('idle');
  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    setState('sending');
    const data = new FormData();
    data.append('file', file);
    try {
      const { id, mime } = await client.plan.uploadPlanFile({ form: data, silent: true });
      onChange([...files, { id, mime, name: file.name.slice(0, 200) }]);
      setState('idle');
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setState({ failed: `${messages.uploadFailed}${marks().brackets(error.message)}` });
    }
  };
  return (
    <fieldset className="plan-rows">
      <legend>{messages.files}</legend>
      <ul className="plan-list">
        {files.map((file, index) => (
          <li key={file.id} className="line">
            {file.name}
            <IconButton
              label={messages.remove(file.name, index + 1)}
              icon={<DeleteOutlined />}
              onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
            />
          </li>
        ))}
      </ul>
      <Button size="small" icon={<PlusOutlined />} disabled={disabled || state === 'sending'} onClick={() => input.current?.click()}>
        {state === 'sending' ? messages.uploading : messages.addFile}
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept="application/pdf,image/png,image/jpeg"
        aria-label={messages.addFile}
        onChange={(event) => void add(event)}
      />
      {typeof state === 'object' && <Alert type="error" showIcon role="alert" title={state.failed} />}
    </fieldset>
  );
}
