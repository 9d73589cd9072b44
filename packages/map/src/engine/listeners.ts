// A set of listeners. A listener may remove itself while it is being called.
export interface Listeners<Arguments extends readonly unknown[]> {
  /** @returns stop */
  readonly add: (run: (...values: Arguments) => void) => () => void;
  readonly emit: (...values: Arguments) => void;
}

export function listeners<Arguments extends readonly unknown[]>(): Listeners<Arguments> {
  const all = new Set<(...values: Arguments) => void>();
  return {
    add: (run) => {
      all.add(run);
      return () => void all.delete(run);
    },
    emit: (...values) => {
      for (const run of all) run(...values);
    },
  };
}
