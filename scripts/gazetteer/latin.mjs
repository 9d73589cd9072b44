// Names in Latin letters: pinyin of the name without its kind (汶川县 is Wenchuan, 理县 is Li Xian). Where GB/T 2260 and the atlases use a name
// of another language or another reading, that name is taken from latin.tsv.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const KIND = /(?:省|自治州|地区|民族乡|街道|新区|林区|市|州|盟|县|区|旗|镇|乡)$/;

/** @param {string} folder the unpacked pinyin-pro @returns {Promise<(no: string, mapName: string) => string>} */
export async function latinNames(folder) {
  const { customPinyin, pinyin } = await import(pathToFileURL(join(folder, 'dist/index.mjs')).href);
  // In place names 都 means capital; a dictionary reads it as 'all'.
  customPinyin({ 都: 'dū' });
  const written = new Map(
    readFileSync(new URL('latin.tsv', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t')),
  );
  const read = (text) => word(pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' }));
  return (no, name) => {
    const own = written.get(no);
    if (own !== undefined) return own;
    const stem = name.replace(KIND, '');
    if (stem.length > 1) return read(stem);
    return `${read(stem)} ${read(name.slice(stem.length))}`.trim();
  };
}

/** Joins the syllables to one word, with an apostrophe before a syllable that begins with a vowel: Ji'an. */
function word(syllables) {
  const text = syllables.map((one, index) => (index > 0 && /^[aoe]/.test(one) ? `'${one}` : one)).join('');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
