// 经纬度定位: a position is typed, the camera flies there, and the position is marked.

import { CloseOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { IconButton } from '../shared/IconButton.tsx';
import { marks } from '../shared/text/marks.ts';
import { decimalText } from '../shared/text/position-text.ts';
import { useHighlight } from './highlight-part.ts';
import { useGlobeMessages } from './messages.ts';
import { type EntryResult, readEntry } from './position-entry.ts';
import type { MountedGlobe } from './room.ts';

/** Height of the entry above the bar, with its message, in CSS pixels; popups keep clear of it. */
export const ENTRY_PIXELS = 92;

export function CoordinateEntry({ mounted, onClose }: { readonly mounted: MountedGlobe; readonly onClose: () => void }) {
  const highlight = useHighlight();
  const messages = useGlobeMessages();
  const id = useId();
  const [text, setText] = useState({ lng: '', lat: '' });
  const [result, setResult] = useState<EntryResult | null>(null);
  const fault = result === null || result.ok ? null : result;
  const message =
    fault === null
      ? null
      : fault.fault === 'both'
        ? messages.entry.both
        : `${messages.entry[fault.field]}${marks().colon}${messages.entry.faults[fault.fault]}`;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readEntry(text.lng, text.lat);
    setResult(read);
    if (!read.ok) return;
    const { lng, lat } = read;
    highlight({ lng, lat, label: decimalText({ lng, lat }) });
    const { globe, map } = mounted;
    void globe.flyTo({ lng, lat, heightMetres: map.FLY_TO_HEIGHT_METRES });
  };
  const invalid = (field: 'lng' | 'lat') => fault !== null && (fault.fault === 'both' ? text[field].trim() === '' : fault.field === field);

  return (
    <form className="coordinate-entry panel" aria-label={messages.entry.title} noValidate onSubmit={submit}>
      {message && (
        <p id={id} role="alert" className="field-fault">
          {message}
        </p>
      )}
      <div className="line">
        {(['lng', 'lat'] as const).map((field) => (
          <label key={field}>
            {messages.entry[field]}
            <Input
              className="tabular"
              value={text[field]}
              placeholder={messages.entry[`${field}Placeholder`]}
              autoComplete="off"
              spellCheck={false}
              status={invalid(field) ? 'error' : ''}
              aria-invalid={invalid(field)}
              aria-describedby={message ? id : undefined}
              onChange={(event) => {
                setText({ ...text, [field]: event.target.value });
                setResult(null);
              }}
            />
          </label>
        ))}
        <Button type="primary" htmlType="submit">
          {messages.entry.go}
        </Button>
        {result?.ok && (
          <Button
            onClick={() => {
              highlight(null);
              setResult(null);
            }}
          >
            {messages.entry.clear}
          </Button>
        )}
        <IconButton label={messages.entry.close} icon={<CloseOutlined />} onClick={onClose} />
      </div>
    </form>
  );
}
