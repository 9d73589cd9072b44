// npm run battery [NAME…]: the long reliability batteries in full (BATTERY=full); with names, only the files whose path has one in it.
// `npm test` runs the same files in their short form (apps/server/src/reliability/battery.ts). A test prints its seed when it fails.
import { CannotGoOn, leaveWith } from './lib/prepare.mjs';
import { runNamed } from './lib/run-tests.mjs';

const reliability = ['killed', 'killed-acts', 'hostile-input', 'hostile-topics', 'hostile-uploads', 'running', 'several-servers'];
const batteries = [
  ...reliability.map((name) => `apps/server/src/reliability/${name}.integration.test.ts`),
  'packages/live/src/broker-hostile.integration.test.ts',
];

await leaveWith(() => {
  const names = process.argv.slice(2);
  const chosen = batteries.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
  if (chosen.length === 0) throw new CannotGoOn(`没有这样的长测 (no such battery). 可选 (there are):\n${batteries.join('\n')}`);
  return runNamed(chosen, { env: { BATTERY: 'full' } });
});
