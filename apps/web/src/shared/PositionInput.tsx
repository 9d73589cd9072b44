// A position as text: longitude and latitude, decimal or in degrees, minutes, seconds.

import { parsePosition } from '@lookout/geo';
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useSharedMessages } from './text/messages.ts';
import { decimalText } from './text/position-text.ts';

export interface PositionValue {
  readonly lng: number;
  readonly lat: number;
}

interface Props {
  readonly id?: string;
  readonly value?: PositionValue | null;
  /** null: the text is not a position. */
  readonly onChange?: (position: PositionValue | null) => void;
  readonly label: string;
}

export function PositionInput({ id, value, onChange, label }: Props) {
  const shared = useSharedMessages();
  const [text, setText] = useState(value ? decimalText(value) : '');
  const read = parsePosition(text);
  const fault = text.trim() !== '' && !read.ok;
  // Shows a position set elsewhere (on the map) without overwriting what is being typed.
  useEffect(() => {
    if (!value) return;
    setText((current) => {
      const known = parsePosition(current);
      return known.ok && known.value.lng === value.lng && known.value.lat === value.lat ? current : decimalText(value);
    });
  }, [value]);
  return (
    <div className="position-input">
      <Input
        {...(id !== undefined && { id })}
        allowClear
        value={text}
        status={fault ? 'error' : ''}
        aria-invalid={fault}
        aria-label={label}
        placeholder={shared.common.positionHint}
        onChange={({ target }) => {
          setText(target.value);
          const next = parsePosition(target.value);
          onChange?.(next.ok ? next.value : null);
        }}
      />
      {fault && (
        <p className="field-fault" role="alert">
          {shared.common.badPosition}
        </p>
      )}
    </div>
  );
}
