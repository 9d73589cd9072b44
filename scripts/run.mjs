// node scripts/run.mjs FILE ARGS…: prepares (installs what is missing), then runs a TypeScript or JavaScript file under Node 24.
import { runChild } from './lib/child.mjs';
import { CannotGoOn, leaveWith, prepare } from './lib/prepare.mjs';

await leaveWith(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new CannotGoOn('用法 (usage): node scripts/run.mjs FILE ARGS…');
  const { node } = await prepare();
  return runChild(node, [file, ...args]);
});
