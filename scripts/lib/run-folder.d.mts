interface Options {
  /** A folder that is kept in memory. */
  readonly inMemory?: string;
  readonly leastFreeBytes?: number;
}
/** Runs `work` with a folder in memory for temporary files; without room for one, with the system's own. */
export function withRunFolder<T>(work: (env: Readonly<Record<string, string>>) => Promise<T>, options?: Options): Promise<T>;
