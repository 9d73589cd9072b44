// A menu at a point of the map, for mouse and keyboard; a press elsewhere closes it.
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import './globe.css';

export interface PointMenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly run: () => void;
}

interface Props {
  readonly name: string;
  /** Shown above the items. */
  readonly head: ReactNode;
  /** CSS pixels in the map. */
  readonly x: number;
  readonly y: number;
  readonly items: readonly PointMenuItem[];
  readonly onClose: () => void;
}

const EDGE_PIXELS = 8;
/** Height of the bar below the map. */
const FOOT_PIXELS = 52;

export function PointMenu({ name, head, x, y, items, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    const { clientWidth = 0, clientHeight = 0 } = element.parentElement ?? {};
    const left = Math.min(x, clientWidth - element.offsetWidth - EDGE_PIXELS);
    const top = Math.min(y, clientHeight - element.offsetHeight - FOOT_PIXELS);
    element.style.transform = `translate(${Math.max(EDGE_PIXELS, left)}px, ${Math.max(EDGE_PIXELS, top)}px)`;
    element.querySelector('button')?.focus();
  }, [x, y]);

  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) onClose();
    };
    window.addEventListener('pointerdown', outside, { capture: true });
    return () => window.removeEventListener('pointerdown', outside, { capture: true });
  }, [onClose]);

  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + (event.key === 'ArrowDown' ? 1 : buttons.length - 1)) % buttons.length]?.focus();
  };

  return (
    <div ref={menu} className="point-menu panel" role="menu" aria-label={name} tabIndex={-1} onKeyDown={move}>
      <p className="tabular" role="presentation">
        {head}
      </p>
      {items.map(({ key, label, run }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          onClick={() => {
            onClose();
            run();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
