// Scripts that run in the page before its own. They only observe.

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

/** Playwright's own calls count as user activation. With this script the page reports no activation, like a fresh page. */
export const UNTOUCHED = `Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false, isActive: false } });`;

/** Records when each text of the queue's rows first appeared, epoch milliseconds of this machine. */
export const RECORD_ROWS = `
  globalThis.e2eRows = [];
  new MutationObserver(() => {
    for (const row of document.querySelectorAll('.alarm-row')) {
      const text = row.querySelector('.row-place')?.textContent ?? '';
      if (!globalThis.e2eRows.some((known) => known.text === text)) globalThis.e2eRows.push({ text, at: Date.now() });
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;
/** The time at which a row with this text first appeared; null: not yet. */
export const rowShownAt = (text: string) => `globalThis.e2eRows.find((row) => row.text.includes(${JSON.stringify(text)}))?.at ?? null`;
