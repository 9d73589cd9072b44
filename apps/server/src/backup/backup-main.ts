// npm run backup [FILE]: backs up everything into one file, whether or not the server runs. The default folder is DATA_DIR/backups.
import '../settings/own-files.ts';
import path from 'node:path';
import { onDatabase, STOP_IT_FIRST } from '../commands/command-database.ts';
import { readConfig } from '../settings/config.ts';
import { backUp } from './backup.ts';
import { attempt } from './terminal.ts';

await attempt(async (print, signal) => {
  const [name, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new Error('用法：npm run backup [文件]');
  const config = readConfig(process.env);
  const clock = () => new Date();
  const stamp = clock().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const file = path.resolve(name ?? path.join(config.dataDir, 'backups', `lookout-${stamp}.backup`));
  const { tables, files, bytes } = await onDatabase(config, { with: 'beside', busy: STOP_IT_FIRST }, (url) =>
    backUp({ url, dataDir: config.dataDir, file, clock, print, signal }),
  );
  print(`已备份 ${tables} 张数据表、${files} 个文件，共 ${(bytes / 1e6).toFixed(1)} MB：${file}`);
  if (config.s3 !== null)
    print(`存储桶 ${config.s3.bucket} 里的图片和录像不在备份里，须由存储自己备份。 Files of the bucket are not in it: back the bucket up.`);
  print('文件里有密码的散列和密钥，请妥善保管。 It holds password hashes and keys: keep it safe.');
});
