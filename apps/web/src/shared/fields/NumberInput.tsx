// A number field that never turns the typed text into another number: 1.5 does not become 15, −5 not 5 and 1000 not 999. Text that is not a
// number in range remains as typed, the field shows what is allowed, and the value is NaN, which no call accepts.
import { Input, type InputProps, Tooltip } from 'antd';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useFieldMessages } from './messages.ts';
import { type NumberBounds, readNumber, textOfNumber } from './number-text.ts';

interface Props
  extends NumberBounds,
    Omit<InputProps, 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'step' | 'type' | 'count' | 'maxLength'> {
  readonly value?: number | null;
  /** null: the field is empty; NaN: not a number in range. */
  readonly onChange?: (value: number | null) => void;
  /** Step of the arrow keys. */
  readonly step?: number;
  /** The form has the rule (`numberRule`) and shows its message below the field. */
  readonly hasRule?: boolean;
}

export function NumberInput({ value, onChange, min, max, isWhole, step = 1, hasRule = false, className, ...input }: Props) {
  const messages = useFieldMessages();
  const bounds: NumberBounds = { min, max, isWhole };
  const given = value ?? null;
  const [text, setText] = useState(textOfNumber(given));
  const [isFocused, setFocused] = useState(false);
  const read = readNumber(text, bounds);
  // Shows a number set elsewhere without overwriting what is being typed.
  useEffect(
    () => setText((current) => (isSame(readNumber(current, { min, max, isWhole }), given) ? current : textOfNumber(given))),
    [given, min, max, isWhole],
  );
  const type = (typed: string) => {
    setText(typed);
    onChange?.(readNumber(typed, bounds));
  };
  const stepBy = (event: KeyboardEvent, by: number) => {
    event.preventDefault();
    const next = Number(((read ?? 0) + by).toFixed(10));
    if (!Number.isNaN(readNumber(String(next), bounds))) type(String(next));
  };
  const isWrong = Number.isNaN(read);
  const isShown = isWrong && !hasRule && !(isFocused && isBeginning(text));
  return (
    <Tooltip open={isShown} placement="topLeft" title={isShown ? <span role="alert">{messages.range(bounds)}</span> : null}>
      <Input
        inputMode={isWhole && (min ?? -1) >= 0 ? 'numeric' : 'text'}
        autoComplete="off"
        {...input}
        {...(isWrong && { status: 'error' as const })}
        className={`number-input ${className ?? ''}`.trim()}
        role="spinbutton"
        aria-invalid={isWrong}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={read === null || isWrong ? undefined : read}
        value={text}
        onChange={({ target }) => type(target.value)}
        onFocus={(event) => {
          setFocused(true);
          input.onFocus?.(event);
        }}
        onBlur={(event) => {
          setFocused(false);
          // If the field is emptied but an empty value is not accepted, the given value is shown again.
          if (text.trim() === '' && given !== null) setText(textOfNumber(given));
          input.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') stepBy(event, step);
          if (event.key === 'ArrowDown') stepBy(event, -step);
          input.onKeyDown?.(event);
        }}
      />
    </Tooltip>
  );
}

const isSame = (one: number | null, other: number | null): boolean => Object.is(one, other) || one === other;

/** A sign or a decimal point alone: no error is shown while the user is typing. */
const isBeginning = (text: string): boolean => /^[-−－+＋]?\d*[.。．]?$/.test(text.trim()) && !/^\d+$/.test(text.trim());

/** The rule of a form's number. @param messages of `useFieldMessages` */
export const numberRule = (bounds: NumberBounds, { range }: Pick<ReturnType<typeof useFieldMessages>, 'range'>) => ({
  validator: (_: unknown, value: unknown) => (Number.isNaN(value) ? Promise.reject(new Error(range(bounds))) : Promise.resolve()),
});
