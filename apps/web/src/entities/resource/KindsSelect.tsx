// Selects kinds of placed things; none selected means all.
import { PLACED_KINDS, type PlacedKind } from '@lookout/domain';
import { Select } from 'antd';

interface Props {
  readonly messages: { readonly kinds: string; readonly allKinds: string; readonly kindNames: Readonly<Record<PlacedKind, string>> };
  /** Empty: all. */
  readonly value: readonly PlacedKind[];
  readonly onChange: (kinds: readonly PlacedKind[]) => void;
  readonly size?: 'small' | 'middle';
}

export const KindsSelect = ({ messages, value, onChange, size = 'middle' }: Props) => (
  <Select
    mode="multiple"
    allowClear
    maxTagCount="responsive"
    size={size}
    style={{ width: '100%' }}
    placeholder={messages.allKinds}
    aria-label={messages.kinds}
    value={[...value]}
    onChange={onChange}
    options={PLACED_KINDS.map((kind) => ({ value: kind, label: messages.kindNames[kind] }))}
  />
);
