// Text and number fields outside a form's rules: the typed text remains, and the field shows what is wrong with it.
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { fill, openDesk } from '../../app/testing/desk.tsx';
import { NumberInput } from './NumberInput.tsx';
import { SearchInput, TextArea, TextInput } from './TextInput.tsx';

function Texts() {
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  return (
    <>
      <TextInput aria-label="名称" most={4} value={name} onChange={({ target }) => setName(target.value)} />
      <TextArea aria-label="备注" most={4} showCount value={note} onChange={({ target }) => setNote(target.value)} />
      <SearchInput aria-label="查找" most={4} />
    </>
  );
}

it('a text that is too long is not truncated, and the field shows the maximum and the actual length', async () => {
  openDesk().show(<Texts />);
  for (const [label, alerts] of [
    ['名称', 1],
    ['备注', 2],
    ['查找', 3],
  ] as const) {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    // Four characters of two UTF-16 units each fit.
    fill(field, '\u{20000}'.repeat(4));
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['\u{20000}'.repeat(4), null]);
    fill(field, '火烧连营了');
    await waitFor(() => expect(screen.getAllByText('最多 4 个字，现有 5 个字')).toHaveLength(alerts));
    expect([field.value, field.getAttribute('aria-invalid'), field.getAttribute('maxlength')]).toEqual(['火烧连营了', 'true', null]);
  }
});

const given: (number | null)[] = [];

function Metres() {
  const [value, setValue] = useState<number | null>(7);
  return (
    <>
      <NumberInput
        aria-label="高度"
        min={-5}
        max={999}
        isWhole
        value={value}
        onChange={(next) => {
          given.push(next);
          setValue(next);
        }}
      />
      <button type="button" onClick={() => setValue(42)}>
        四十二
      </button>
    </>
  );
}

it('a number field returns the typed number or NaN, and can be set from outside', async () => {
  const { show, user } = openDesk();
  show(<Metres />);
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: '高度' });
  expect(field.value).toBe('7');
  fill(field, '1.5');
  await screen.findByText('请填写 -5 到 999 的整数');
  expect([field.value, given.at(-1), field.getAttribute('aria-invalid')]).toEqual(['1.5', Number.NaN, 'true']);
  fill(field, '-5');
  expect([field.value, given.at(-1)]).toEqual(['-5', -5]);
  await user.click(field);
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
  expect(field.value).toBe('-4');
  fill(field, '');
  expect(given.at(-1)).toBeNull();
  await user.click(screen.getByRole('button', { name: '四十二' }));
  await waitFor(() => expect(field.value).toBe('42'));
});
