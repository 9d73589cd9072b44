import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { openDesk } from '../../app/testing/desk.tsx';
import { useWindowPlace } from './use-window-place.ts';
import { WindowEdges, WindowMenu } from './WindowParts.tsx';

const LEAST = { width: 200, height: 100 };

function Placed() {
  const frame = useRef<HTMLElement>(null);
  const window = useWindowPlace(frame, { name: 'test', least: LEAST });
  return (
    <section ref={frame} aria-label="窗口" style={window.style}>
      <header {...window.handle} data-testid="header">
        <WindowMenu window={window} />
      </header>
      <WindowEdges window={window} />
    </section>
  );
}

/** Drags by the pointer. */
function drag(element: Element, from: readonly [number, number], to: readonly [number, number]): void {
  const at = ([clientX, clientY]: readonly [number, number]) => ({ clientX, clientY, button: 0, pointerId: 1 });
  fireEvent.pointerDown(element, at(from));
  fireEvent.pointerMove(element, at(to));
  fireEvent.pointerUp(element, at(to));
}

const boxOf = ({ style: { left, top, width, height } }: HTMLElement) => [left, top, width, height].map((text) => Number.parseFloat(text));

it('a window is moved by its header, resized at an edge and docked, and its position is stored for the account', async () => {
  // The test DOM has no layout.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 400, 300));
  const { user, show } = openDesk();
  const [width, height] = [window.innerWidth, window.innerHeight];
  show(<Placed />);
  const header = await screen.findByTestId('header');
  const frame = screen.getByRole('region', { name: '窗口' });
  expect(frame.style.left).toBe('');

  fireEvent.pointerDown(header, { clientX: 120, clientY: 110, button: 0 });
  fireEvent.pointerUp(header);
  expect(frame.style.left).toBe('');
  drag(header, [120, 110], [150, 130]);
  expect(boxOf(frame)).toEqual([130, 120, 400, 300]);
  drag(frame.querySelector('[data-edge="se"]') ?? header, [530, 420], [500, 400]);
  expect(boxOf(frame)).toEqual([130, 120, 370, 280]);
  drag(header, [200, 130], [width - 2, 300]);
  expect(boxOf(frame)).toEqual([width / 2, 56, width / 2, height - 56]);
  fireEvent.doubleClick(header);
  expect(boxOf(frame)).toEqual([0, 56, width, height - 56]);
  cleanup();

  show(<Placed />);
  const again = await screen.findByRole('region', { name: '窗口' });
  expect(boxOf(again)).toEqual([0, 56, width, height - 56]);
  await user.click(screen.getByRole('button', { name: '窗口位置' }));
  // A press in the menu does not count as a press in the header, which would capture its click.
  const capture = vi.spyOn(HTMLElement.prototype, 'setPointerCapture');
  await user.click(await screen.findByRole('menuitem', { name: '恢复默认位置' }));
  expect(capture).not.toHaveBeenCalled();
  expect([again.style.left, Object.keys(localStorage).filter((key) => key.startsWith('window.test'))]).toEqual(['', []]);
});
