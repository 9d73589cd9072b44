// Loaded before a program by --import: writes the addresses of all modules that it has loaded into the file that LOADED_MODULES
// names, when it ends.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const file = process.env.LOADED_MODULES ?? '';
const loaded = [];
process.on('exit', () => appendFileSync(file, loaded.join('')));

registerHooks({
  load(url, context, nextLoad) {
    loaded.push(`${url}\n`);
    return nextLoad(url, context);
  },
});
