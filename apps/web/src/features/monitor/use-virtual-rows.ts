// Only the rows in view exist: 20,000 alarms are a tall empty box with twenty children.
import { type RefObject, useLayoutEffect, useState } from 'react';

export interface RowWindow {
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
}

/** Rows kept beyond the edges, so that a quick scroll shows no gap. */
const MARGIN_ROWS = 6;

export function rowWindow(scrollTop: number, heightPixels: number, rowPixels: number, count: number): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowPixels) - MARGIN_ROWS);
  const end = Math.min(count, Math.ceil((scrollTop + heightPixels) / rowPixels) + MARGIN_ROWS);
  return { first: Math.min(first, end), end };
}

export function useVirtualRows(scroller: RefObject<HTMLElement | null>, rowPixels: number, count: number): RowWindow {
  const [view, setView] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // Steps of whole rows: scrolling within a row renders nothing.
    const look = () => {
      const top = Math.floor(element.scrollTop / rowPixels) * rowPixels;
      const height = element.clientHeight;
      setView((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    look();
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, rowPixels]);
  return rowWindow(view.top, view.height, rowPixels, count);
}

/** The scroll position that brings a row into view, or null when it is there already. */
export function scrollFor(index: number, rowPixels: number, scrollTop: number, heightPixels: number): number | null {
  const top = index * rowPixels;
  if (top < scrollTop) return top;
  return top + rowPixels > scrollTop + heightPixels ? top + rowPixels - heightPixels : null;
}
