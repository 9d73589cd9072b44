// The command for the audit: it verifies the hash chain of the rows and the anchors stored outside the table.
import path from 'node:path';
import type { Store } from '@lookout/features/store.ts';
import type { PublicSigningKey } from '../access/signing.ts';
import { ANCHORS_FILE, type AnchorFault, type AnchorsCheck, checkAnchors } from '../services/audit-anchors.ts';

const FAULTS: Readonly<Record<AnchorFault, string>> = {
  unreadable: '不是锚点 · no anchor',
  'other-signature': '签名无效 · the signature does not hold',
  'foreign-key': '签名密钥不是本系统公布的 · this installation does not publish the key of the signature',
  'other-hash': '散列与审计里的不同：散列链被重新计算过 · the row has another hash: the chain was computed anew',
  'no-row': '审计里没有这一行：末尾被截去，或恢复了更早的备份 · there is no such row: the end was cut off, or an older backup was restored',
};
/** Only the first faults are printed: a recomputed chain has a fault in every line. */
const MOST_PRINTED = 20;

interface AuditFiles {
  readonly dataDir: string;
  readonly published: readonly PublicSigningKey[];
}

/**
 * @param file a file of anchors, for instance a copy; undefined: the one in the data folder
 * @returns the lines to print
 * @throws Error that names what is wrong
 */
export async function verifyAudit(
  store: Pick<Store, 'audit' | 'logParts'>,
  file: string | undefined,
  files: AuditFiles,
): Promise<string[]> {
  const broken = await store.audit.verifyChain();
  if (broken !== null)
    throw new Error(
      `审计的散列链在第 ${broken} 行断开：这一行被改动，或它之前有行被删去、加入 · the chain of the audit breaks at row ${broken}: it was changed, or a row before it removed or inserted`,
    );
  const { id } = await store.audit.anchor();
  const at = path.resolve(files.dataDir, file ?? ANCHORS_FILE);
  const check = await checkAnchors(at, { ...store, published: files.published }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && file === undefined) return null;
    throw error.code === 'ENOENT' ? new Error(`没有这个文件 · no such file: ${at}`) : error;
  });
  const whole = `审计的散列链完好，直到第 ${id} 行 · the chain of the audit holds, up to row ${id}`;
  return [whole, ...(check === null ? [`还没有锚点 · no anchors yet: ${at}`] : anchorLines(check, at))];
}

/** @throws Error that names the first lines that are wrong */
function anchorLines({ count, unsigned, left, faults }: AnchorsCheck, at: string): string[] {
  if (faults.length > 0) {
    const printed = faults
      .slice(0, MOST_PRINTED)
      .map(({ line, id, fault }) => `  第 ${line} 行 (line)${id === null ? '' : `，审计 (row) ${id}`}：${FAULTS[fault]}`);
    const more = faults.length > MOST_PRINTED ? [`  … ${faults.length - MOST_PRINTED}`] : [];
    throw new Error([`锚点有误 · anchors that are wrong: ${at}`, ...printed, ...more].join('\n'));
  }
  return [
    `${count} 个锚点一致 · anchors agree: ${at}`,
    ...(unsigned > 0 ? [`  其中 ${unsigned} 个没有签名（旧版本所写） · of older versions, not signed`] : []),
    ...(left > 0 ? [`  其中 ${left} 个所指的行已离开日志，用 verify-archive 核对归档 · of rows that have left: see verify-archive`] : []),
  ];
}
