// npm run check: format, lint, types, the import table, unused code, texts that may occur in one place only, generated docs in step.

import { runChecks } from './lib/checks.mjs';
import { leaveWith, prepare } from './lib/prepare.mjs';

await leaveWith(async () => {
  const { failures } = await runChecks(await prepare());
  return failures.length === 0 ? 0 : 1;
});
