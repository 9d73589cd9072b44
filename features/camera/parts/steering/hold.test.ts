import type { PtzAct } from '@lookout/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actOfKeys, createHold, isSteeringKey, KEEP_ALIVE_MS } from './hold.ts';

function aHold() {
  const sent: string[] = [];
  const failed: unknown[] = [];
  let pressed: PtzAct | null = null;
  let answer: () => Promise<void> = async () => undefined;
  const hold = createHold({
    send: async (act, phase) => {
      sent.push(`${phase} ${act}`);
      await answer();
    },
    onFailed: (error) => void failed.push(error),
    onPressed: (act) => {
      pressed = act;
    },
  });
  const answerWith = (next: () => Promise<void>) => {
    answer = next;
  };
  return { hold, sent, failed, held: () => pressed, answerWith };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('hold to move', () => {
  it('starts at once, repeats the start every 700 ms, stops on release, and sends nothing afterwards', async () => {
    const { hold, sent, held } = aHold();
    hold.press('left');
    await vi.advanceTimersByTimeAsync(2 * KEEP_ALIVE_MS);
    expect([sent, held()]).toEqual([['start left', 'start left', 'start left'], 'left']);
    hold.release();
    hold.release();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent.slice(3), held(), vi.getTimerCount()]).toEqual([['stop left'], null, 0]);
  });

  it('two keep-alives fit into the server’s timeout of 1.5 s', () => expect(2 * KEEP_ALIVE_MS).toBeLessThan(1_500));

  it('another direction stops the previous one; repeating the same one sends nothing', async () => {
    const { hold, sent } = aHold();
    hold.press('left');
    hold.press('left');
    hold.press('up-left');
    hold.release();
    await settle();
    expect(sent).toEqual(['start left', 'stop left', 'start up-left', 'stop up-left']);
  });

  it('on a slow connection the stop is sent right after its start, and keep-alives do not pile up before it', async () => {
    const { hold, sent, answerWith } = aHold();
    const { promise, resolve } = Promise.withResolvers<void>();
    answerWith(() => promise);
    hold.press('up');
    await vi.advanceTimersByTimeAsync(10 * KEEP_ALIVE_MS);
    hold.release();
    await settle();
    expect(sent).toEqual(['start up']);
    resolve();
    await settle();
    expect(sent).toEqual(['start up', 'stop up']);
  });

  it('after a refused start no button counts as held and nothing is sent', async () => {
    const { hold, sent, failed, held, answerWith } = aHold();
    answerWith(() => Promise.reject(new Error('李正在操作该摄像头')));
    hold.press('up');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, held(), failed.length, vi.getTimerCount()]).toEqual([['start up'], null, 1, 0]);
    hold.release();
    await settle();
    expect(sent).toEqual(['start up']);
  });
});

describe('arrow keys', () => {
  it.each([
    [['ArrowUp'], 'up'],
    [['ArrowUp', 'ArrowLeft'], 'up-left'],
    [['ArrowDown', 'ArrowRight'], 'down-right'],
    [['ArrowLeft', 'ArrowRight'], null],
    [['ArrowLeft', 'ArrowRight', 'ArrowDown'], 'down'],
    [['+'], 'zoom-in'],
    [['-'], 'zoom-out'],
    [['-', 'ArrowUp'], 'up'],
    [['a'], null],
    [[], null],
  ] as const)('%j: %s', (down, act) => expect(actOfKeys(new Set<string>(down))).toBe(act));

  it('letters are not handled', () =>
    expect(['ArrowUp', '+', '=', '-', 'j', 'Enter'].map(isSteeringKey)).toEqual([true, true, true, true, false, false]));
});
