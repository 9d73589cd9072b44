// The contract's call sheet becomes one module, `@calls`, at build time: pages call by it and never load the schemas behind it.
import { callSheetOf, contract } from '@lookout/features/contract.ts';
import type { Plugin } from 'vite';

const NAME = '@calls';
const RESOLVED = '\0@calls';

export function callsModule(): Plugin {
  return {
    name: 'lookout-calls',
    resolveId: (source) => (source === NAME ? RESOLVED : null),
    // As text that is parsed once: engines read JSON faster than the same literal.
    load: (module) =>
      module === RESOLVED ? `export const calls = JSON.parse(${JSON.stringify(JSON.stringify(callSheetOf(contract)))});` : null,
  };
}
