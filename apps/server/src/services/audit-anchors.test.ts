// Tests anchors of the audit against the rows that they name.
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Keys } from '../access/keys.ts';
import { createSigner, publishedKeys } from '../access/signing.ts';
import { verifyAudit } from '../admin/audit.ts';
import { CRYPTO_SUITES } from '../settings/security-policy.ts';
import { anchorLine, checkAnchors } from './audit-anchors.ts';

const KEYS: Keys = { id: '00000000-0000-4000-8000-000000000001', login: [], cameras: [], relay: 'r'.repeat(43) };
const OTHERS: Keys = { ...KEYS, relay: 's'.repeat(43) };
const keyOf = (keys: Keys, suite: (typeof CRYPTO_SUITES)[number] = 'international') => createSigner({ current: () => keys, suite })();
const hashOf = (id: number) => id.toString(16).padStart(64, '0');
const AT = '2026-11-30T04:00:00.000Z';
const lineOf = (id: number, hash = hashOf(id), key = keyOf(KEYS)) => anchorLine({ at: AT, id, hash }, key);

/** A log of rows 4 to 9, after an archived month that ended with row 3. */
const store = {
  audit: {
    hashesAt: async (ids: readonly number[]) => new Map(ids.filter((id) => id > 3 && id < 10).map((id) => [id, hashOf(id)])),
    verifyChain: async () => null,
    anchor: async () => ({ id: 9, hash: hashOf(9) }),
  },
  logParts: { archives: async () => [{ last: 3, lastHash: hashOf(3) }] },
} as never;
const published = publishedKeys(KEYS);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-anchors-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const checked = async (...lines: readonly string[]) => {
  const file = path.join(folder, 'anchors.jsonl');
  await writeFile(file, lines.join(''));
  return checkAnchors(file, { ...(store as object), published } as never);
};

it.each(CRYPTO_SUITES)(
  'Anchors agree with their rows, signed under CRYPTO=%s or unsigned by an older version, and archived rows are counted',
  async (suite) => {
    const older = `${JSON.stringify({ at: AT, id: 8, hash: hashOf(8) })}\n`;
    const found = await checked(...[0, 2, 3, 4, 9].map((id) => lineOf(id, hashOf(id), keyOf(KEYS, suite))), older);
    expect(found).toEqual({ count: 6, unsigned: 1, left: 1, faults: [] });
  },
);

it.each<[string, string, string]>([
  ['a row whose hash is another', lineOf(5, hashOf(6)), 'other-hash'],
  ['the last row of a month that left', lineOf(3, hashOf(6)), 'other-hash'],
  ['a row that is not there', lineOf(12), 'no-row'],
  ['a time that was changed', lineOf(5).replace('04:00', '05:00'), 'other-signature'],
  ['a hash that was changed with its row', lineOf(5, hashOf(4)).replace(hashOf(4), hashOf(5)), 'other-signature'],
  ['a signature that was taken away', lineOf(5).replace(/,"signature":"[^"]+"/, ''), 'other-signature'],
  ['a key of another installation', lineOf(5, hashOf(5), keyOf(OTHERS)), 'foreign-key'],
  ['half a line', lineOf(5).slice(0, 40), 'unreadable'],
])('Anchors that name %s are reported with their line', async (_, line, fault) => {
  expect((await checked(lineOf(4), line)).faults).toMatchObject([{ line: 2, fault }]);
});

it('The command verifies anchors, and does not fail where none exist yet', async () => {
  const files = { dataDir: folder, published };
  expect((await verifyAudit(store, undefined, files))[1]).toContain('还没有锚点');
  await appendFile(path.join(folder, 'audit-anchors.jsonl'), lineOf(4) + lineOf(2));
  expect(await verifyAudit(store, undefined, files)).toEqual([
    expect.stringContaining('直到第 9 行'),
    expect.stringContaining('2 个锚点一致'),
    expect.stringContaining('1 个所指的行已离开日志'),
  ]);
  const copy = path.join(folder, 'copy.jsonl');
  await writeFile(copy, (await readFile(path.join(folder, 'audit-anchors.jsonl'), 'utf8')).replace(hashOf(4), hashOf(5)));
  await expect(verifyAudit(store, copy, files)).rejects.toThrow(/锚点有误.*copy.jsonl\n {2}第 1 行 \(line\)，审计 \(row\) 4：签名无效/);
  await expect(verifyAudit(store, 'none.jsonl', files)).rejects.toThrow('没有这个文件');
  const broken = { ...(store as object), audit: { ...(store as { audit: object }).audit, verifyChain: async () => 7 } } as never;
  await expect(verifyAudit(broken, undefined, files)).rejects.toThrow('第 7 行断开');
});
