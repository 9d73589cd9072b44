/** Paths of test files from the root. */
export const batteries: readonly string[];
