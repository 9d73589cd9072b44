// The filters of specification §9 "Time filters", and the time windows of each.

/** `all` is labelled 全部. */
export const TIME_CHIPS = [
  { id: 'onehour', hours: 1 },
  { id: 'threehour', hours: 3 },
  { id: 'halfDay', hours: 12 },
  { id: 'oneDay', hours: 24 },
  { id: 'threeDays', hours: 72 },
  { id: 'fiveDays', hours: 120 },
  { id: 'all', hours: null },
] as const;
export type ChipId = (typeof TIME_CHIPS)[number]['id'];

const chips = new Set<string>(TIME_CHIPS.map(({ id }) => id));
export const isChip = (text: string | null): text is ChipId => text !== null && chips.has(text);
