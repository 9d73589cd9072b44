// Esc closes the topmost thing only (ui.md 2). What opens registers how it is closed; what was opened last lies on top. Dialogs of antd lie
// above all of these and close themselves.
import { useEffect, useRef } from 'react';

interface EscapeStack {
  /** @returns no longer open; harmless when done twice */
  readonly add: (close: () => void) => () => void;
  /** @returns whether there was anything to close */
  readonly closeTopmost: () => boolean;
}

export function createEscapeStack(): EscapeStack {
  let open: readonly { readonly close: () => void }[] = [];
  return {
    add: (close) => {
      const entry = { close };
      open = [...open, entry];
      return () => {
        open = open.filter((one) => one !== entry);
      };
    },
    closeTopmost: () => {
      const top = open.at(-1);
      top?.close();
      return top !== undefined;
    },
  };
}

const stack = createEscapeStack();
let listening = 0;

function press(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || isCovered(document)) return;
  if (stack.closeTopmost()) event.preventDefault();
}

/** While `isOpen`, Esc closes it when nothing that was opened later is open. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    // Heard before anybody else, so that an open dialog of antd is seen before it closes itself.
    if (listening++ === 0) window.addEventListener('keydown', press, { capture: true });
    const remove = stack.add(() => latest.current());
    return () => {
      remove();
      if (--listening === 0) window.removeEventListener('keydown', press, { capture: true });
    };
  }, [isOpen]);
}

const COVERS = '.ant-modal-wrap, .ant-drawer, .ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown, .ant-popover';

/** Something of antd's lies over the page and has the keyboard to itself: it closes by its own Esc. */
export const isCovered = (document: Document): boolean =>
  [...document.querySelectorAll<HTMLElement>(COVERS)].some(
    (element) => element.offsetParent !== null || (element.getClientRects().length > 0 && getComputedStyle(element).display !== 'none'),
  );
