// The script of a package's page, without a browser: what it says of a folder that somebody chose. (e2e/src/fires.test.ts has it in one.)
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { canonicalOf, chained, lastHash, PACKAGE_FORMAT, sealText, sha256Of } from './format.ts';
import { PAGE_SCRIPT } from './page-script.ts';

const chain = chained([{ a: 1 }, { b: 2 }, { c: 3 }]);
const EVENTS = chain.map((line) => `${line}\n`).join('');

/** A sound package of two files. */
function filesOf(): Record<string, string> {
  const listed = Object.entries({ 'events.jsonl': EVENTS, 'pictures/a.jpg': 'picture' });
  const manifest = canonicalOf({
    format: PACKAGE_FORMAT,
    lines: { count: chain.length, last: lastHash(chain) },
    files: listed.map(([name, text]) => ({ name, bytes: text.length, sha256: sha256Of(text) })),
  });
  return { ...Object.fromEntries(listed), 'manifest.json': manifest, 'manifest.sha256': sealText(sha256Of(manifest)) };
}

type Listener = () => unknown;

/** What the page says after somebody chose these files. @param language as it is switched */
async function verdict(files: Record<string, string>, language: 'zh' | 'en' = 'zh'): Promise<string[]> {
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
      // The last that it says: the hash of the manifest, or why there is none.
      if (/SHA-256 |manifest\.json: /.test(textContent)) isDone();
    },
  });
  const elements = new Map(['language', 'result', 'folder', 'check'].map((id) => [id, element(id)]));
  const document = {
    documentElement: { dataset: { lang: 'zh' }, lang: 'zh-CN' },
    getElementById: (id: string) => elements.get(id),
    createElement: () => ({ textContent: '', dataset: {} }),
  };
  vm.runInNewContext(PAGE_SCRIPT, { document, crypto: globalThis.crypto, TextDecoder, TextEncoder, Uint8Array });
  if (language === 'en') listeners.get('language click')?.();
  listeners.get('folder change')?.();
  await done;
  return said;
}

it('finds a sound package sound, in the language that is shown, and tells the hash to compare', async () => {
  const files = filesOf();
  const sha256 = sha256Of(files['manifest.json'] as string);
  expect(await verdict(files)).toEqual(['已校验 4 个文件 · 完好', `清单 SHA-256 ${sha256}`]);
  expect((await verdict(files, 'en'))[0]).toBe('4 files checked · sound');
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
])('finds %s', async (_, change, words) => {
  const said = await verdict(change(filesOf()) as Record<string, string>);
  expect(said).toContain(words);
  expect(said.join()).not.toContain('完好');
});
