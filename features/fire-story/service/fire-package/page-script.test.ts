// The script of a package's page, tested without a browser: its verdict on a folder that the user chose. (e2e/src/fires.test.ts tests it in
// a browser.)
import vm from 'node:vm';
import { digestBy, HASH_OF_SUITE, type HashName } from '@lookout/server/access/digests.ts';
import { createSigner } from '@lookout/server/access/signing.ts';
import { CRYPTO_SUITES, type CryptoSuite } from '@lookout/server/settings/security-policy.ts';
import { expect, it } from 'vitest';
import { canonicalOf, chained, lastHash, PACKAGE_FORMAT, SEAL_FILES, sealText, UNSIGNED_FORMAT } from './format.ts';
import { pageScript } from './page-script.ts';

const LINES = [{ a: 1 }, { b: 2 }, { c: 3 }];
const chain = chained(LINES, 'SHA-256');
const KEYS = { id: '00000000-0000-4000-8000-000000000001', login: [], cameras: [], relay: 'r'.repeat(43) };

/** An intact package of two files. */
function filesOf(suite: CryptoSuite = 'international'): Record<string, string> {
  const hash = HASH_OF_SUITE[suite];
  const lines = chained(LINES, hash);
  const listed = Object.entries({ 'events.jsonl': lines.map((line) => `${line}\n`).join(''), 'pictures/a.jpg': 'picture' });
  const { by, sign } = createSigner({ current: () => KEYS, suite })();
  const manifest = canonicalOf({
    format: PACKAGE_FORMAT,
    hash,
    signing: by,
    lines: { count: lines.length, last: lastHash(lines, hash) },
    files: listed.map(([name, text]) => ({ name, bytes: text.length, digest: digestBy(hash, text) })),
  });
  return {
    ...Object.fromEntries(listed),
    'manifest.json': manifest,
    'manifest.signature': `${sign(Buffer.from(manifest))}\n`,
    [SEAL_FILES[hash]]: sealText(digestBy(hash, manifest)),
  };
}

/** The same package as written by a version before signatures. */
function olderFiles(): Record<string, string> {
  const { 'manifest.signature': _none, ...files } = filesOf();
  const { hash: _hash, signing: _signing, files: listed, ...rest } = JSON.parse(files['manifest.json'] ?? '');
  const older = listed.map(({ digest: sha256, ...file }: { digest: string }) => ({ ...file, sha256 }));
  const manifest = canonicalOf({ ...rest, format: UNSIGNED_FORMAT, files: older });
  return { ...files, 'manifest.json': manifest, 'manifest.sha256': sealText(digestBy('SHA-256', manifest)) };
}

type Listener = () => unknown;

interface Shown {
  /** The language chosen on the page. */
  readonly language?: 'zh' | 'en';
  /** The hash of the package that contains the page. */
  readonly hash?: HashName;
}

/** The messages that the page shows after the user chose these files. */
async function verdict(files: Record<string, string>, { language = 'zh', hash = 'SHA-256' }: Shown = {}): Promise<string[]> {
  const said: string[] = [];
  const listeners = new Map<string, Listener>();
  let isDone: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  const element = (id: string) => ({
    addEventListener: (type: string, listener: Listener) => listeners.set(`${id} ${type}`, listener),
    files: Object.entries(files).map(([name, text]) => ({
      name: name.split('/').at(-1),
      webkitRelativePath: `folder/${name}`,
      arrayBuffer: async () => Uint8Array.from(Buffer.from(text)).buffer,
    })),
    replaceChildren: () => said.splice(0),
    append: ({ textContent }: { textContent: string }) => {
      said.push(textContent);
      // The page's last message: the hash of the manifest, or why there is none.
      if (/(SHA-256|SM3) [0-9a-f]{64}$|SHA-256 of|SM3 of|manifest\.json: |不能计算/.test(textContent)) isDone();
    },
  });
  const elements = new Map(['language', 'result', 'folder', 'check'].map((id) => [id, element(id)]));
  const document = {
    documentElement: { dataset: { lang: 'zh' }, lang: 'zh-CN' },
    getElementById: (id: string) => elements.get(id),
    createElement: () => ({ textContent: '', dataset: {} }),
  };
  vm.runInNewContext(await pageScript(hash), { document, crypto: globalThis.crypto, TextDecoder, TextEncoder, Uint8Array, atob, btoa });
  if (language === 'en') listeners.get('language click')?.();
  listeners.get('folder change')?.();
  await done;
  return said;
}

it.each(CRYPTO_SUITES)(
  'reports an intact package of CRYPTO=%s as intact, in the language shown, with its key and the hash to compare',
  async (suite) => {
    const files = filesOf(suite);
    const hash = HASH_OF_SUITE[suite];
    const manifest = files['manifest.json'] as string;
    const { algorithm, keyId } = JSON.parse(manifest).signing;
    expect(await verdict(files, { hash })).toEqual([
      '已校验 5 个文件 · 完好',
      `签名有效（${algorithm}）`,
      `签名密钥 ${keyId}`,
      '签名只在这个密钥是本系统所公布的时才能证明什么',
      `清单 ${hash} ${digestBy(hash, manifest)}`,
    ]);
    expect((await verdict(files, { language: 'en', hash }))[0]).toBe('5 files checked · sound');
  },
);

it('reports what it cannot verify: a package without a signature, and one whose hash the page cannot compute', async () => {
  for (const hash of ['SHA-256', 'SM3'] as const)
    expect((await verdict(olderFiles(), { hash })).slice(0, 2)).toEqual(['已校验 4 个文件 · 完好', '没有签名：旧版本的封存包不签名']);
  expect(await verdict(filesOf('gm'))).toEqual(['本页不能计算这个封存包的散列（SM3）：请打开那个封存包自带的页面，或换一个浏览器']);
  // A page verifies a package of the other hash where it can.
  expect((await verdict(filesOf(), { hash: 'SM3' })).slice(0, 2)).toEqual(['已校验 5 个文件 · 完好', '签名有效（ECDSA-P256-SHA256）']);
});

it.each(CRYPTO_SUITES)('detects a signature of CRYPTO=%s that was changed, removed, or made with another key', async (suite) => {
  const hash = HASH_OF_SUITE[suite];
  const files = filesOf(suite);
  const { 'manifest.signature': signature = '', ...without } = files;
  const other = createSigner({ current: () => ({ ...KEYS, relay: 's'.repeat(43) }), suite })();
  const changes = [
    without,
    { ...files, 'manifest.signature': signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')) },
    // Another encoding of the same signature.
    { ...files, 'manifest.signature': signature.replace('==', '= =') },
    { ...files, 'manifest.signature': signature.trimEnd() },
    { ...files, 'manifest.signature': `${other.sign(Buffer.from(files['manifest.json'] ?? ''))}\n` },
  ];
  for (const changed of changes)
    expect(await verdict(changed as Record<string, string>, { hash })).toContain('清单的签名无效：清单或签名已被改动，或签名被删去');
});

it.each<[string, (files: Record<string, string>) => Record<string, string | undefined>, string]>([
  ['a changed picture', (files) => ({ ...files, 'pictures/a.jpg': 'Picture' }), 'pictures/a.jpg: 内容已被改动'],
  ['a missing file', ({ 'pictures/a.jpg': _gone, ...files }) => files, 'pictures/a.jpg: 缺少文件'],
  ['a file too many', (files) => ({ ...files, 'x.txt': 'x' }), 'x.txt: 清单里没有'],
  [
    'a changed manifest',
    (files) => ({ ...files, 'manifest.json': files['manifest.json']?.replace('"count":3', '"count":4') }),
    '清单与 manifest.sha256 不符',
  ],
  ['no manifest', (files) => ({ ...files, 'manifest.json': '{' }), 'manifest.json: 清单无法读取'],
  ['a removed line', (files) => ({ ...files, 'events.jsonl': `${chain[0]}\n${chain[2]}\n` }), 'events.jsonl: 第 2 行与前一行的散列不符'],
  [
    'moved lines',
    (files) => ({ ...files, 'events.jsonl': `${chain[1]}\n${chain[0]}\n${chain[2]}\n` }),
    'events.jsonl: 第 1 行与前一行的散列不符',
  ],
  ['fewer lines at the end', (files) => ({ ...files, 'events.jsonl': `${chain[0]}\n` }), 'events.jsonl: 行数或最后一行与清单不符'],
])('detects %s', async (_, change, texts) => {
  const said = await verdict(change(filesOf()) as Record<string, string>);
  expect(said).toContain(texts);
  expect(said.join()).not.toContain('完好');
});
