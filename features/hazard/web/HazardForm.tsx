// A form to register or change a hazard point with its monitors and thresholds. The position is picked on the map next to the form.

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { PointField } from '@lookout/web/globe/PointField.tsx';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { chosen, needed, TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { PhotosField } from '@lookout/web/shared/photos/PhotosField.tsx';
import { uploadPhotos, usePhotos } from '@lookout/web/shared/photos/photos.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { Alert, App, Button, Drawer, Form, type FormInstance, Select, Space } from 'antd';
import { useState } from 'react';
import {
  HAZARD_KINDS,
  HAZARD_LEVELS,
  HAZARD_STATES,
  HAZARD_WARNING_LEVELS,
  type Hazard,
  levelOfPeople,
  MONITOR_KINDS,
  MONITOR_UNITS,
  MOST_MONITORS,
  type MonitorKind,
} from '../hazard.ts';
import { draftText, EMPTY_HAZARD, type HazardFields, hazardDraft, hazardFields, newMonitor } from './form.ts';
import { useHazardMessages } from './messages.ts';

const FORM_WIDTH = 620;
const PHONE = /^[0-9+()\- ]{5,32}$/;

interface Props {
  /** null: a new point. */
  readonly hazard: Hazard | null;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

export function HazardForm({ hazard, onClose, onSaved }: Props) {
  const messages = useHazardMessages();
  const client = useClient();
  const { modal } = App.useApp();
  const [form] = Form.useForm<HazardFields>();
  const [kept, setKept] = useState<readonly string[]>(hazard?.photos ?? []);
  const { photos, setPhotos, markUploaded } = usePhotos();
  const sending = useSend({
    failure: messages.saveFailed,
    rests: true,
    onRefused: ({ fields: faults }) =>
      (form as FormInstance).setFields(faults.map(({ path, message }) => ({ name: fieldOf(path), errors: [message] }))),
  });
  const { isBusy, isResting, failed } = sending;
  const initial = hazard === null ? EMPTY_HAZARD : hazardFields(hazard);
  const people = Form.useWatch('people', form) ?? 0;
  const { fields } = messages;

  const save = (typed: HazardFields) => {
    const { position } = typed;
    if (position === null) return;
    return sending.send(async () => {
      const added = await uploadPhotos(client, photos, { onUploaded: markUploaded }, { silent: true });
      const body = hazardDraft(typed, position, [...kept, ...added]);
      const { id } = await (hazard === null
        ? client.hazard.createHazard({ body, silent: true })
        : client.hazard.updateHazard({ params: { id: hazard.id }, body: { version: hazard.version, hazard: body }, silent: true }));
      onSaved(id);
    }, messages.saved);
  };
  const leave = () => {
    const isChanged =
      photos.length > 0 || draftText({ ...initial, ...form.getFieldsValue(true) }, kept) !== draftText(initial, hazard?.photos ?? []);
    if (!isChanged) return onClose();
    modal.confirm({
      title: messages.leaveAsk,
      okText: messages.leave,
      cancelText: messages.stay,
      okButtonProps: { danger: true },
      onOk: onClose,
    });
  };

  return (
    <Drawer
      open
      mask={false}
      size={FORM_WIDTH}
      title={hazard === null ? messages.add : messages.editTitle(hazard.name)}
      onClose={leave}
      extra={
        <Space>
          <Button onClick={leave}>{messages.cancel}</Button>
          <Button type="primary" disabled={isResting} aria-busy={isBusy} onClick={() => form.submit()}>
            {isBusy ? messages.saving : messages.save}
          </Button>
        </Space>
      }
    >
      {failed && <Alert type="error" showIcon title={failed} role="alert" className="hazard-failure" />}
      <Form<HazardFields>
        form={form}
        className="dense-form"
        layout="vertical"
        requiredMark={false}
        disabled={isBusy}
        initialValues={initial}
        scrollToFirstError
        onFinish={() => void save({ ...initial, ...form.getFieldsValue(true) })}
      >
        <div className="pair">
          <Form.Item name="code" label={fields.code} rules={needed(messages.sendNeeds.code)}>
            <TextInput most={64} autoComplete="off" />
          </Form.Item>
          <Form.Item name="name" label={fields.name} rules={needed(messages.sendNeeds.name)}>
            <TextInput most={64} autoComplete="off" />
          </Form.Item>
        </div>
        <div className="pair hazard-three">
          <Form.Item name="kind" label={fields.kind}>
            <Select options={HAZARD_KINDS.map((value) => ({ value, label: messages.kinds[value] }))} />
          </Form.Item>
          <Form.Item name="level" label={fields.level} extra={messages.levelOfPeople(messages.levels[levelOfPeople(people ?? 0)])}>
            <Select options={HAZARD_LEVELS.map((value) => ({ value, label: messages.levels[value] }))} />
          </Form.Item>
          <Form.Item name="state" label={fields.state}>
            <Select options={HAZARD_STATES.map((value) => ({ value, label: messages.states[value] }))} />
          </Form.Item>
        </div>
        <Form.Item name="position" label={fields.position} rules={chosen(messages.sendNeeds.position)}>
          <PointField label={fields.position} />
        </Form.Item>
        <Form.Item name="address" label={fields.address}>
          <TextInput most={200} />
        </Form.Item>
        <div className="pair">
          <Form.Item name="people" label={fields.people}>
            <NumberInput min={0} max={1_000_000} isWhole />
          </Form.Item>
          <Form.Item name="households" label={fields.households}>
            <NumberInput min={0} max={1_000_000} isWhole />
          </Form.Item>
        </div>
        <div className="pair">
          <Form.Item name="dutyName" label={fields.dutyName}>
            <TextInput most={64} autoComplete="off" />
          </Form.Item>
          <Form.Item name="dutyPhone" label={fields.dutyPhone} rules={[{ pattern: PHONE, message: messages.sendNeeds.phone }]}>
            <TextInput most={32} inputMode="tel" autoComplete="off" />
          </Form.Item>
        </div>
        <Form.Item name="description" label={fields.description}>
          <TextArea rows={2} most={1_000} />
        </Form.Item>
        <Form.Item label={fields.photos}>
          <PhotosField stored={kept} onStored={setKept} photos={photos} onPhotos={setPhotos} disabled={isBusy} />
        </Form.Item>
        <h3>{fields.rain}</h3>
        <ThresholdItems name={['rain', 'oneHour']} label={messages.rainOneHour} />
        <ThresholdItems name={['rain', 'oneDay']} label={messages.rainOneDay} />
        <h3>{fields.monitors}</h3>
        <Form.List name="monitors">
          {(items, { add, remove }) => (
            <>
              {items.map(({ key, name }) => (
                <MonitorItem key={key} index={name} onRemove={() => remove(name)} />
              ))}
              <Button icon={<PlusOutlined />} disabled={items.length >= MOST_MONITORS} onClick={() => add(newMonitor())}>
                {messages.newMonitor}
              </Button>
            </>
          )}
        </Form.List>
      </Form>
    </Drawer>
  );
}

/** Converts the server's field path to the form's: `hazard.monitors.0.code` → `['monitors', 0, 'code']`. */
const fieldOf = (path: string): (string | number)[] =>
  path
    .replace(/^hazard\./, '')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

function MonitorItem({ index, onRemove }: { readonly index: number; readonly onRemove: () => void }) {
  const messages = useHazardMessages();
  const kind = Form.useWatch<MonitorKind | undefined>(['monitors', index, 'kind']) ?? 'crack';
  const { unit, hasRate } = MONITOR_UNITS[kind];
  return (
    <fieldset className="hazard-monitor-fields">
      <Button
        className="hazard-monitor-remove"
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={messages.removeMonitor(index + 1)}
        title={messages.removeMonitor(index + 1)}
        onClick={onRemove}
      />
      <div className="pair hazard-three">
        <Form.Item name={[index, 'code']} label={messages.monitorCode} rules={needed(messages.monitorNeeds.code)}>
          <TextInput most={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name={[index, 'name']} label={messages.monitorName} rules={needed(messages.monitorNeeds.name)}>
          <TextInput most={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name={[index, 'kind']} label={messages.monitorKind}>
          <Select options={MONITOR_KINDS.map((value) => ({ value, label: messages.monitorKinds[value] }))} />
        </Form.Item>
      </div>
      <ThresholdItems name={[index, 'value']} label={`${messages.thresholdValue}${marks().brackets(unit)}`} />
      {hasRate && <ThresholdItems name={[index, 'rate']} label={`${messages.thresholdRate}${marks().brackets(unit)}`} />}
    </fieldset>
  );
}

function ThresholdItems({ name, label }: { readonly name: readonly (string | number)[]; readonly label: string }) {
  const messages = useHazardMessages();
  return (
    <fieldset className="hazard-thresholds">
      <legend>{label}</legend>
      {HAZARD_WARNING_LEVELS.map((level) => (
        <Form.Item key={level} name={[...name, level]} label={messages.warningLevels[level]}>
          <NumberInput aria-label={`${label} ${messages.warningLevels[level]}`} />
        </Form.Item>
      ))}
    </fieldset>
  );
}
