// Who may do what: the codes of menus and elements (specification §6, contract.md "Rights beside the menus").

/** Menu codes; `bgDecision` is spelled so in the specification. */
export const MENU_CODES = [
  'bpMonitor',
  'bpReplay',
  'bpGeologic',
  'bpAlarm',
  'bpRanger',
  'bgDecision',
  'bpRecord',
  'bpGeologicHazard',
] as const;
export type MenuCode = (typeof MENU_CODES)[number];

/** Rights that are no menu of the main shell. */
export const ELEMENT_CODES = ['adminDelete', 'userAdmin', 'audit', 'rangerApp'] as const;
export type ElementCode = (typeof ELEMENT_CODES)[number];

export type RightCode = MenuCode | ElementCode;
export const RIGHT_CODES: readonly RightCode[] = [...MENU_CODES, ...ELEMENT_CODES];

const rights = new Set<string>(RIGHT_CODES);
export const isRightCode = (text: string): text is RightCode => rights.has(text);

/** A ranger carries the app and sits at no desk: who administers rangers holds their right too, so as to hand it out. */
export const isRanger = (held: readonly RightCode[]): boolean => held.includes('rangerApp') && !held.includes('bpMonitor');
