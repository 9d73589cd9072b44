import { afterEach, expect, it } from 'vitest';
import { createWorkerHost } from './worker-host.ts';

const host = createWorkerHost<'answer' | 'fault' | 'die', string>(new URL('./worker-host.fixture.ts', import.meta.url));
afterEach(() => host.stop());

it('A failed question is rejected with its error, and the same worker continues', async () => {
  await expect(host.ask('fault')).rejects.toMatchObject({ message: 'no answer', detail: 7 });
  expect(await host.ask('answer')).toBe('an answer');
});

it('A worker that dies rejects its pending questions, but not those of the next worker, even if they come before the first has ended', async () => {
  const asked = host.ask('die');
  const beside = host.ask('die');
  const next = asked.catch(() => host.ask('answer'));
  await expect(asked).rejects.toThrow('the worker died');
  await expect(beside).rejects.toThrow('the worker died');
  expect(await next).toBe('an answer');
});

it('A stopped host rejects its pending questions and accepts new ones', async () => {
  const asked = host.ask('die');
  await host.stop();
  await expect(asked).rejects.toThrow('ended with');
  expect(await host.ask('answer')).toBe('an answer');
});
