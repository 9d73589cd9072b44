/** Runs every end, also after one that throws. @param report is told what was thrown */
export function endAll(ends: readonly (() => void)[], report: (error: unknown) => void): void {
  for (const end of ends)
    try {
      end();
    } catch (error) {
      report(error);
    }
}
