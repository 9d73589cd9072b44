// Turns the contract's list of calls into one module, `@calls`, at build time. Pages use it to make calls and never load the schemas behind
// it.
import { callSheetOf, contract } from '@lookout/features/contract.ts';
import type { Plugin } from 'vite';

const NAME = '@calls';
const RESOLVED = '\0@calls';

export function callsModule(): Plugin {
  return {
    name: 'lookout-calls',
    resolveId: (source) => (source === NAME ? RESOLVED : null),
    // Emitted as a string for JSON.parse, because engines parse JSON faster than the same object literal.
    load: (module) =>
      module === RESOLVED ? `export const calls = JSON.parse(${JSON.stringify(JSON.stringify(callSheetOf(contract)))});` : null,
  };
}
