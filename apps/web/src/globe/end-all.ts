/** Runs every cleanup function, also after one that throws. @param report receives each thrown error */
export function endAll(ends: readonly (() => void)[], report: (error: unknown) => void): void {
  for (const end of ends)
    try {
      end();
    } catch (error) {
      report(error);
    }
}
