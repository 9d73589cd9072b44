import { CallFailed } from '@lookout/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSend } from './use-send.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const queries = new QueryClient();
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <App>{children}</App>
  </QueryClientProvider>
);
const refusal = () =>
  Promise.reject(new CallFailed({ kind: 'error', code: 409, message: 'A colleague was faster', data: { id: '7' } } as never));

it('a failed request is reported with its reason, and the next request removes the report', async () => {
  const { result } = renderHook(() => useSend({ failure: 'Not saved' }), { wrapper });
  await act(async () => expect(await result.current.send(refusal)).toBe(false));
  expect(result.current.failed).toBe('Not saved（A colleague was faster）');
  await act(async () => expect(await result.current.send(() => Promise.resolve())).toBe(true));
  expect(result.current.failed).toBeNull();
  expect(result.current.isBusy).toBe(false);
});

it('the lists are refetched after a refusal too', async () => {
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  const refused: unknown[] = [];
  const { result } = renderHook(() => useSend({ refetch: ['plans'], onRefused: ({ data }) => refused.push(data) }), { wrapper });
  await act(async () => void (await result.current.send(refusal)));
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['plans'] });
  expect(refused).toEqual([{ id: '7' }]);
});

it('a second request within 1500 ms is ignored if the form rests', async () => {
  const { result } = renderHook(() => useSend({ rests: true }), { wrapper });
  const work = vi.fn(() => Promise.resolve());
  await act(async () => void (await result.current.send(work)));
  await act(async () => expect(await result.current.send(work)).toBe(false));
  expect(work).toHaveBeenCalledTimes(1);
  expect(result.current.isResting).toBe(true);
  act(() => void vi.advanceTimersByTime(1_500));
  expect(result.current.isResting).toBe(false);
});

it('an error that is not a failed call is thrown, and the form is usable again', async () => {
  const { result } = renderHook(() => useSend(), { wrapper });
  await act(async () => expect(result.current.send(() => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken'));
  expect(result.current.isBusy).toBe(false);
});
