// npm run restore FILE [--yes]: restores a backup into an empty database or, with --yes, over the present data. No server may be running.
import '../settings/own-files.ts';
import path from 'node:path';
import { onDatabase, STOP_IT_FIRST } from '../commands/command-database.ts';
import { readConfig } from '../settings/config.ts';
import { checkBackup, restore } from './restore.ts';
import { attempt } from './terminal.ts';

await attempt(async (print) => {
  const args = process.argv.slice(2);
  // npm takes `--yes` as its own option unless `--` precedes it.
  const isSure = args.includes('--yes') || process.env.npm_config_yes === 'true';
  const [name, ...more] = args.filter((arg) => arg !== '--yes');
  if (name === undefined || more.length > 0) throw new Error('用法：npm run restore 文件 [--yes]');
  const config = readConfig(process.env);
  const file = path.resolve(name);
  // A wrong file is reported before a database is started.
  await checkBackup(file);
  const { tables, files } = await onDatabase(config, { with: 'alone', busy: STOP_IT_FIRST }, (url) =>
    restore({ url, dataDir: config.dataDir, file, isSure, clock: () => new Date(), print }),
  );
  print(`已恢复 ${tables} 张数据表、${files} 个文件。`);
});
