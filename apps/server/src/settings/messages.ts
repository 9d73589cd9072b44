// The terminal messages for start and stop.

import type { BucketTrouble } from './bucket-trouble.ts';
import { LOOPBACK } from './client-address.ts';
import type { Config } from './config.ts';
import { DEMO_ACCOUNTS, DEMO_BACK_OFFICE_PASSWORD, DEMO_PASSWORD } from './demo-accounts.ts';

type Both = readonly [zh: string, en: string];

export const STOPPED = 'stopped cleanly';

/** What is wrong with a bucket and what to do, for the start and the doctor. */
export const bucketTroubles: Readonly<Record<BucketTrouble, { readonly seen: Both; readonly todo: Both }>> = {
  'wrong-key': {
    seen: ['不认得访问密钥或密钥不符', 'the access key is unknown or its secret does not match'],
    todo: ['检查 S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY', 'check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
  },
  'no-bucket': {
    seen: ['没有这个存储桶', 'there is no such bucket'],
    todo: [
      '先建好私有的存储桶，或改正 S3_BUCKET、S3_FORCE_PATH_STYLE',
      'make a private bucket first, or correct S3_BUCKET and S3_FORCE_PATH_STYLE',
    ],
  },
  forbidden: {
    seen: ['这个密钥不能列出、读写或删除', 'this key may not list, read, write or delete'],
    todo: [
      '给它这个存储桶的 ListBucket、GetObject、PutObject、DeleteObject 权限',
      'grant it ListBucket, GetObject, PutObject and DeleteObject on this bucket',
    ],
  },
  'wrong-region': {
    seen: ['存储桶在另一个区域', 'the bucket is in another region'],
    todo: ['改正 S3_REGION', 'correct S3_REGION'],
  },
  clock: {
    seen: ['本机时钟与存储服务相差太多', 'the clocks of this machine and of the storage differ too much'],
    todo: ['打开时间同步', 'turn on time synchronisation'],
  },
  timeout: {
    seen: ['没有在规定时间内应答', 'it did not answer in time'],
    todo: ['检查存储服务是否在运行、网络和 S3_ENDPOINT', 'check whether the storage runs, the network and S3_ENDPOINT'],
  },
  unreachable: {
    seen: ['连不上', 'it cannot be reached'],
    todo: ['检查存储服务是否在运行、网络和 S3_ENDPOINT', 'check whether the storage runs, the network and S3_ENDPOINT'],
  },
  failed: {
    seen: ['应答了错误', 'it answers with an error'],
    todo: ['查看存储服务的日志，检查 S3_ENDPOINT', 'look into the log of the storage and check S3_ENDPOINT'],
  },
};

export const messages = {
  bucketTrouble: (trouble: BucketTrouble, { endpoint, bucket }: { readonly endpoint: string; readonly bucket: string }) => {
    const { seen, todo } = bucketTroubles[trouble];
    return `图片与录像的存储桶 ${bucket}（${endpoint}）：${seen[0]}。请${todo[0]}。\n  The bucket of pictures and recordings: ${seen[1]}; ${todo[1]}.`;
  },
  portTaken: (port: number) =>
    `端口 ${port} 已被其他程序占用。请先停止它，或者用环境变量 PORT 指定另一个端口。\n  Port ${port} is in use: stop the other program or set PORT.`,
  portForbidden: (port: number) =>
    `没有权限使用端口 ${port}。请用环境变量 PORT 指定 1024 以上的端口。\n  No permission to use port ${port}: set PORT to 1024 or above.`,
  hostUnknown: (host: string) =>
    `本机没有地址 ${host}。请改正环境变量 HOST，例如 127.0.0.1 或 0.0.0.0。\n  This machine has no address ${host}: correct HOST.`,
  noDatabase: (reason: string) =>
    `数据库连不上：${reason}\n  请检查 DATABASE_URL（PostgreSQL 15 以上）。 The database cannot be reached: check DATABASE_URL.`,
  roleOwnsTables:
    '数据库账号是超级用户或表的所有者，可以改动审计：请另建一个只读写数据的账号给 DATABASE_URL，并把所有者的账号写在 DATABASE_OWNER_URL 里（见 docs/operations.md）。 The role of DATABASE_URL may change the audit: give it a role that only reads and writes rows, and name the owner by DATABASE_OWNER_URL (see docs/operations.md).',
  keepMonthsNotSaid:
    'EVENTS_KEEP_MONTHS 或 AUDIT_KEEP_MONTHS 与数据库里的不同，而 DATABASE_URL 的账号无权改动：请在一次启动时给出 DATABASE_OWNER_URL。此前仍按数据库里的执行。 EVENTS_KEEP_MONTHS or AUDIT_KEEP_MONTHS is another than the database has, and the role of DATABASE_URL may not change it: give DATABASE_OWNER_URL at one start. Until then the database keeps to its own.',
  keysMissing: (file: string) =>
    `没有密钥文件 ${file}，但数据库里的摄像头密码是用它加密的。请从第一台服务器或备份把它复制过来，或用 KEYS_FILE 指明它的位置；确已丢失时用 npm run admin -- new-keys（摄像头密码须重新填写）。\n  The keys file of this database is missing: copy it from the first server or a backup, or name it by KEYS_FILE; if it is lost, npm run admin -- new-keys (passwords of cameras must be entered again).`,
  keysOfAnother: (file: string) =>
    `密钥文件 ${file} 属于另一个数据库。同一数据库的所有服务器要用同一份：请复制第一台服务器的密钥文件，或用 KEYS_FILE 指明它的位置。\n  This keys file belongs to another database: all servers on one database share one, copy that of the first or name it by KEYS_FILE.`,
  keysUnreadable: (file: string) => `密钥文件 ${file} 读不出来，请从备份恢复。 The keys file cannot be read: restore it from a backup.`,
  keysNotWritten: (file: string) =>
    `密钥文件 ${file} 写不进去，请检查文件夹和权限，或用 KEYS_FILE 换个位置。 The keys file cannot be written: check its folder, or name another place by KEYS_FILE.`,
  tracesNotTaken:
    '追踪数据没有全部送到 OTEL_EXPORTER_OTLP_ENDPOINT，其余照常运行。 Not all traces were taken by OTEL_EXPORTER_OTLP_ENDPOINT; everything else goes on.',
  logsNotTaken:
    'SYSLOG 的日志收集器没有收下日志，日志在内存里等待，其余照常运行。 The collector of SYSLOG does not take the lines of the log: they wait in memory, everything else goes on.',
  logsDropped:
    '等待的日志太多，有些没有送到 SYSLOG 的日志收集器，标准错误输出里是全的。 Too many lines were waiting: some did not reach the collector of SYSLOG; stderr has them all.',
  failed: (reason: string) => `服务没有启动（not started）：${reason}`,
  overdue: '没有在规定时间内停完，强制退出（not stopped in time, forced）',
} as const;

export interface Started {
  readonly addresses: readonly string[];
  readonly config: Config;
  /** Set only when this start generated the key. */
  readonly newFeedKey: { readonly key: string; readonly file: string } | null;
  readonly administrator: { readonly userName: string; readonly password: string } | null;
  /** Set only when this start generated it. */
  readonly backOfficePassword: string | null;
}

const PLAIN_NETWORK = [
  '警告：在网络上不加密地监听，登录令牌和数据可被中途读取。请设置 TLS_CERT、TLS_KEY，或放在带证书的反向代理之后并设置 TRUSTED_PROXIES。',
  'Warning: it listens on the network without TLS, where session tokens and data can be read on the way: set TLS_CERT and TLS_KEY, or put it behind a proxy with a certificate and set TRUSTED_PROXIES.',
] as const;

/** The text that is printed when the server is up. */
export function greeting({ addresses, config, newFeedKey, administrator, backOfficePassword }: Started): string {
  const lines = ['', '林火瞭望 Fire Lookout 已启动，可从这些地址访问：', ...addresses.map((address) => `  ${address}`), ''];
  if (config.tls === null && config.trustedProxies.length === 0 && !LOOPBACK.test(config.host)) lines.push(...PLAIN_NETWORK, '');
  if (config.demo !== 'off') {
    const officers = DEMO_ACCOUNTS.filter(({ rights }) => !rights.every((code) => code === 'report-as-ranger'));
    lines.push(`演示账号（密码均为 ${DEMO_PASSWORD}）：`);
    for (const { userName, gridNo, fullName } of officers) lines.push(`  ${userName.padEnd(14)}${gridNo}  ${fullName}`);
    lines.push('  ranger01 … ranger20      护林员', `后台管理验证密码：${DEMO_BACK_OFFICE_PASSWORD}`, '');
  }
  if (administrator) {
    lines.push('首个管理员（密码只显示这一次，登录后请修改）：', `  ${administrator.userName}    ${administrator.password}`, '');
  }
  if (backOfficePassword !== null) {
    lines.push('后台管理验证密码（只显示这一次，可用 npm run admin -- back-office-password 更换）：', `  ${backOfficePassword}`, '');
  }
  if (newFeedKey) lines.push(`推送密钥 X-Feed-Key（保存在 ${newFeedKey.file}）：`, `  ${newFeedKey.key}`, '');
  return `${lines.join('\n')}\n`;
}
