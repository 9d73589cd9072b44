// What replaces a part whose script failed to load, and how to recover.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazily } from './lazily.ts';

function openParts() {
  // React reports each caught error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => {
    cleanup();
    vi.restoreAllMocks();
  });
  let isUp = false;
  let loads = 0;
  const Part = lazily<{ readonly name: string }>(async () => {
    loads++;
    if (!isUp) throw new TypeError('no line');
    return ({ name }) => <p>{name}取到了</p>;
  });
  const page = (name: string) => (
    <ErrorBoundary resetKey={name}>
      <Suspense fallback={null}>
        <Part name={name} />
      </Suspense>
    </ErrorBoundary>
  );
  const { rerender } = render(page('任务'));
  return {
    go: (name: string) => rerender(page(name)),
    lineIsBack: () => {
      isUp = true;
    },
    loads: () => loads,
  };
}

it('a script that failed to load is reported as such, with a retry that requests it again', async () => {
  const { lineIsBack, loads } = openParts();
  await screen.findByRole('heading', { name: '页面脚本没有取到' });
  expect([screen.queryByRole('button', { name: '刷新页面' }) !== null, loads()]).toEqual([true, 1]);
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: '重试' }));
  await waitFor(() => expect(loads()).toBe(2));
  await screen.findByRole('heading', { name: '页面脚本没有取到' });
  lineIsBack();
  await user.click(screen.getByRole('button', { name: '重试' }));
  await screen.findByText('任务取到了');
});

it('going to another page and back also requests the script again', async () => {
  const { go, lineIsBack } = openParts();
  await screen.findByRole('heading', { name: '页面脚本没有取到' });
  lineIsBack();
  go('报警');
  await screen.findByText('报警取到了');
});
