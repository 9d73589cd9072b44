// Satellite confidence → credibility in percent, by one table. VIIRS says low, nominal, high (or l, n, h); MODIS 0–100.

/** VIIRS classes carry no percentage of their own: the values are ours, kept editable here (待核对, see GLOSSARY.md). */
const viirsClasses: Readonly<Record<string, number>> = { low: 30, l: 30, nominal: 60, n: 60, high: 90, h: 90 };

/** @returns percent 0–100, or null when the text is no confidence. */
export function credibilityOf(confidence: string): number | null {
  const named = viirsClasses[confidence.toLowerCase()];
  if (named !== undefined) return named;
  if (!/^\d{1,3}$/.test(confidence)) return null;
  const percent = Number(confidence);
  return percent <= 100 ? percent : null;
}
