// Keeps the popup at its marker while the camera moves: by style, past React.
import { type RefObject, useLayoutEffect } from 'react';
import { useGlobeState } from '../../globe/use-globe-room.ts';
import { placePopup, type Room } from './placement.ts';

const EDGE_PIXELS = 12;
/** The column of map controls stays in reach. */
const CONTROLS_PIXELS = 60;

/** @param insets what panels take from the window, CSS pixels */
export function usePopupPlace(
  popup: RefObject<HTMLElement | null>,
  place: { readonly lng: number; readonly lat: number },
  insets: { readonly top: number; readonly left: number; readonly right: number; readonly bottom: number },
): void {
  const state = useGlobeState();
  const { lng, lat } = place;
  const { top, left, right, bottom } = insets;

  useLayoutEffect(() => {
    const element = popup.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    let last: { x: number; y: number } | null = null;
    const put = () => {
      const free: Room = {
        left: Math.max(left, Math.min(left + CONTROLS_PIXELS, frame.clientWidth - right - element.offsetWidth)),
        top: top + EDGE_PIXELS,
        right: frame.clientWidth - right - EDGE_PIXELS,
        bottom: frame.clientHeight - bottom - EDGE_PIXELS,
      };
      element.style.maxHeight = `${free.bottom - free.top}px`;
      const seen = state.kind === 'ready' ? state.globe.screenPositionOf(lng, lat) : null;
      const inside = seen !== null && seen.x >= 0 && seen.y >= 0 && seen.x <= frame.clientWidth && seen.y <= frame.clientHeight;
      // Behind the globe there is no place to stand at: it stays where it was and says so.
      last = seen ?? last ?? { x: free.left, y: free.top };
      const { x, y, side } = placePopup(last, { width: element.offsetWidth, height: element.offsetHeight }, free);
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      element.dataset.side = side;
      element.dataset.detached = String(state.kind === 'ready' && !inside);
    };
    put();
    const size = new ResizeObserver(put);
    size.observe(element);
    size.observe(frame);
    const stop = state.kind === 'ready' ? state.globe.onRendered(put) : null;
    return () => {
      size.disconnect();
      stop?.();
    };
  }, [popup, state, lng, lat, top, left, right, bottom]);
}
