import { expect, it } from 'vitest';
import { createChime } from './chime.ts';

function aBrowser(allowed: boolean) {
  const heard = new Map<string, () => void>();
  const page = {
    navigator: { userActivation: { hasBeenActive: allowed } },
    addEventListener: (name: string, run: () => void) => void heard.set(name, run),
    removeEventListener: (name: string) => void heard.delete(name),
  };
  let contexts = 0;
  let sirens = 0;
  const parameter = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
  const makeContext = () => {
    contexts++;
    const context = {
      state: 'suspended',
      currentTime: 0,
      destination: {},
      resume: async () => {
        context.state = 'running';
      },
      close: async () => undefined,
      createGain: () => ({ gain: parameter, connect: (next: unknown) => next }),
      createOscillator: () => ({
        type: '',
        frequency: parameter,
        connect: (next: unknown) => next,
        start: () => void sirens++,
        stop: () => undefined,
      }),
    };
    return context as unknown as AudioContext;
  };
  let now = 0;
  const chime = createChime(page, makeContext, () => now);
  return {
    chime,
    heard,
    contexts: () => contexts,
    sirens: () => sirens,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const settle = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

it('before a gesture nothing is made and the page is told; the alarm that could not sound sounds with the gesture', async () => {
  const browser = aBrowser(false);
  browser.chime.play();
  expect([browser.chime.blocked(), browser.contexts(), browser.sirens()]).toEqual([true, 0, 0]);
  browser.heard.get('pointerdown')?.();
  await settle();
  expect([browser.chime.blocked(), browser.sirens(), browser.heard.size]).toEqual([false, 1, 0]);
});

it('a flood of alarms is one siren', async () => {
  const browser = aBrowser(true);
  await settle();
  for (let i = 0; i < 100; i++) browser.chime.play();
  browser.pass(3000);
  browser.chime.play();
  expect(browser.sirens()).toBe(2);
});
