import { expect, it, vi } from 'vitest';
import { createEscapeStack } from './escape.ts';

it('the element opened last is closed first, and each only once', () => {
  const stack = createEscapeStack();
  const closed: string[] = [];
  const open = (name: string) => {
    const remove = stack.add(() => {
      closed.push(name);
      remove();
    });
    return remove;
  };
  open('popup');
  const removePanel = open('panel');
  open('menu');
  expect(stack.closeTopmost()).toBe(true);
  removePanel();
  expect(stack.closeTopmost()).toBe(true);
  expect(closed).toEqual(['menu', 'popup']);
  expect(stack.closeTopmost()).toBe(false);
});

it('an element that does not close itself remains topmost', () => {
  const stack = createEscapeStack();
  const [under, ask] = [vi.fn(), vi.fn()];
  stack.add(under);
  stack.add(ask);
  stack.closeTopmost();
  stack.closeTopmost();
  expect([under.mock.calls.length, ask.mock.calls.length]).toEqual([0, 2]);
});
