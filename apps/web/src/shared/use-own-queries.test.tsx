import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useOwnQueries } from './use-own-queries.ts';

function OwnQuery() {
  const { data } = useQuery({ queryKey: ['grid'], queryFn: () => '阿坝州' });
  return <p>{data}</p>;
}

function Page() {
  return (
    <QueryClientProvider client={useOwnQueries({})}>
      <OwnQuery />
    </QueryClientProvider>
  );
}

test('no timer retains a reply after its page was left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { unmount } = render(<Page />);
  await screen.findByText('阿坝州');
  unmount();
  await Promise.resolve();
  expect(vi.getTimerCount()).toBe(0);
});
