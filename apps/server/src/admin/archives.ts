// The commands for months that have been moved out of the logs into archives.
import { open } from 'node:fs/promises';
import path from 'node:path';
import { NATION } from '@lookout/domain';
import type { Store } from '@lookout/features/store.ts';
import { PARTED_LOGS } from '@lookout/store';
import type { PublicSigningKey } from '../access/signing.ts';
import { type ArchiveFault, type ArchiveSignature, checkSignature, verifyArchive } from '../services/log-archive.ts';

interface ArchivePlace {
  readonly dataDir: string;
  /** The public keys of this installation. */
  readonly published: readonly PublicSigningKey[];
}

const FAULTS: Readonly<Record<ArchiveFault, string>> = {
  unknown: '数据库里没有这个归档的收据 · the database has no receipt of it',
  changed: '文件已被改动（SHA-256 不符） · the file was changed (SHA-256)',
  'other-lines': '内容不是当时离开日志的行 · its lines are not those that left the log',
  'other-count': '行数不符 · another number of lines',
  'no-audit-row': '审计里没有与它一致的记录 · the audit has no row that agrees with it',
  'broken-chain': '审计散列链不连续 · the hash chain of the audit does not hold',
};

/** The archived months and where their files are. @returns the lines to print */
export async function listArchives({ logParts }: Pick<Store, 'logParts'>): Promise<string[]> {
  const all = (await Promise.all(PARTED_LOGS.map((log) => logParts.archives(log)))).flat();
  if (all.length === 0) return ['还没有月份离开日志 · no month has left the logs'];
  return all.map(({ log, first, last, count, beganAt, endedAt, file, sha256 }) =>
    [log.padEnd(5), `${first}–${last}`, count, `${dayOf(beganAt)}–${dayOf(endedAt)}`, file, sha256].join('  '),
  );
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const SIGNATURES: Readonly<Record<Exclude<ArchiveSignature['kind'], 'none' | 'sound'>, string>> = {
  unreadable: '签名文件读不出来 · the file of the signature cannot be read',
  'other-file': '签名不是这个文件的：文件或签名已被改动 · the signature is of another content: either was changed',
  'other-signature': '签名无效 · the signature does not hold',
  'foreign-key': '签名密钥不是本系统公布的 · this installation does not publish the key of the signature',
};

/**
 * @param file a path, or a name as `archives` prints it
 * @returns the lines to print
 * @throws Error that states what is wrong with the file
 */
export async function checkArchive(
  { logParts, audit }: Pick<Store, 'logParts' | 'audit'>,
  file: string,
  { dataDir, published }: ArchivePlace,
): Promise<string[]> {
  const auditedAs = async (targetId: string) =>
    (await audit.page(NATION, { act: 'log-leaves', targetId }, { offset: 0, limit: 10 })).list.map(({ detail }) => detail);
  const at = path.isAbsolute(file) ? file : path.resolve(dataDir, file);
  await using handle = await open(at).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`没有这个文件 · no such file: ${at}`) : error;
  });
  const { stretch, count, faults } = await verifyArchive({ logParts, auditedAs }, file, handle.createReadStream({ autoClose: false }));
  const signature = await checkSignature(at, published);
  const isForged = signature.kind !== 'none' && signature.kind !== 'sound';
  const wrong = [...faults.map((fault) => FAULTS[fault]), ...(isForged ? [SIGNATURES[signature.kind]] : [])];
  if (wrong.length > 0) throw new Error([`归档有误 · not sound: ${file}`, ...wrong.map((line) => `  ${line}`)].join('\n'));
  return [
    `归档完好 · sound: ${file}`,
    `  ${stretch?.log} ${stretch?.first}–${stretch?.last}, ${count} 行 (lines)`,
    signature.kind === 'sound'
      ? `  签名有效：${signature.by.algorithm}，密钥 ${signature.by.keyId} 是本系统公布的 · the signature holds, by a key of ours`
      : '  没有签名：旧版本的归档不签名 · not signed: archives of older versions are not',
  ];
}
