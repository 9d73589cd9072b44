// One heat source in a drawer: entering, changing, confirming, rejecting and deleting it.

import type { Named } from '@lookout/domain';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { chosen, needed, TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { PositionInput, type PositionValue } from '@lookout/web/shared/PositionInput.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { Checkbox, Form, Select } from 'antd';
import {
  HEAT_KINDS,
  type HeatKind,
  type KnownHeat,
  LARGEST_HEAT_RADIUS_METRES,
  LEAST_HEAT_RADIUS_METRES,
  USUAL_HEAT_RADIUS_METRES,
} from '../known-heat.ts';
import { useKnownHeatMessages } from './messages.ts';
import { SaveDrawer } from './SaveDrawer.tsx';

interface DraftFields {
  readonly name: string;
  readonly kind: HeatKind;
  readonly position: PositionValue;
  readonly radiusMetres: number;
  readonly usualFrpMegawatts?: number | null;
  readonly note?: string | null;
  readonly isConfirmed?: boolean;
}

/** @param heat null: a new one */
export function HeatForm({ heat, onClose }: { readonly heat: Named<KnownHeat> | null; readonly onClose: () => void }) {
  const messages = useKnownHeatMessages();
  const client = useClient();
  const [form] = Form.useForm<DraftFields>();
  const { fields, rules } = messages;
  const send = ({ isConfirmed = false, usualFrpMegawatts = null, note = null, ...typed }: DraftFields) => {
    const draft = { ...typed, usualFrpMegawatts, note };
    return heat === null
      ? client.knownHeat.createKnownHeat({ body: { ...draft, isConfirmed }, silent: true })
      : client.knownHeat.updateKnownHeat({ params: { id: heat.id }, body: { ...draft, version: heat.version }, silent: true });
  };
  return (
    <SaveDrawer<DraftFields>
      title={heat === null ? messages.titles.create : messages.titles.edit}
      form={form}
      initial={heat ?? { radiusMetres: USUAL_HEAT_RADIUS_METRES, isConfirmed: true }}
      send={send}
      onClose={onClose}
    >
      <WhatItIs />
      <Form.Item name="position" label={fields.position} rules={chosen(rules.position)}>
        <PositionInput label={fields.position} />
      </Form.Item>
      <div className="pair">
        <Radius />
        <Form.Item name="usualFrpMegawatts" label={fields.usualFrp}>
          <NumberInput min={0} max={100_000} />
        </Form.Item>
      </div>
      <Note />
      {heat === null && (
        <Form.Item name="isConfirmed" valuePropName="checked">
          <Checkbox>{fields.confirmed}</Checkbox>
        </Form.Item>
      )}
    </SaveDrawer>
  );
}

type ConfirmFields = Pick<DraftFields, 'name' | 'kind' | 'radiusMetres' | 'note'>;

export function ConfirmForm({ heat, onClose }: { readonly heat: Named<KnownHeat>; readonly onClose: () => void }) {
  const messages = useKnownHeatMessages();
  const client = useClient();
  const [form] = Form.useForm<ConfirmFields>();
  return (
    <SaveDrawer<ConfirmFields>
      title={messages.titles.confirm}
      form={form}
      initial={heat}
      saveWord={messages.act.confirm}
      send={({ note = null, ...typed }) =>
        client.knownHeat.reviewKnownHeat({ body: { id: heat.id, state: 'confirmed', ...typed, note }, silent: true })
      }
      onClose={onClose}
    >
      <WhatItIs />
      <Radius />
      <Note />
    </SaveDrawer>
  );
}

interface ReasonFields {
  readonly reason: string;
}

interface ReasonProps {
  readonly act: 'reject' | 'remove';
  readonly heat: Named<KnownHeat>;
  readonly onClose: () => void;
}

/** Rejecting and deleting need a reason. */
export function ReasonForm({ act, heat, onClose }: ReasonProps) {
  const messages = useKnownHeatMessages();
  const client = useClient();
  const [form] = Form.useForm<ReasonFields>();
  const { id } = heat;
  const send = {
    reject: (reason: string) => client.knownHeat.reviewKnownHeat({ body: { id, state: 'rejected', reason }, silent: true }),
    remove: (reason: string) => client.knownHeat.deleteKnownHeat({ params: { id }, query: { reason }, silent: true }),
  };
  return (
    <SaveDrawer<ReasonFields>
      title={messages.titles[act]}
      form={form}
      initial={{}}
      saveWord={messages.act[act]}
      isDangerous
      send={({ reason }) => send[act](reason.trim())}
      onClose={onClose}
    >
      <p>{messages.ask[act](heat.name)}</p>
      <Form.Item name="reason" label={messages.fields.reason} rules={needed(messages.rules.reason)}>
        <TextArea rows={3} most={200} showCount />
      </Form.Item>
    </SaveDrawer>
  );
}

function WhatItIs() {
  const { fields, rules, kinds } = useKnownHeatMessages();
  return (
    <>
      <Form.Item name="name" label={fields.name} rules={needed(rules.name)}>
        <TextInput most={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="kind" label={fields.kind} rules={chosen(rules.kind)}>
        <Select options={HEAT_KINDS.map((value) => ({ value, label: kinds[value] }))} />
      </Form.Item>
    </>
  );
}

function Radius() {
  const { fields, rules } = useKnownHeatMessages();
  return (
    <Form.Item name="radiusMetres" label={fields.radius} rules={chosen(rules.radius)}>
      <NumberInput min={LEAST_HEAT_RADIUS_METRES} max={LARGEST_HEAT_RADIUS_METRES} step={50} isWhole />
    </Form.Item>
  );
}

function Note() {
  const { fields } = useKnownHeatMessages();
  return (
    <Form.Item name="note" label={fields.note}>
      <TextArea rows={2} most={500} />
    </Form.Item>
  );
}
