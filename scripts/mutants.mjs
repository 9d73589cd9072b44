// npm run mutants [-- [--all] PART…]: plants the faults of scripts/mutants one at a time in the product's source and runs the test files
// that should catch each, up to the first that turns red; `--all`: all of them. With parts, only the faults whose name, room, file or tests
// contain one of them. The results are written into docs/reliability.md. It fails when a fault survives.
import { parseArgs } from 'node:util';
import { CannotGoOn, leaveWith } from './lib/prepare.mjs';
import { recordMutants } from './lib/record-mutants.mjs';
import { withRunFolder } from './lib/run-folder.mjs';

await leaveWith(() => {
  const { all, names } = readArguments();
  return withRunFolder((env) => recordMutants(names, { all, env }));
});

/** @returns {{ all: boolean, names: string[] }} @throws {CannotGoOn} */
function readArguments() {
  try {
    const { values, positionals: names } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean', default: false } } });
    return { all: values.all, names };
  } catch {
    throw new CannotGoOn('用法 (usage): npm run mutants [-- [--all] PART…]');
  }
}
