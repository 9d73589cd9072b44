import { describe, expect, it } from 'vitest';
import { clockOf, createReplayClock, usualSpeed } from './replay-clock.ts';

function manualFrames() {
  const waiting = new Map<number, (milliseconds: number) => void>();
  let [handle, now] = [0, 0];
  return {
    frames: {
      request: (run: (milliseconds: number) => void) => {
        handle += 1;
        waiting.set(handle, run);
        return handle;
      },
      cancel: (one: number) => void waiting.delete(one),
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
      const runs = [...waiting.values()];
      waiting.clear();
      for (const run of runs) run(now);
    },
    waiting,
  };
}

describe('the clock of a replay', () => {
  it('runs at a multiple of real time, notifies each frame, and stops at the end of the span', () => {
    const { frames, pass, waiting } = manualFrames();
    const clock = createReplayClock(frames);
    const seen: number[] = [];
    clock.setSpan({ from: 100, to: 130 });
    clock.onSecond((second) => seen.push(second));
    clock.play();
    pass(16);
    pass(100);
    clock.setSpeed(10);
    pass(100);
    expect(seen).toEqual([100, 100, 106, 107]);
    clock.setSpeed(600);
    pass(100);
    expect([clock.second(), clock.isPlaying(), waiting.size]).toEqual([130, false, 0]);
    // At the end, play starts again from the beginning.
    clock.play();
    expect(clock.second()).toBe(100);
  });

  it('can be set only within its span, pauses in place, and does not jump after a hidden tab', () => {
    const { frames, pass } = manualFrames();
    const clock = createReplayClock(frames);
    clock.setSpan({ from: 100, to: 50_000 });
    clock.seek(5);
    expect(clock.second()).toBe(100);
    clock.seek(200);
    clock.play();
    pass(0);
    pass(3_600_000);
    expect(clock.second()).toBe(230);
    let notified = 0;
    clock.onChange(() => {
      notified += 1;
    });
    clock.pause();
    clock.pause();
    pass(1_000);
    expect([clock.second(), clock.isPlaying(), notified]).toEqual([230, false, 1]);
  });

  it('starts at a speed suited to the length of the span', () => {
    expect([usualSpeed({ from: 0, to: 60 }), usualSpeed({ from: 0, to: 3_600 }), usualSpeed({ from: 0, to: 36_000 })]).toEqual([
      10, 60, 300,
    ]);
    expect([clockOf(0), clockOf(29_130.9), clockOf(86_400)]).toEqual(['00:00:00', '08:05:30', '23:59:59']);
  });
});
