// Why something failed, in one line.

/** One line. An AggregateError (several addresses of a host) is described by its first error, `fetch failed` by its cause. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.message === 'fetch failed' && error.cause !== undefined) return reasonOf(error.cause);
  return (error.message || ((error as NodeJS.ErrnoException).code ?? error.name)).split('\n')[0] ?? error.name;
}
