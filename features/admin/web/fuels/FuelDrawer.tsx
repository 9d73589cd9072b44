// The fuel of one land-cover class: the form, and the effect of the choice on a fire. Input is retained until it is saved or discarded.

import { COVER_SCHEMES, type CoverScheme } from '@lookout/domain';
import { type Canopy, FUEL_FACTORS, FUEL_MODELS } from '@lookout/fire-model';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormDrawer } from '@lookout/web/shared/form/FormDrawer.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { Alert, App, Checkbox, Form, Select, Space } from 'antd';
import { fuelPreview } from './fuel-preview.ts';
import { type Fuel, useClassName } from './fuel-row.ts';
import { useFuelMessages } from './messages.ts';

/** CSS pixels. */
const WIDTH = 520;
const MOST_SOURCE = 500;
const MOST_CLASS = 65_534;
/** A separate option value, because a select does not accept null. */
const NO_FACTOR = '-';

interface Fields extends Partial<Record<keyof Canopy, number | null>> {
  readonly scheme: CoverScheme;
  readonly value: number;
  readonly fuelModel: string;
  readonly fuelFactor: string;
  readonly hasCanopy: boolean;
  readonly source: string;
  readonly toConfirm: boolean;
}

const fieldsOf = (fuel: Fuel | null): Partial<Fields> =>
  fuel === null
    ? { scheme: 'table', fuelFactor: NO_FACTOR, hasCanopy: false, toConfirm: true }
    : { ...fuel, ...fuel.canopy, fuelFactor: fuel.fuelFactor ?? NO_FACTOR, hasCanopy: fuel.canopy !== null };

/** null: not wanted, or not filled in yet. */
const canopyOf = ({ hasCanopy, coverPercent, heightMetres, crownRatio }: Partial<Fields>): Canopy | null =>
  hasCanopy && coverPercent != null && heightMetres != null && crownRatio != null ? { coverPercent, heightMetres, crownRatio } : null;

interface Props {
  /** null: a class without a row. */
  readonly fuel: Fuel | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function FuelDrawer({ fuel, onClose, onSaved }: Props) {
  const messages = useFuelMessages();
  const language = useLanguage();
  const client = useClient();
  const { modal } = App.useApp();
  const nameOf = useClassName();
  const [form] = Form.useForm<Fields>();
  const typed = Form.useWatch<Partial<Fields>>([], form) ?? fieldsOf(fuel);
  const { isBusy, failed, send } = useSend({
    failure: messages.failed,
    onRefused: (error) => showFieldFaults(form as never, error),
  });
  const preview = fuelPreview(typed.fuelModel ?? '', canopyOf(typed));
  const title = fuel === null ? messages.addTitle : messages.edit(nameOf(fuel));
  const close = () => {
    if (!form.isFieldsTouched()) return onClose();
    void modal.confirm({ title: messages.discard, okText: messages.discardOk, cancelText: messages.keep, onOk: onClose });
  };
  const save = (fields: Fields) =>
    send(async () => {
      const { scheme, value, fuelModel, fuelFactor, source, toConfirm } = fields;
      const factor = fuelFactor === NO_FACTOR ? null : fuelFactor;
      await client.spread.saveFuel({
        body: { scheme, value, fuelModel, fuelFactor: factor, canopy: canopyOf(fields), source: source.trim(), toConfirm },
      });
      onSaved();
    }, messages.saved);
  const needNumber = [{ required: true, message: messages.needNumber }];
  return (
    <FormDrawer<Fields>
      size={WIDTH}
      title={title}
      form={form}
      initial={fieldsOf(fuel)}
      isBusy={isBusy}
      lead={failed !== null && <Alert className="fuel-failed" type="error" showIcon role="alert" title={failed} />}
      onSubmit={save}
      onClose={close}
    >
      <Form.Item name="scheme" label={messages.scheme}>
        <Select disabled={fuel !== null} options={COVER_SCHEMES.map((value) => ({ value, label: messages.schemes[value] }))} />
      </Form.Item>
      <Form.Item name="value" label={messages.value} rules={[{ required: true, message: messages.needValue }]}>
        <NumberInput disabled={fuel !== null} min={0} max={MOST_CLASS} isWhole />
      </Form.Item>
      <Form.Item name="fuelModel" label={messages.model} rules={[{ required: true, message: messages.needModel }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={FUEL_MODELS.map(({ code, name }) => ({ value: code, label: `${code} ${name[language]}` }))}
        />
      </Form.Item>
      <p className="fuel-preview tabular" role="status" title={messages.previewHint}>
        {messages.previewLine(
          preview === null
            ? messages.noPreview
            : messages.previewText(preview.rateMetresPerMinute, preview.intensityKilowattsPerMetre, preview.flameMetres),
        )}
      </p>
      <p className="hint">{messages.previewHint}</p>
      <Form.Item name="fuelFactor" label={messages.factor}>
        <Select
          options={[
            { value: NO_FACTOR, label: messages.noFactor },
            ...FUEL_FACTORS.map(({ key, name, factor }) => ({ value: key, label: `${name[language]} ${factor}` })),
          ]}
        />
      </Form.Item>
      <Form.Item name="hasCanopy" valuePropName="checked">
        <Checkbox>{messages.hasCanopy}</Checkbox>
      </Form.Item>
      {typed.hasCanopy && (
        <Space align="start">
          <Form.Item name="coverPercent" label={messages.coverPercent} rules={needNumber}>
            <NumberInput min={0} max={100} />
          </Form.Item>
          <Form.Item name="heightMetres" label={messages.heightMetres} rules={needNumber}>
            <NumberInput min={0} max={120} />
          </Form.Item>
          <Form.Item name="crownRatio" label={messages.crownRatio} rules={needNumber}>
            <NumberInput min={0} max={1} step={0.1} />
          </Form.Item>
        </Space>
      )}
      <Form.Item name="source" label={messages.source} rules={[{ required: true, whitespace: true, message: messages.needSource }]}>
        <TextArea rows={2} most={MOST_SOURCE} />
      </Form.Item>
      <Form.Item name="toConfirm" valuePropName="checked">
        <Checkbox>{messages.toConfirm}</Checkbox>
      </Form.Item>
    </FormDrawer>
  );
}
