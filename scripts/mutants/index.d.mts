/** A fault of one place: `find` stands exactly once in `file` and becomes `replace`. Paths are from the root. */
export interface Mutant {
  /** What goes wrong. */
  readonly name: string;
  readonly room: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files of which at least one turns red, the cheapest first. */
  readonly tests: readonly string[];
}
export const mutants: readonly Mutant[];
