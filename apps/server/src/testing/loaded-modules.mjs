// Loaded before a program by --import. When the program ends, it writes the addresses of all loaded modules into the file that
// LOADED_MODULES names.
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
