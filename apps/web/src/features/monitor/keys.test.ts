import { expect, it } from 'vitest';
import { actOf, type Focus } from './keys.ts';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, altKey: false, metaKey: false, isComposing: false, ...more });
const acts = (focus: Focus, ...keys: string[]) => keys.map((key) => actOf(press(key), focus));

it('the queue is worked by keyboard', () => {
  expect(acts('other', 'j', 'ArrowDown', 'k', 'ArrowUp', 'Enter', 'f', 'm', '?', 'Escape', 'q')).toEqual([
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
  expect(acts('other', 'a', 'r', 'x', 'd', 'v', 'u')).toEqual(['acknowledge', 'real', 'false', 'dispatch', 'video', 'undo']);
  expect(acts('other', 'J', 'M')).toEqual(['next', 'mute']);
});

it('a focused field takes every key but Esc', () => {
  expect(acts('field', 'j', 'm', 'Enter', '?', 'Escape')).toEqual([null, null, null, null, 'close']);
});

it('a button keeps its Enter, a menu its arrows', () => {
  expect(acts('button', 'Enter', 'ArrowDown', 'j')).toEqual([null, 'next', 'next']);
  expect(acts('widget', 'Enter', 'ArrowDown', 'j')).toEqual([null, null, 'next']);
});

it("the browser's own shortcuts and an unfinished Chinese word are left alone", () => {
  expect(actOf(press('f', { ctrlKey: true }), 'other')).toBeNull();
  expect(actOf(press('j', { isComposing: true }), 'other')).toBeNull();
});
