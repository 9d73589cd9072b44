import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SosButton } from './SosButton.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aButton() {
  const events: string[] = [];
  const { unmount } = render(
    <SosButton
      disabled={false}
      onPress={() => events.push('press')}
      onLetGo={() => events.push('let go')}
      onLongPress={() => events.push('held')}
    />,
  );
  return { heard: events, unmount, button: screen.getByRole('button', { name: /^SOS/ }) };
}

it('an SOS is sent after three seconds, not before, by finger or by key', () => {
  const { heard, button, unmount } = aButton();
  fireEvent.pointerDown(button);
  vi.advanceTimersByTime(2_900);
  fireEvent.pointerUp(button);
  vi.advanceTimersByTime(5_000);
  expect(heard).toEqual(['press', 'let go']);
  fireEvent.keyDown(button, { key: 'Enter' });
  vi.advanceTimersByTime(3_100);
  fireEvent.keyUp(button, { key: 'Enter' });
  expect(heard).toEqual(['press', 'let go', 'press', 'held']);
  unmount();
});
