// The script of a package's page, as text. It runs in a browser without the product and without a network. It switches the language, and
// verifies the files of a folder that the reader chooses (a page opened from a file may not read neighbouring files by itself). It creates
// no markup from what it reads. SHA-256 and ECDSA are provided by the browser (WebCrypto). A package hashed with SM3 and signed with SM2
// contains sm-crypto-v2 in its authors' browser build.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { HashName } from '@lookout/server/access/digests.ts';
import { scriptTexts } from './texts.ts';

/** The licence requires this line. */
const GM_NOTICE = '/* sm-crypto-v2, MIT License, github.com/Cubelrti/sm-crypto-v2 */';
let gmLibrary: Promise<string> | null = null;
function readGmLibrary(): Promise<string> {
  gmLibrary ??= readFile(path.join(path.dirname(createRequire(import.meta.url).resolve('sm-crypto-v2')), 'index.umd.js'), 'utf8');
  return gmLibrary;
}

/** @param hash the hash of the package that contains the page */
export const pageScript = async (hash: HashName): Promise<string> =>
  hash === 'SM3' ? `${GM_NOTICE}\n${await readGmLibrary()}\n${SCRIPT}` : SCRIPT;

const SCRIPT = `(() => {
  'use strict';
  const root = document.documentElement;
  const shown = () => root.dataset.lang;
  document.getElementById('language').addEventListener('click', () => {
    root.dataset.lang = shown() === 'zh' ? 'en' : 'zh';
    root.lang = shown() === 'zh' ? 'zh-CN' : 'en';
  });

  const words = ${JSON.stringify(scriptTexts)};
  const output = document.getElementById('result');
  const say = (text, tone) => {
    const line = document.createElement('li');
    line.textContent = text;
    if (tone) line.dataset.tone = tone;
    output.append(line);
  };
  const gm = globalThis.SmCryptoV2;
  const digits = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const sha256 = async (bytes) => digits(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const sm3 = async (bytes) => gm.sm3(bytes);
  const ecdsa = async (bytes, signature, publicKey) => {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
    return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, bytes);
  };
  const sm2 = async (bytes, signature, publicKey) => gm.sm2.doVerifySignature(bytes, digits(signature), publicKey, { hash: true });
  const web = globalThis.crypto && crypto.subtle;
  /** By their names in a manifest; null: this page, or this browser, cannot compute it. */
  const hashes = { 'SHA-256': web ? sha256 : null, SM3: gm ? sm3 : null };
  const signatures = {
    'ECDSA-P256-SHA256': { hash: 'SHA-256', verify: web ? ecdsa : null },
    'SM2-SM3': { hash: 'SM3', verify: gm ? sm2 : null },
  };
  const textOf = (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

  /** What is wrong with the lines: each names the hash of the one before. */
  async function checkChain(bytes, manifest, hash, w) {
    const lines = textOf(bytes).split('\\n');
    lines.pop();
    let prev = '0'.repeat(64);
    let faults = 0;
    for (let n = 1; n <= lines.length; n += 1) {
      let read = null;
      try { read = JSON.parse(lines[n - 1]); } catch { read = null; }
      if (read === null || read.n !== n || read.prev !== prev) { say('events.jsonl: ' + w.line.replace('#', n), 'bad'); faults += 1; }
      prev = await hash(new TextEncoder().encode(lines[n - 1]));
    }
    if (lines.length !== manifest.lines.count || prev !== manifest.lines.last) { say('events.jsonl: ' + w.count, 'bad'); faults += 1; }
    return faults;
  }

  /** true, false; null: it cannot be computed here. */
  async function isSigned(manifestBytes, text, { algorithm, keyId, publicKey }) {
    const { hash, verify } = signatures[algorithm] ?? {};
    if (!verify) return null;
    try {
      const signature = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
      if (btoa(String.fromCharCode(...signature)) + '\\n' !== text) return false;
      const isKey = /^04[0-9a-f]{128}$/.test(publicKey) && (await hashes[hash](bytesOf(publicKey))) === keyId;
      return isKey && signature.length === 64 && (await verify(manifestBytes, signature, publicKey));
    } catch { return false; }
  }

  async function check(files) {
    const w = words[shown()];
    output.replaceChildren();
    if (files.length === 0) return say(w.none, 'bad');
    const chosen = new Map(files.map((file) => [file.webkitRelativePath.split('/').slice(1).join('/') || file.name, file]));
    const read = async (name) => (chosen.has(name) ? new Uint8Array(await chosen.get(name).arrayBuffer()) : null);
    let faults = 0;
    const fault = (text) => { faults += 1; say(text, 'bad'); };
    const manifestBytes = await read('manifest.json');
    let manifest = null;
    try { manifest = JSON.parse(textOf(manifestBytes)); } catch { manifest = null; }
    if (manifest === null || !Array.isArray(manifest.files)) return say('manifest.json: ' + w.broken, 'bad');
    const isOld = manifest.format === 'lookout-fire-package-1';
    if (!isOld && manifest.format !== 'lookout-fire-package-2') return say('manifest.json: ' + w.otherFormat, 'bad');
    const name = isOld ? 'SHA-256' : manifest.hash;
    const hash = hashes[name];
    if (!hash) return say(w.unable.replace('#', name), 'bad');
    const digest = await hash(manifestBytes);
    const sealFile = name === 'SM3' ? 'manifest.sm3' : 'manifest.sha256';
    const seal = await read(sealFile);
    if (seal === null || textOf(seal) !== digest + '  manifest.json\\n') fault(w.seal.replace('#', sealFile));
    const listed = new Set(['manifest.json', sealFile, ...(isOld ? [] : ['manifest.signature'])]);
    const count = manifest.files.length + listed.size;
    for (const { name: file, bytes, digest: ours, sha256: older } of manifest.files) {
      listed.add(file);
      const content = await read(file);
      if (content === null) { fault(file + ': ' + w.missing); continue; }
      if (content.length !== bytes || (await hash(content)) !== (isOld ? older : ours)) fault(file + ': ' + w.changed);
      if (file === 'events.jsonl') faults += await checkChain(content, manifest, hash, w);
    }
    for (const file of chosen.keys()) if (!listed.has(file)) fault(file + ': ' + w.unlisted);
    const signature = isOld ? null : await read('manifest.signature');
    const signed = isOld ? null : await isSigned(manifestBytes, signature === null ? '' : textOf(signature), manifest.signing ?? {});
    if (signed === false) fault(w.badSignature);
    say(w.done.replace('#', count) + ' · ' + (faults === 0 ? w.ok : w.bad), faults === 0 ? 'good' : 'bad');
    if (isOld) say(w.unsigned);
    else if (signed === null) say(w.unableToVerify.replace('#', manifest.signing?.algorithm));
    else if (signed) {
      say(w.signed.replace('#', manifest.signing.algorithm), 'good');
      say(w.key + ' ' + manifest.signing.keyId);
      say(w.whoseKey);
    }
    say(w.sha.replace('#', name) + ' ' + digest);
  }
  const picker = document.getElementById('folder');
  document.getElementById('check').addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => void check([...picker.files]));
})();
`;
