// npm run verify-package -- FILE.zip [--offline]: checks that a sealed package of a fire is unchanged and, with the database, that this
// installation made it.
import '../settings/own-files.ts';
import { parseArgs } from 'node:util';
import { publishedIn } from '../access/signing.ts';
import { STARTING_OR_STOPPING, withStore } from '../commands/command-database.ts';
import { readConfig } from '../settings/config.ts';
import { checkPackage, checkSeal } from './packages.ts';

const USAGE = `npm run verify-package -- 文件.zip [--offline]
  核对封存包的每个文件和每一行及签名，并与数据库、审计和密钥文件核对封存；--offline 只核对文件本身
  checks every file, every line and the signature of a package, and its seal against the database, the audit and the keys file; --offline: the file alone`;

const MISUSE = 2;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { offline: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const [file] = positionals;
  if (values.help || file === undefined || positionals.length > 1) {
    console.log(USAGE);
    return values.help ? 0 : MISUSE;
  }
  const { check, lines } = await checkPackage(file);
  for (const line of lines) console.log(line);
  if (values.offline) return 0;
  const config = readConfig(process.env);
  const known = await withStore(config, { connections: 2, busy: STARTING_OR_STOPPING }, async (store) =>
    checkSeal(store, check, await publishedIn(config.keysFile)),
  );
  for (const line of known) console.log(line);
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? MISUSE : 1;
}
