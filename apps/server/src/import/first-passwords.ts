// The passwords made for new people: in a file that only its owner may read, never on a screen and never in a log.
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { csvText } from '@lookout/ingest';

interface FirstPassword {
  readonly userName: string;
  readonly fullName: string;
  readonly password: string;
}

export interface FirstPasswords {
  readonly path: string;
  /** Durable when it resolves. */
  add(passwords: readonly FirstPassword[]): Promise<void>;
  count(): number;
}

const COLUMNS = [{ name: '用户名' }, { name: '姓名' }, { name: '初始密码' }];

/** `DATA_DIR/first-passwords-20261121-083000.csv`; made when there is something to write. */
export function firstPasswordFile(dataDir: string, now: Date): FirstPasswords {
  const stamp = now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const path = join(dataDir, `first-passwords-${stamp}.csv`);
  let count = 0;
  return {
    path,
    count: () => count,
    async add(passwords) {
      if (passwords.length === 0) return;
      await mkdir(dataDir, { recursive: true, mode: 0o711 });
      const rows = passwords.map(({ userName, fullName, password }) => ({ 用户名: userName, 姓名: fullName, 初始密码: password }));
      const text = csvText({ columns: COLUMNS, rows });
      const isFirst = count === 0;
      const file = await open(path, isFirst ? 'wx' : 'a', 0o600);
      try {
        // The heading stands once, on top.
        await file.writeFile(isFirst ? text : text.slice(text.indexOf('\n') + 1));
        await file.sync();
      } finally {
        await file.close();
      }
      count += passwords.length;
    },
  };
}
