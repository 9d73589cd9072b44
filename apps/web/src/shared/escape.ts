// Esc closes only the topmost open element. Elements register their close function on opening; the last opened is topmost. antd dialogs are
// above all of them and close themselves.
import { useEffect, useRef } from 'react';

interface EscapeStack {
  /** @returns removes the entry; idempotent */
  readonly add: (close: () => void) => () => void;
  /** @returns whether anything was open */
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

/** While `isOpen`, Esc calls `close`, unless something opened later is still open. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    // In the capture phase, so that an open antd dialog is detected before it closes itself.
    if (listening++ === 0) window.addEventListener('keydown', press, { capture: true });
    const remove = stack.add(() => latest.current());
    return () => {
      remove();
      if (--listening === 0) window.removeEventListener('keydown', press, { capture: true });
    };
  }, [isOpen]);
}

const COVERS = '.ant-modal-wrap, .ant-drawer, .ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown, .ant-popover';

/** Whether an antd overlay covers the page; it handles the keyboard and Esc itself. */
export const isCovered = (document: Document): boolean =>
  [...document.querySelectorAll<HTMLElement>(COVERS)].some(
    (element) => element.offsetParent !== null || (element.getClientRects().length > 0 && getComputedStyle(element).display !== 'none'),
  );
