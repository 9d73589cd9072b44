// Who wants to be told. Telling copies nothing; a listener may leave while being told.
export interface Listeners<Arguments extends readonly unknown[]> {
  /** @returns stop */
  readonly add: (run: (...values: Arguments) => void) => () => void;
  readonly tell: (...values: Arguments) => void;
}

export function listeners<Arguments extends readonly unknown[]>(): Listeners<Arguments> {
  const all = new Set<(...values: Arguments) => void>();
  return {
    add: (run) => {
      all.add(run);
      return () => void all.delete(run);
    },
    tell: (...values) => {
      for (const run of all) run(...values);
    },
  };
}
