// npm run admin: manages users, grids and passwords from the command line, whether or not the server runs.
import '../settings/own-files.ts';
import { parseArgs } from 'node:util';
import { STARTING_OR_STOPPING, withStore } from '../commands/command-database.ts';
import { readConfig } from '../settings/config.ts';
import { commands, Misuse, USAGE } from './commands.ts';

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      grid: { type: 'string' },
      name: { type: 'string' },
      group: { type: 'string' },
      rights: { type: 'string' },
      password: { type: 'string' },
      address: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name, ...args] = positionals;
  const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name];
  if (!command || values.help) {
    console.log(USAGE);
    return values.help || name === undefined ? 0 : 2;
  }
  const config = readConfig(process.env);
  const lines = await withStore(config, { connections: 2, busy: STARTING_OR_STOPPING }, (store) => command(store, args, values, config));
  for (const line of lines) console.log(line);
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  const isUse = error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = isUse ? 2 : 1;
}
