// A place as text: longitude and latitude, decimal or in degrees, minutes, seconds.
import { formatDecimal, parsePlace } from '@lookout/geo';
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useSharedMessages } from './text/messages.ts';

export interface PlaceValue {
  readonly lng: number;
  readonly lat: number;
}

interface Props {
  readonly id?: string;
  readonly value?: PlaceValue | null;
  /** null: the text is no place. */
  readonly onChange?: (place: PlaceValue | null) => void;
  readonly label: string;
}

const textOf = ({ lng, lat }: PlaceValue): string => `${formatDecimal(lng)}, ${formatDecimal(lat)}`;

export function PlaceText({ id, value, onChange, label }: Props) {
  const shared = useSharedMessages();
  const [text, setText] = useState(value ? textOf(value) : '');
  const read = parsePlace(text);
  const fault = text.trim() !== '' && !read.ok;
  // Shows a place set elsewhere (on the map) without overwriting what is being typed.
  useEffect(() => {
    if (!value) return;
    setText((current) => {
      const known = parsePlace(current);
      return known.ok && known.value.lng === value.lng && known.value.lat === value.lat ? current : textOf(value);
    });
  }, [value]);
  return (
    <div className="place-text">
      <Input
        {...(id !== undefined && { id })}
        allowClear
        value={text}
        status={fault ? 'error' : ''}
        aria-invalid={fault}
        aria-label={label}
        placeholder={shared.common.placeHint}
        onChange={({ target }) => {
          setText(target.value);
          const next = parsePlace(target.value);
          onChange?.(next.ok ? next.value : null);
        }}
      />
      {fault && (
        <p className="field-fault" role="alert">
          {shared.common.badPlace}
        </p>
      )}
    </div>
  );
}
