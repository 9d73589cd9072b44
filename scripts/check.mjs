// npm run check: format, lint, types, the import table, unused code, words that must stand in one place, generated docs in step.

import { runChecks } from './lib/checks.mjs';
import { leaveWith, prepare } from './lib/prepare.mjs';

await leaveWith(async () => {
  const { failures } = await runChecks(await prepare());
  return failures.length === 0 ? 0 : 1;
});
