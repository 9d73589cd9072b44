// index.html of a package: the story, its pictures and a drawing of its positions, in Chinese and English, for a browser without the
// product and without a network. The content is static HTML rather than rendered by a script, so that it can be read in thirty years
// without one. The script only switches the language and verifies.
import { createHash } from 'node:crypto';
import { formatTime, type Language } from '@lookout/contract';
import { storyText, storyTexts } from '@lookout/report';
import type { HashName } from '@lookout/server/access/digests.ts';
import { type StoryLine, storyTime } from '../../fire-story.wire.ts';
import type { Contents } from './contents.ts';
import { mapDrawing } from './map-drawing.ts';
import { escaped } from './markup.ts';
import { pageScript } from './page-script.ts';
import { type PageTexts, pageTexts } from './texts.ts';

const STYLE = `
:root{color-scheme:light}
body{margin:0 auto;max-width:1080px;padding:24px;font:15px/1.6 "Noto Sans SC","PingFang SC","Microsoft YaHei",sans-serif;color:#101828;background:#fff}
html[data-lang=zh] [data-in=en],html[data-lang=en] [data-in=zh]{display:none}
header{display:flex;justify-content:space-between;align-items:baseline;gap:16px}
h1{font-size:22px;margin:0}h2{font-size:17px;margin:28px 0 8px}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 16px;margin:12px 0}dt{color:#667085}dd{margin:0;overflow-wrap:anywhere}
svg{width:100%;height:auto;border:1px solid #d0d5dd}
ol{list-style:none;padding:0;margin:0}ol li{display:grid;grid-template-columns:150px 110px 1fr;gap:12px;padding:8px 0;border-top:1px solid #eaecf0}
time,.topic,.late{color:#667085;font-variant-numeric:tabular-nums}.late{display:block;font-size:13px}
.said{display:block;overflow-wrap:anywhere}.who{color:#475467;margin-inline-start:8px}
figure{display:inline-block;margin:8px 8px 0 0}img{max-width:240px;max-height:180px}
#drill{padding:8px 16px;border:2px dashed #b42318;color:#b42318;font-weight:700}
button{font:inherit;padding:4px 14px;border:1px solid #98a2b3;border-radius:6px;background:#fff;cursor:pointer}
#result li{list-style:disc;margin-inline-start:20px;overflow-wrap:anywhere}[data-tone=bad]{color:#b42318}[data-tone=good]{color:#067647}
.note{color:#667085}
@media print{button,#verify{display:none}ol li{break-inside:avoid}}
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded except the pictures in the package. `'self'` matches no origin for a page opened from a file. */
const policyOf = (script: string): string =>
  [
    "default-src 'none'",
    "img-src 'self' file:",
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const LANGUAGES = ['zh', 'en'] as const satisfies readonly Language[];

/** A text in both languages, of which the page shows one at a time. */
const both = (textOf: (language: Language) => string): string =>
  LANGUAGES.map((language) => `<span data-in="${language}">${escaped(textOf(language))}</span>`).join('');
const bilingual = (textOf: (texts: PageTexts) => string): string => both((language) => textOf(pageTexts[language]));

/** @param hash of the package */
export async function pageText(contents: Contents, hash: HashName): Promise<string> {
  const { fire, lines, made } = contents;
  const script = await pageScript(hash);
  const ordered = lines.toSorted((a, b) => storyTime(a).getTime() - storyTime(b).getTime() || a.seq - b.seq);
  const facts = [
    ['place', fire.gridName],
    ['position', `${fire.position.lng.toFixed(5)}, ${fire.position.lat.toFixed(5)}`],
    ['first', formatTime(fire.firstSeenAt)],
    ['last', formatTime(fire.lastSeenAt)],
    ['made', `${formatTime(made.at)} ${made.by}（${made.gridName}）`],
    ['id', fire.id],
  ] as const;
  return `<!doctype html>
<html lang="zh-CN" data-lang="zh">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf(script))}">
<meta name="viewport" content="width=device-width">
<title>${escaped(pageTexts.zh.title)} ${escaped(fire.gridName)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${bilingual(({ title }) => title)}</h1><button type="button" id="language">${bilingual(({ language }) => language)}</button></header>
${fire.isDrill ? `<p id="drill">${bilingual(({ drill }) => drill)}</p>\n` : ''}<dl>
${facts.map(([name, value]) => `<dt>${bilingual((texts) => texts.facts[name])}</dt><dd>${escaped(value)}</dd>`).join('\n')}
<dt>${bilingual((texts) => texts.facts.state)}</dt><dd>${bilingual((texts) => (fire.isOpen ? texts.open : texts.closed))}</dd>
</dl>
<p class="note">${bilingual(({ limits }) => limits)}</p>
<h2>${bilingual(({ map }) => map)}</h2>
${mapDrawing(contents)}
<h2>${bilingual(({ story }) => story)}</h2>
<ol>
${ordered.map((line) => lineText(line, contents)).join('\n')}
</ol>
<section id="verify">
<h2>${bilingual(({ check }) => check)}</h2>
<p class="note">${bilingual(({ checkHint }) => checkHint)}</p>
<input type="file" id="folder" webkitdirectory multiple hidden>
<button type="button" id="check">${bilingual(({ check }) => check)}</button>
<ul id="result" aria-live="polite"></ul>
<noscript>${bilingual(({ noScript }) => noScript)}</noscript>
</section>
<script>${script}</script>
</body>
</html>
`;
}

function lineText(line: StoryLine, { pictures }: Contents): string {
  const at = storyTime(line);
  const late =
    line.happenedAt === null ? '' : `<span class="late">${bilingual(({ knownAt }) => knownAt(formatTime(line.at).slice(5)))}</span>`;
  const shown = line.pictures.map((url) => {
    const name = pictures.get(url);
    return name === undefined
      ? `<figure class="note">${bilingual(({ missing }) => missing)}</figure>`
      : `<figure><a href="${escaped(name)}"><img src="${escaped(name)}" alt="" loading="lazy"></a></figure>`;
  });
  return `<li data-topic="${line.topic}"><time datetime="${at.toISOString()}">${formatTime(at)}${late}</time><span class="topic">${both(
    (language) => storyTexts[language].topics[line.topic],
  )}</span><div><strong>${both((language) => storyText(line, language).title)}</strong><span class="who">${both(
    (language) => storyText(line, language).who,
  )}</span>${line.formattedAddress === null ? '' : `<span class="said">${escaped(line.formattedAddress)}</span>`}<span class="said">${both(
    (language) => storyText(line, language).parts.join(storyTexts[language].separator),
  )}</span>${shown.join('')}</div></li>`;
}
