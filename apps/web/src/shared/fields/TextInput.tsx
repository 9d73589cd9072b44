// Text fields with a maximum length, counted in characters as the server counts them. Text that is too long remains as typed or pasted; the
// field shows the error, and the server refuses the text. The browser's `maxlength` would truncate it silently, and counts some characters
// as two.
import { characterCount } from '@lookout/domain';
import { Input, type InputProps, Tooltip } from 'antd';
import type { PasswordProps, SearchProps, TextAreaProps } from 'antd/es/input';
import { type ReactElement, useState } from 'react';
import { useFieldMessages } from './messages.ts';

interface Limit {
  /** Maximum length in characters. */
  readonly most: number;
  /** The form has the rule (`textRule`) and shows its message below the field. */
  readonly hasRule?: boolean | undefined;
}

export function TextInput({ most, hasRule, showCount, ...input }: Omit<InputProps, 'maxLength' | 'count'> & Limit) {
  return (
    <Limited most={most} hasRule={hasRule} value={input.value}>
      <Input {...input} {...limitOf(most, input.value, input.status)} count={countOf(most, showCount)} />
    </Limited>
  );
}

/** The search starts with Enter or the button. */
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

/** The rule of a required text: blanks alone do not count. @param message shown if it is missing */
export const needed = (message: string) => [{ required: true, whitespace: true, message }];

/** The rule of a required value other than a text. @param message shown if it is missing */
export const chosen = (message: string) => [{ required: true, message }];
