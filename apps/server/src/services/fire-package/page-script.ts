// The script of a package's page, as text: it runs in a browser without the product and without a network. It switches the language, and verifies the files
// of a folder that the reader chooses (a page opened from a file may not read its neighbours by itself). No markup is made of what it reads.

import { scriptWords } from './words.ts';

export const PAGE_SCRIPT = `'use strict';
(() => {
  const root = document.documentElement;
  const shown = () => root.dataset.lang;
  document.getElementById('language').addEventListener('click', () => {
    root.dataset.lang = shown() === 'zh' ? 'en' : 'zh';
    root.lang = shown() === 'zh' ? 'zh-CN' : 'en';
  });

  const words = ${JSON.stringify(scriptWords)};
  const output = document.getElementById('result');
  const say = (text, tone) => {
    const line = document.createElement('li');
    line.textContent = text;
    if (tone) line.dataset.tone = tone;
    output.append(line);
  };
  const hex = async (bytes) =>
    [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const textOf = (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

  /** What is wrong with the lines: each names the hash of the one before. */
  async function checkChain(bytes, manifest, w) {
    const lines = textOf(bytes).split('\\n');
    lines.pop();
    let prev = '0'.repeat(64);
    let faults = 0;
    for (let n = 1; n <= lines.length; n += 1) {
      let read = null;
      try { read = JSON.parse(lines[n - 1]); } catch { read = null; }
      if (read === null || read.n !== n || read.prev !== prev) { say('events.jsonl: ' + w.line.replace('#', n), 'bad'); faults += 1; }
      prev = await hex(new TextEncoder().encode(lines[n - 1]));
    }
    if (lines.length !== manifest.lines.count || prev !== manifest.lines.last) { say('events.jsonl: ' + w.count, 'bad'); faults += 1; }
    return faults;
  }

  async function check(files) {
    const w = words[shown()];
    output.replaceChildren();
    if (!globalThis.crypto || !crypto.subtle) return say(w.unable, 'bad');
    if (files.length === 0) return say(w.none, 'bad');
    const chosen = new Map(files.map((file) => [file.webkitRelativePath.split('/').slice(1).join('/') || file.name, file]));
    const read = async (name) => (chosen.has(name) ? new Uint8Array(await chosen.get(name).arrayBuffer()) : null);
    let faults = 0;
    const fault = (text) => { faults += 1; say(text, 'bad'); };
    const manifestBytes = await read('manifest.json');
    let manifest = null;
    try { manifest = JSON.parse(textOf(manifestBytes)); } catch { manifest = null; }
    if (manifest === null) return say('manifest.json: ' + w.broken, 'bad');
    const sha = await hex(manifestBytes);
    const seal = await read('manifest.sha256');
    if (seal === null || textOf(seal) !== sha + '  manifest.json\\n') fault(w.seal);
    const listed = new Set(['manifest.json', 'manifest.sha256']);
    for (const { name, bytes, sha256 } of manifest.files) {
      listed.add(name);
      const content = await read(name);
      if (content === null) { fault(name + ': ' + w.missing); continue; }
      if (content.length !== bytes || (await hex(content)) !== sha256) fault(name + ': ' + w.changed);
      if (name === 'events.jsonl') faults += await checkChain(content, manifest, w);
    }
    for (const name of chosen.keys()) if (!listed.has(name)) fault(name + ': ' + w.unlisted);
    say(w.done.replace('#', manifest.files.length + 2) + ' · ' + (faults === 0 ? w.ok : w.bad), faults === 0 ? 'good' : 'bad');
    say(w.sha + ' ' + sha);
  }
  const picker = document.getElementById('folder');
  document.getElementById('check').addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => void check([...picker.files]));
})();
`;
