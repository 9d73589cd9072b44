import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSubmitRest } from './use-submit-rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// Proves §9.6b
it('a form is not sent again within 1500 ms', () => {
  const { result } = renderHook(useSubmitRest);
  const begin = (): boolean => {
    let began = false;
    act(() => {
      began = result.current.begin();
    });
    return began;
  };
  expect([begin(), result.current.resting, begin()]).toEqual([true, true, false]);
  act(() => void vi.advanceTimersByTime(1_499));
  expect([begin(), result.current.resting]).toEqual([false, true]);
  act(() => void vi.advanceTimersByTime(1));
  expect([result.current.resting, begin()]).toEqual([false, true]);
});
