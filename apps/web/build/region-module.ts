// The build setting REGION becomes one module, `@region`, the web app's only source for the region it is deployed in.
import { regionOf } from '@lookout/region';
import type { Plugin } from 'vite';

const NAME = '@region';
const RESOLVED = '\0@region';

/** @throws when no region has that id, so that a typing error does not build another deployment */
export function regionModule(id: string): Plugin {
  const region = regionOf(id);
  if (region === null) throw new Error(`REGION=${id}: no such region`);
  return {
    name: 'lookout-region',
    resolveId: (source) => (source === NAME ? RESOLVED : null),
    load: (module) => (module === RESOLVED ? `export const region = ${JSON.stringify(region)};` : null),
  };
}
