// Without a bundler, importing one icon loads the modules of all icons. In component tests this plugin imports each icon from its own
// module.
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const IMPORT = /^import \{([^}]*)\} from '@ant-design\/icons';/gm;
const NAME = /(\w+)(?: as (\w+))?,?/g;

/** Replaces one import by one import per icon, without changing line breaks. */
const ownImports = (names: string): string =>
  names.replace(NAME, (_, icon: string, local = icon) => `import ${local} from ${JSON.stringify(resolve(`@ant-design/icons/${icon}`))};`);

export function iconModules(): Plugin {
  return {
    name: 'lookout-icon-modules',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.tsx') && code.includes("from '@ant-design/icons'")
        ? { code: code.replace(IMPORT, (_, names: string) => ownImports(names)), map: null }
        : null,
  };
}
