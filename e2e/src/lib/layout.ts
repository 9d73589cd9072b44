// Layout faults of a page, measured in the page: sideways scrolling, cut-off, covered or overlapping elements.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

// Size observers have updated the layout by the second frame after a change.
const MEASURE = `new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))).then(() => {
  const faults = [];
  const nameOf = (one) => one.tagName.toLowerCase() + (one.className && typeof one.className === 'string' ? '.' + one.className.trim().split(/\\s+/).join('.') : '')
    + ' “' + (one.getAttribute('aria-label') || one.textContent || '').trim().slice(0, 40) + '”';
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push('scrolls sideways: ' + root.scrollWidth + ' > ' + innerWidth);

  // In the header nothing runs into its neighbour or out of the window.
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getBoundingClientRect().width > 1;
  const items = [...document.querySelectorAll('.header > :not(nav, .header-gap), .header nav > :not(.menu-row), .header .menu-row > *')].filter(shown);
  const boxes = items.map((one) => one.getBoundingClientRect());
  boxes.forEach((a, i) => {
    if (a.left < -0.5 || a.right > innerWidth + 0.5) faults.push('out of the window: ' + nameOf(items[i]));
    boxes.forEach((b, j) => {
      if (j > i && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        faults.push('overlap: ' + nameOf(items[i]) + ' and ' + nameOf(items[j]));
    });
  });

  // What can be pressed, and headings: whole, and with nothing over them. What lies in a scrolled-away part of a box can be scrolled to.
  const EDGE = 2;
  const scrolls = (style, side) => /auto|scroll/.test(side === 'x' ? style.overflowX : style.overflowY);
  const inView = (one, box) => {
    for (let up = one.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const frame = up.getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      // On the very edge its middle belongs to what lies beside the box.
      const isBeside = x < frame.left + EDGE || x > frame.right - EDGE;
      if (isBeside || y < frame.top + EDGE || y > frame.bottom - EDGE)
        return !scrolls(style, isBeside ? 'x' : 'y') && !up.matches('.ant-tabs-nav-wrap, .menu-row') ? 'cut off' : 'scrolled away';
    }
    return 'in view';
  };
  const PRESSED = 'button, a[href], [role="tab"], h1, h2, summary';
  for (const one of document.querySelectorAll(PRESSED)) {
    if (!shown(one) || one.closest('.visually-hidden, .ant-select, .ant-table-measure-row, .menu-item-behind')) continue;
    const box = one.getBoundingClientRect();
    if (box.height < 2) continue;
    const where = inView(one, box);
    if (where === 'scrolled away') continue;
    if (where === 'cut off') { faults.push('cut off: ' + nameOf(one)); continue; }
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (x < 0 || x > innerWidth) { faults.push('out of the window: ' + nameOf(one)); continue; }
    if (y < 0 || y > innerHeight) continue;
    const style = getComputedStyle(one);
    if (style.pointerEvents !== 'none') {
      const hit = document.elementFromPoint(x, y);
      // From under a fixed column it can be scrolled.
      const isUnderFixed = hit?.closest('.ant-table-cell-fix') && hit.closest('.ant-table-content, .ant-table-body')?.contains(one);
      if (hit && !one.contains(hit) && !hit.contains(one) && !isUnderFixed) faults.push('covered at ' + [x, y].map(Math.round) + ': ' + nameOf(one) + ' by ' + nameOf(hit));
    }
    if (style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1) faults.push('text cut: ' + nameOf(one));
  }
  return [...new Set(faults)];
})`;

/** The faults, one line each. */
export const layoutFaults = (page: Page): Promise<readonly string[]> => page.evaluate(MEASURE);

/** A resize takes milliseconds, but about once in some thousand times Chromium never answers, and Playwright waits forever. */
const ANSWER_MS = 15_000;
const MOST_ASKED = 3;

/** @throws when the browser does not answer at all */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  for (let attempt = 0; attempt < MOST_ASKED; attempt++) {
    const over = new AbortController();
    const unanswered = pause(ANSWER_MS, 'unanswered', { signal: over.signal }).catch(() => 'over');
    const found = await Promise.race([page.setViewportSize(size), unanswered]);
    over.abort();
    if (found !== 'unanswered') return;
  }
  throw new Error(`${page.url()} could not be made ${size.width} wide`);
}
