// Virtual rows: only visible rows are rendered, inside a box with the full height.
import { type RefObject, useLayoutEffect, useState } from 'react';

export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** The number of rows below the lower edge, wholly or partly. */
  readonly below: number;
}

/** Rows rendered beyond the edges, so that fast scrolling shows no gap. */
const MARGIN_ROWS = 6;

export function rowWindow(scrollTop: number, heightPixels: number, rowPixels: number, count: number): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowPixels) - MARGIN_ROWS);
  const end = Math.min(count, Math.ceil((scrollTop + heightPixels) / rowPixels) + MARGIN_ROWS);
  return { first: Math.min(first, end), end, below: Math.max(0, count - Math.floor((scrollTop + heightPixels) / rowPixels)) };
}

export function useVirtualRows(scroller: RefObject<HTMLElement | null>, rowPixels: number, count: number): RowWindow {
  const [view, setView] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // Rounded to whole rows, so that scrolling within a row causes no render.
    const measure = () => {
      const top = Math.floor(element.scrollTop / rowPixels) * rowPixels;
      const height = element.clientHeight;
      setView((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, rowPixels]);
  return rowWindow(view.top, view.height, rowPixels, count);
}

/** The scroll position that brings a row into view; null: it is already visible. */
export function scrollFor(index: number, rowPixels: number, scrollTop: number, heightPixels: number): number | null {
  const top = index * rowPixels;
  if (top < scrollTop) return top;
  return top + rowPixels > scrollTop + heightPixels ? top + rowPixels - heightPixels : null;
}
