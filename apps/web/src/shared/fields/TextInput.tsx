// Text fields with an end, counted in characters as the server counts them. What is too long stays as it was typed or pasted: the field says so for
// as long as it is, and the server refuses it. The browser's own `maxlength` would cut it in silence, and counts some characters as two.
import { characterCount } from '@lookout/domain';
import { Input, type InputProps, Tooltip } from 'antd';
import type { PasswordProps, SearchProps, TextAreaProps } from 'antd/es/input';
import { type ReactElement, useState } from 'react';
import { useFieldMessages } from './messages.ts';

interface Limit {
  /** Characters. */
  readonly most: number;
  /** Its form has the rule (`textRule`), whose message stands below it. */
  readonly hasRule?: boolean | undefined;
}

export function TextInput({ most, hasRule, showCount, ...input }: Omit<InputProps, 'maxLength' | 'count'> & Limit) {
  return (
    <Limited most={most} hasRule={hasRule} value={input.value}>
      <Input {...input} {...limitOf(most, input.value, input.status)} count={countOf(most, showCount)} />
    </Limited>
  );
}

/** Looked for by Enter or the button. */
export function SearchInput({ most, defaultValue, onChange, ...input }: Omit<SearchProps, 'maxLength' | 'count'> & Limit) {
  const [typed, setTyped] = useState(defaultValue);
  const value = input.value ?? typed;
  return (
    <Limited most={most} value={value}>
      <Input.Search
        {...input}
        {...limitOf(most, value, input.status)}
        {...(input.value === undefined && { defaultValue })}
        count={countOf(most)}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event);
        }}
      />
    </Limited>
  );
}

export function PasswordInput({ most, ...input }: Omit<PasswordProps, 'maxLength' | 'count'> & Limit) {
  return (
    <Limited most={most} value={input.value}>
      <Input.Password {...input} {...limitOf(most, input.value, input.status)} count={countOf(most)} />
    </Limited>
  );
}

export function TextArea({ most, hasRule, showCount, ...input }: Omit<TextAreaProps, 'maxLength' | 'count'> & Limit) {
  return (
    <Limited most={most} hasRule={hasRule} value={input.value}>
      <Input.TextArea {...input} {...limitOf(most, input.value, input.status)} count={countOf(most, showCount)} />
    </Limited>
  );
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? characterCount(value) : 0);

const countOf = (max: number, showCount?: unknown) => ({ max, strategy: characterCount, show: showCount === true });

const limitOf = <S,>(most: number, value: unknown, status: S) =>
  lengthOf(value) > most ? { status: 'error' as const, 'aria-invalid': true } : { status: status as NonNullable<S> };

interface LimitedProps extends Limit {
  readonly value: unknown;
  readonly children: ReactElement;
}

function Limited({ most, hasRule = false, value, children }: LimitedProps) {
  const messages = useFieldMessages();
  const length = lengthOf(value);
  const isTooLong = length > most && !hasRule;
  return (
    <Tooltip open={isTooLong} placement="topLeft" title={isTooLong ? <span role="alert">{messages.tooLong(most, length)}</span> : null}>
      {children}
    </Tooltip>
  );
}

/** The rule of a form's text. @param messages of `useFieldMessages` */
export const textRule = (most: number, { tooLong }: Pick<ReturnType<typeof useFieldMessages>, 'tooLong'>) => ({
  validator: (_: unknown, text: unknown) => {
    const length = lengthOf(text);
    return length > most ? Promise.reject(new Error(tooLong(most, length))) : Promise.resolve();
  },
});
