// Right click on the map: copy coordinates, fly here, measure from here, search nearby, which cameras see it, report a fire here, dispatch here, plot here.
import { formatDecimal } from '@lookout/geo';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocatingStore } from '../../entities/camera/locating/locating-store.ts';
import { useLocatingMessages } from '../../entities/camera/locating/messages.ts';
import { useToolMessages } from '../../globe/tools/messages.ts';
import { useMayDraw } from '../../globe/tools/plots/PlotTool.tsx';
import { useToolStore } from '../../globe/tools/tool-store.ts';
import { useGlobeRoom } from '../../globe/use-globe-room.ts';
import { useRight } from '../../shared/services.ts';
import { useMessages } from './messages.ts';
import { useCopy } from './use-copy.ts';

export interface MenuPlace {
  readonly lng: number;
  readonly lat: number;
  /** CSS pixels in the map. */
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly place: MenuPlace;
  readonly onClose: () => void;
  readonly onReport: (place: MenuPlace) => void;
  readonly onDispatch: (place: MenuPlace) => void;
}

export function ContextMenu({ place, onClose, onReport, onDispatch }: Props) {
  const messages = useMessages();
  const room = useGlobeRoom();
  const copy = useCopy();
  const menu = useRef<HTMLDivElement>(null);
  const toolMessages = useToolMessages();
  const tools = useToolStore();
  const mayDispatch = useRight('dispatch');
  const mayDraw = useMayDraw();
  const locating = useLocatingStore();
  const { onlookers } = useLocatingMessages();
  const mayWatch = useRight('watch-video');
  const text = `${formatDecimal(place.lng)}, ${formatDecimal(place.lat)}`;
  const items = [
    { label: messages.menu.copy, run: () => copy(text) },
    {
      label: messages.menu.fly,
      run: () => {
        const state = room.state();
        if (state.kind === 'ready') void state.globe.flyTo({ ...place, rangeMetres: state.map.POPUP_FLY_IN_RANGE_METRES });
      },
    },
    { label: toolMessages.menu.measure, run: () => tools.measureFrom({ lng: place.lng, lat: place.lat }) },
    { label: toolMessages.menu.near, run: () => tools.nearTo({ lng: place.lng, lat: place.lat }) },
    ...(mayWatch ? [{ label: onlookers.menu, run: () => locating.askOnlookers({ lng: place.lng, lat: place.lat }) }] : []),
    { label: messages.menu.report, run: () => onReport(place) },
    ...(mayDispatch ? [{ label: messages.menu.dispatch, run: () => onDispatch(place) }] : []),
    ...(mayDraw ? [{ label: toolMessages.menu.plot, run: () => tools.plotAt({ lng: place.lng, lat: place.lat }) }] : []),
  ];

  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    const { clientWidth = 0, clientHeight = 0 } = element.parentElement ?? {};
    const x = Math.min(place.x, clientWidth - element.offsetWidth - 8);
    const y = Math.min(place.y, clientHeight - element.offsetHeight - 52);
    element.style.transform = `translate(${Math.max(8, x)}px, ${Math.max(8, y)}px)`;
    element.querySelector('button')?.focus();
  }, [place]);

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
    <div ref={menu} className="context-menu panel" role="menu" aria-label={messages.menu.title} tabIndex={-1} onKeyDown={move}>
      <p className="tabular" role="presentation">
        {text}
      </p>
      {items.map(({ label, run }) => (
        <button
          key={label}
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
