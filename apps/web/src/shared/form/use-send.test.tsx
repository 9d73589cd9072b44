import { CallFailed } from '@lookout/client';
import { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openDesk } from '../../app/testing/desk.tsx';
import { type Sending, useSend } from './use-send.ts';

type Options = NonNullable<Parameters<typeof useSend>[0]>;

function Probe({ options, onSending }: { readonly options: Options; readonly onSending: (sending: Sending) => void }) {
  onSending(useSend(options));
  return null;
}

/** @returns the current state of a hook with these options */
function sendingOf(options: Options = {}): () => Sending {
  let current: Sending | undefined;
  openDesk().show(
    <Probe
      options={options}
      onSending={(sending) => {
        current = sending;
      }}
    />,
  );
  return () => current as Sending;
}

const refusal = () =>
  Promise.reject(new CallFailed({ kind: 'error', code: 409, message: 'A colleague was faster', data: { id: '7' } } as never));

it('a failed request is reported with its reason, and the next request removes the report', async () => {
  const sending = sendingOf({ failure: 'Not saved' });
  await act(async () => expect(await sending().send(refusal)).toBe(false));
  expect(sending().failed).toBe('Not saved（A colleague was faster）');
  await act(async () => expect(await sending().send(() => Promise.resolve())).toBe(true));
  expect(sending().failed).toBeNull();
  expect(sending().isBusy).toBe(false);
});

it('the lists are refetched after a refusal too', async () => {
  const invalidate = vi.spyOn(QueryClient.prototype, 'invalidateQueries');
  const refused: unknown[] = [];
  const sending = sendingOf({ refetch: ['plans'], onRefused: ({ data }) => refused.push(data) });
  await act(async () => void (await sending().send(refusal)));
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['plans'] });
  expect(refused).toEqual([{ id: '7' }]);
});

it('a second request within 1500 ms is ignored if the form rests', async () => {
  const sending = sendingOf({ rests: true });
  vi.useFakeTimers();
  const work = vi.fn(() => Promise.resolve());
  await act(async () => void (await sending().send(work)));
  await act(async () => expect(await sending().send(work)).toBe(false));
  expect(work).toHaveBeenCalledTimes(1);
  expect(sending().isResting).toBe(true);
  act(() => void vi.advanceTimersByTime(1_500));
  expect(sending().isResting).toBe(false);
  vi.useRealTimers();
});

it('an error that is not a failed call is thrown, and the form is usable again', async () => {
  const sending = sendingOf();
  await act(async () => expect(sending().send(() => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken'));
  expect(sending().isBusy).toBe(false);
});
