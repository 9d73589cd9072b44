import { expect, it } from 'vitest';
import { reportOwnActs } from './own-acts.ts';

it('the first input is reported at once, further input once a minute, and five seconds after a failed report', async () => {
  let now = 0;
  let isLineUp = true;
  const sent: number[] = [];
  const page = new EventTarget();
  const end = reportOwnActs(
    page,
    async () => {
      if (!isLineUp) throw new Error('no line');
      sent.push(now);
    },
    () => now,
  );
  const act = async (at: number, name = 'pointermove') => {
    now = at;
    page.dispatchEvent(new Event(name));
    await Promise.resolve();
  };
  await act(1_000, 'keydown');
  await act(2_000);
  await act(60_999, 'wheel');
  await act(61_000, 'pointerdown');
  expect(sent).toEqual([1_000, 61_000]);
  isLineUp = false;
  await act(121_000);
  isLineUp = true;
  await act(125_999);
  await act(126_000);
  await act(400_000, 'scroll');
  end();
  await act(500_000);
  expect(sent).toEqual([1_000, 61_000, 126_000]);
});
