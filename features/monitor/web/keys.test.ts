import { expect, it } from 'vitest';
import { actionOf, type Focus } from './keys.ts';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, altKey: false, metaKey: false, isComposing: false, ...more });
const actions = (focus: Focus, ...keys: string[]) => keys.map((key) => actionOf(press(key), focus));

it('the queue can be operated by keyboard', () => {
  expect(actions('other', 'j', 'ArrowDown', 'k', 'ArrowUp', 'Enter', 'f', 'm', '?', 'Escape', 'q')).toEqual([
    'next',
    'next',
    'previous',
    'previous',
    'open',
    'fly',
    'mute',
    'keys',
    'close',
    null,
  ]);
  expect(actions('other', 'a', 'r', 'x', 'd', 'v', 'u')).toEqual(['acknowledge', 'real', 'false', 'dispatch', 'video', 'undo']);
  expect(actions('other', 'J', 'M')).toEqual(['next', 'mute']);
});

it('a focused field takes every key but Esc', () => {
  expect(actions('field', 'j', 'm', 'Enter', '?', 'Escape')).toEqual([null, null, null, null, 'close']);
});

it('a focused button keeps Enter, a menu the arrow keys', () => {
  expect(actions('button', 'Enter', 'ArrowDown', 'j')).toEqual([null, 'next', 'next']);
  expect(actions('widget', 'Enter', 'ArrowDown', 'j')).toEqual([null, null, 'next']);
});

it("the browser's own shortcuts and an unfinished Chinese input are left alone", () => {
  expect(actionOf(press('f', { ctrlKey: true }), 'other')).toBeNull();
  expect(actionOf(press('j', { isComposing: true }), 'other')).toBeNull();
});
