// npm run battery [NAME…]: the long reliability batteries in full (BATTERY=full); with names, only the files whose path has one in it.
import { batteries, batteriesNamed } from './lib/batteries.mjs';
import { CannotGoOn, leaveWith } from './lib/prepare.mjs';
import { runNamed } from './lib/run-tests.mjs';

await leaveWith(() => {
  const chosen = batteriesNamed(process.argv.slice(2));
  if (chosen.length === 0) throw new CannotGoOn(`没有这样的长测 (no such battery)，可选 (there are):\n${batteries.join('\n')}`);
  return runNamed(chosen, { env: { BATTERY: 'full' } });
});
