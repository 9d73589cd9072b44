import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDelayedRefusals } from './delayed-refusals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('A refusal for too many calls is sent a second later, other refusals at once, and only a limited number may wait for one address', async () => {
  const delayed = createDelayedRefusals(1_000, 2);
  const cut: string[] = [];
  const sent: string[] = [];
  const refuse = (name: string, clientAddress: string, code = 'too-many-calls') =>
    delayed.hold({ code } as never, { clientAddress, raw: { destroy: () => cut.push(name) } } as never).then(() => sent.push(name));
  for (const name of ['1', '2', '3']) void refuse(name, 'a');
  void refuse('other address', 'b');
  void refuse('other kind', 'a', 'not-found');
  await vi.advanceTimersByTimeAsync(0);
  expect([cut, sent]).toEqual([['3'], ['3', 'other kind']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['3', 'other kind', '1', '2', 'other address']);
  void refuse('again', 'a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([cut.length, sent.at(-1)]).toEqual([1, 'again']);
});
