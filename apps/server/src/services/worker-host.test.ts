import { afterEach, expect, it } from 'vitest';
import { createWorkerHost } from './worker-host.ts';

const host = createWorkerHost<'answer' | 'fault' | 'die', string>(new URL('./worker-host.fixture.ts', import.meta.url));
afterEach(() => host.stop());

it('tells what a question failed with, and goes on with the same worker', async () => {
  await expect(host.ask('fault')).rejects.toMatchObject({ message: 'no answer', detail: 7 });
  expect(await host.ask('answer')).toBe('an answer');
});

it('of a worker that dies rejects what it had in hand, and nothing that the next one is asked before the end of the first', async () => {
  const asked = host.ask('die');
  const beside = host.ask('die');
  const next = asked.catch(() => host.ask('answer'));
  await expect(asked).rejects.toThrow('the worker died');
  await expect(beside).rejects.toThrow('the worker died');
  expect(await next).toBe('an answer');
});

it('stopped, gives up what is asked and can be asked again', async () => {
  const asked = host.ask('die');
  await host.stop();
  await expect(asked).rejects.toThrow('ended with');
  expect(await host.ask('answer')).toBe('an answer');
});
