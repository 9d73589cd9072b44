// The finding of a check.

/** `unasked`: the check could not run, because what it examines is not available. */
export type State = 'ok' | 'unasked' | 'warning' | 'error';

/** Chinese and English. */
export type Texts = readonly [zh: string, en: string];

export interface Finding {
  readonly state: State;
  readonly seen: Texts;
  /** What to do; null: nothing to do. */
  readonly todo: Texts | null;
}

export const ok = (seen: Texts): Finding => ({ state: 'ok', seen, todo: null });
export const unasked = (seen: Texts): Finding => ({ state: 'unasked', seen, todo: null });
export const warning = ({ seen, todo }: Trouble): Finding => ({ state: 'warning', seen, todo });
export const error = ({ seen, todo }: Trouble): Finding => ({ state: 'error', seen, todo });

export interface Trouble {
  readonly seen: Texts;
  readonly todo: Texts;
}
