import { describe, expect, test } from 'vitest';
import { createHead, motors, PAN_TILT, type Pose } from './head.ts';

const start: Pose = { pan: 10, tilt: -5, visible: 0, thermal: 0 };
const headAt = (pose: Partial<Pose> = {}) => {
  let ms = 1_000;
  const head = createHead({ ...start, ...pose }, () => ms);
  return { head, after: (more: number) => (ms += more) };
};

describe('a head', () => {
  test('A movement takes time: half way after half the time, then at the target and at rest', () => {
    const { head, after } = headAt();
    head.goTo({ pan: 100 });
    expect(head.isMoving(PAN_TILT)).toBe(true);
    after(1_000);
    expect(head.pose()).toEqual({ ...start, pan: 55 });
    after(1_000);
    expect(head.pose()).toEqual({ ...start, pan: 100 });
    expect(head.isMoving(PAN_TILT)).toBe(false);
    after(60_000);
    expect(head.pose().pan).toBe(100);
  });

  test('A head takes the shortest way, also across ±180°', () => {
    const { head, after } = headAt({ pan: 170 });
    head.goTo({ pan: -170 }, { pan: 10 });
    after(500);
    expect(head.pose().pan).toBe(175);
    after(1_000);
    expect(head.pose().pan).toBe(-175);
    after(500);
    expect(head.pose().pan).toBe(-170);
  });

  test('A head turns no faster than its motor, whatever speed is requested', () => {
    const { head, after } = headAt();
    head.goTo({ tilt: 25 }, { tilt: 500 });
    after(500);
    expect(head.pose().tilt).toBe(-5 + motors.tilt.fastest / 2);
  });

  test('A sweep continues without end in pan, and up to the limit in tilt', () => {
    const { head, after } = headAt();
    head.sweep({ pan: 40, tilt: -30 }, 30_000);
    after(10_000);
    expect(head.pose()).toMatchObject({ pan: 50, tilt: motors.tilt.least });
  });

  test('a sweep ends after its time, or at once when it is stopped', () => {
    const { head, after } = headAt();
    head.sweep({ pan: 10 }, 1_000);
    after(5_000);
    expect(head.pose().pan).toBe(20);
    head.sweep({ pan: -10 }, 60_000);
    after(500);
    head.stop(PAN_TILT);
    after(5_000);
    expect(head.pose().pan).toBe(15);
    expect(head.isMoving(PAN_TILT)).toBe(false);
  });

  test('each channel has its own zoom, and the axes are independent', () => {
    const { head, after } = headAt();
    head.goTo({ visible: 1 });
    head.sweep({ pan: 10 }, 4_000);
    after(2_000);
    expect(head.pose()).toEqual({ pan: 30, tilt: -5, visible: 0.5, thermal: 0 });
    expect(head.isMoving(['thermal'])).toBe(false);
  });
});
