// The command for sealed packages of fires. It checks that a package is unchanged and that this installation made it.
import { access } from 'node:fs/promises';
import { formatTime } from '@lookout/contract';
import { NATION } from '@lookout/domain';
import type { FirePackage } from '@lookout/features/fire-story/fire-stories.store.ts';
import { type PackageCheck, type PackageFault, verifyPackage } from '@lookout/features/fire-story/service/fire-package/verify.ts';
import type { Store } from '@lookout/features/store.ts';
import type { PublicSigningKey } from '../access/signing.ts';

/** Only the first lines of a damaged chain are printed: one missing line breaks every line after it. */
const MOST_SHOWN = 20;

function faultText(fault: PackageFault): string {
  switch (fault.kind) {
    case 'unreadable':
      return '不是可读的 ZIP 文件 · no readable .zip';
    case 'no-manifest':
      return '没有可读的清单 manifest.json · no readable manifest.json';
    case 'missing':
      return `缺少文件 · missing: ${fault.file}`;
    case 'unlisted':
      return `清单里没有的文件 · not in the manifest: ${fault.file}`;
    case 'twice':
      return `同名文件出现两次 · twice in the .zip: ${fault.file}`;
    case 'changed':
      return `文件已被改动 · changed: ${fault.file}`;
    case 'other-seal':
      return `清单已被改动：与 ${fault.file} 不符 · the manifest was changed: ${fault.file} names another`;
    case 'unsigned':
      return '清单的签名无效：清单或签名已被改动，或签名被删去 · the signature of the manifest does not hold: either was changed, or the signature removed';
    case 'line':
      return `经过第 ${fault.line} 行与其前一行接不上：其中之一被改动、删除或移动 · events.jsonl line ${fault.line} does not follow the one before it: either was changed, removed or moved`;
    case 'other-lines':
      return `经过有 ${fault.found} 行，清单记有 ${fault.listed} 行，或最后一行不同 · events.jsonl has ${fault.found} lines, the manifest says ${fault.listed}, or its last line is another`;
  }
}

/**
 * Checks a package without the database.
 * @returns the check and the lines to print
 * @throws Error that states exactly what is wrong with the package
 */
export async function checkPackage(file: string): Promise<{ readonly check: PackageCheck; readonly lines: string[] }> {
  await access(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`没有这个文件 · no such file: ${file}`) : error;
  });
  const check = await verifyPackage(file);
  const { faults, manifest, digest } = check;
  if (faults.length > 0 || manifest === null) {
    const shown = faults.slice(0, MOST_SHOWN).map((fault) => `  ${faultText(fault)}`);
    const more = faults.length > MOST_SHOWN ? [`  … ${faults.length - MOST_SHOWN}`] : [];
    throw new Error([`封存包有误 · not sound: ${file}`, ...shown, ...more].join('\n'));
  }
  const { fire, made, lines, files, hash, signing } = manifest;
  return {
    check,
    lines: [
      `封存包完好 · sound: ${file}`,
      `  ${fire.gridName}，火情 (fire) ${fire.id}`,
      `  ${made.by} ${formatTime(new Date(made.at))}，${lines.count} 行 (lines)，${files.length + (signing === null ? 2 : 3)} 个文件 (files)`,
      `  ${hash} ${digest}`,
      ...(signing === null
        ? ['  没有签名：旧版本的封存包不签名 · not signed: packages of older versions are not']
        : [
            `  签名有效：${signing.algorithm}，密钥 ${signing.keyId} · the signature holds, by this key`,
            '  签名只在密钥是本系统所公布的时才能证明什么 · it proves something only if the installation publishes this key',
          ]),
    ],
  };
}

/**
 * @param published the public keys of this installation
 * @returns the lines to print
 * @throws Error for a seal that is not in this database or not in the audit, and for a signature by a key of another installation
 */
export async function checkSeal(
  { fireStories, audit }: Pick<Store, 'fireStories' | 'audit'>,
  { sha256, digest, manifest }: PackageCheck,
  published: readonly PublicSigningKey[],
): Promise<string[]> {
  const sealed = sha256 === null ? null : await fireStories.sealed(sha256);
  if (sealed === null)
    throw new Error('数据库里没有这个封存：不是本系统所封，或清单与散列一起被改过 · this database does not know the seal');
  if (!(await isAudited(audit, sealed, digest ?? sealed.sha256)))
    throw new Error('审计里没有与它一致的记录 · the audit has no row that agrees with it');
  const signing = manifest?.signing ?? null;
  if (signing !== null && !published.some(({ publicKey, algorithm }) => publicKey === signing.publicKey && algorithm === signing.algorithm))
    throw new Error('签名密钥不是本系统公布的 · this installation does not publish the key of the signature');
  return [
    `  封存属实 · the seal is known: ${sealed.madeBy} ${formatTime(sealed.madeAt)}`,
    ...(signing === null ? [] : ['  签名密钥是本系统公布的 · the installation publishes the key of the signature']),
  ];
}

const MOST_ROWS = 10_000;

/** The audit row names the fire and, in its detail, the SHA-256 hash and the digest in the package's own hash algorithm. */
async function isAudited(audit: Pick<Store['audit'], 'page'>, { incidentId, sha256 }: FirePackage, digest: string): Promise<boolean> {
  const { list } = await audit.page(NATION, { act: 'package-fire', targetId: incidentId }, { offset: 0, limit: MOST_ROWS });
  return list.some(({ detail }) => [sha256, digest].every((one) => JSON.stringify(detail).includes(one)));
}
