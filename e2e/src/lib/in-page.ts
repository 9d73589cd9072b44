// Scripts that run in the page before its own: they listen, and change nothing of what the page does.

/** Counts the tones that are started; the chime is one oscillator each time it sounds. */
export const COUNT_TONES = `
  globalThis.e2eTones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    globalThis.e2eTones++;
    return start.apply(this, when);
  };
`;
export const TONES = 'globalThis.e2eTones';

/** Playwright's own questions count as a touch of the page; this page says that nobody has touched it, as a fresh one does. */
export const UNTOUCHED = `Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false, isActive: false } });`;

/** Notes when each text of the queue's rows was first there, epoch milliseconds of this machine. */
export const NOTE_ROWS = `
  globalThis.e2eRows = [];
  new MutationObserver(() => {
    for (const row of document.querySelectorAll('.alarm-row')) {
      const text = row.querySelector('.row-place')?.textContent ?? '';
      if (!globalThis.e2eRows.some((known) => known.text === text)) globalThis.e2eRows.push({ text, at: Date.now() });
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;
/** When a row with this text was drawn; null as long as it was not. */
export const rowShownAt = (text: string) => `globalThis.e2eRows.find((row) => row.text.includes(${JSON.stringify(text)}))?.at ?? null`;
