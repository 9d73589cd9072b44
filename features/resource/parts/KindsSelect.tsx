// Selects kinds of assets; none selected means all.

import { Select } from 'antd';
import { ASSET_KINDS, type AssetKind } from '../resource.ts';

interface Props {
  readonly messages: { readonly kinds: string; readonly allKinds: string; readonly kindNames: Readonly<Record<AssetKind, string>> };
  /** Empty: all. */
  readonly value: readonly AssetKind[];
  readonly onChange: (kinds: readonly AssetKind[]) => void;
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
    options={ASSET_KINDS.map((kind) => ({ value: kind, label: messages.kindNames[kind] }))}
  />
);
