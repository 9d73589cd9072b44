// House rules that no ready-made linter has. Each reports what was found, where, and what to do instead.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Rule {
  readonly why: string;
  readonly files: RegExp;
  readonly except?: RegExp;
  /** A pattern, or an object with the same `exec`. */
  readonly pattern: { exec(text: string): { readonly index: number } | null };
}

const source = /^(features|packages|apps|bench|e2e|scripts)\/.*\.(ts|tsx|mjs)$/;
/** The files of a feature that pages load. */
const PAGES = 'features/[^/]+/(?:web|parts|ranger)/';
/** The files of a feature that draw on the globe. */
const LAYERS = 'features/[^/]+/layer/';
const test = /\.(test|fixture|harness)\.tsx?$|\/testing\/|\/fixtures\/|^e2e\/|^bench\/|^scripts\//;

/** Chinese text outside comments. */
const CHINESE = /^(?!\s*(?:\/\/|\*|\/\*)).*[\u4e00-\u9fff]/m;

export const rules: readonly Rule[] = [
  {
    why: 'a call’s path stands only in the calls of its feature: use the row',
    files: source,
    except: /\.calls\.ts$|^packages\/contract\/|setting-texts\.ts$|\.test\.tsx?$|\/testing\/|\/reliability\/|^e2e\/|^bench\//,
    pattern: /['"`]\/?(auth|fire|resource|oa)\/api\//,
  },
  {
    why: 'regions are data: read a field of Region, never compare its id',
    files: source,
    except: /^packages\/region\/|\/harness\/|\.test\.tsx?$|house-rules/,
    pattern: regionBranch(),
  },
  {
    why: 'wire words stop at the wire files of a feature: read what comes with a reader, write what goes with a writer',
    files: new RegExp(
      `^((apps/web|packages/(domain|geo|region|ingest|store|map))/src/|${PAGES}|${LAYERS}).*\\.(ts|tsx)$|^features/[^/]+/[^/]+(?<!\\.(schema|wire|calls|errors|server))\\.ts$`,
    ),
    pattern: /\bWire[A-Z]\w*\b/,
  },
  {
    why: 'wire words stop at the wire files of a feature: read what comes with a reader, write what goes with a writer',
    files: /^((apps\/(web|server)|packages\/(domain|geo|region|ingest|store|map|client|live))\/src|features\/[^/]+)\/.*\.(ts|tsx)$/,
    except: /\.(schema|wire|calls|errors)\.ts$|^(apps\/server|packages\/client|features)\/.*(\.test\.ts$|\/(testing|reliability)\/)/,
    pattern: /\b(isReal|isHandle|isPut(OutNote|Time)?|isTrueNote|trueAlarmType)\b/,
  },
  {
    // Terminal commands and the seeded menus show these codes to people.
    why: 'permission codes of the specification stand in packages/contract: name the capability',
    files: /^((apps\/(web|server)|packages\/(domain|store|live|client|map))\/src|features\/[^/]+)\/.*\.(ts|tsx)$/,
    except: /\.(calls|schema|wire|errors)\.ts$|\.test\.tsx?$|\/testing\/|^apps\/server\/src\/(admin\/commands|run\/menu-seed)\.ts$/,
    pattern: /\b(bp[A-Z]\w+|bgDecision)\b/,
  },
  {
    // A page may be published below a path, and a request without the session's token is refused. The wall makes its own requests, without
    // a session.
    why: 'an address of our own site is fetched by shared/site-fetch.ts, which knows where the site is published and whose session it is',
    files: new RegExp(`^(apps/web/src/|${PAGES}|${LAYERS}).*\\.(ts|tsx)$`),
    except: /\.test\.tsx?$|\/testing\/|\/shared\/site-fetch\.ts$|\/wall\/web\/fresh-build\.ts$|-worker\.ts$/,
    pattern: /(?<![.\w])(?:fetch|window\.fetch|globalThis\.fetch)\(\s*(?:['"`]\/|atSite\()/,
  },
  {
    why: 'a promise not kept: do it, or write it into an issue',
    files: source,
    except: /house-rules/,
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/,
  },
  { why: 'a test that does not run, or runs alone', files: /\.test\.tsx?$/, pattern: /\b(it|test|describe)\.(only|todo|skip)\b/ },
  { why: 'an error swallowed without a word', files: source, except: /house-rules/, pattern: /catch\s*(\([^)]*\))?\s*\{\s*\}/ },
  {
    // A manifest gives the name of its page or tab in both languages: a menu must not fetch the texts of features that are not open.
    why: 'texts for people stand in the messages files, in both languages',
    files: new RegExp(`^(apps/web/src/|${PAGES}).*\\.(ts|tsx)$`),
    except: /\.test\.tsx?$|\/testing(\.ts$|\/)|\/([a-z]+-)?messages\.ts$|\/text\/|\/(web|patrol)\/([^/]+\/)?feature\.tsx?$/,
    pattern: CHINESE,
  },
  {
    // An English text may contain a Chinese name, such as the column of a table, if it is in an English part.
    why: 'Chinese before English in a messages file: the check of languages (e2e) takes all after the first English part for English',
    files: new RegExp(`^(apps/web/src/|${PAGES}).*messages\\.ts$`),
    pattern: chineseAfterEnglish(),
  },
  {
    why: 'a Chinese text has no word of another language but FOREIGN_WORDS: say it in Chinese, or add a unit, a format or a name that has no Chinese one',
    files: new RegExp(`^(apps/web/src/|${PAGES}).*messages\\.ts$`),
    pattern: { exec: (text) => foreignWord(beforeEnglish(text)) },
  },
  {
    // Texts about files or the terminal name columns, formats and options. The descriptions of the calls and topics address programs.
    why: 'a Chinese text has no word of another language but FOREIGN_WORDS: say it in Chinese, or add a unit, a format or a name that has no Chinese one',
    files:
      /^packages\/(contract\/src\/errors|(domain|region|fire-model|report)\/src)\/.*\.ts$|^packages\/contract\/src\/[\w-]+\.ts$|^features\/[^/]+\/[^/]+(?<!\.(schema|calls|topics|store|server))\.ts$/,
    except: /\.test\.ts$|\/testing\/|errors\/(files|imports)\.ts$|map-layer\/map-layer\.ts$|fire-model\/src\/growth\/request\.ts$/,
    pattern: { exec: foreignWord },
  },
  {
    why: 'errors and remarks are codes: their words stand in the catalogue (the errors of the feature, packages/contract)',
    files:
      /^((apps\/server|packages\/(ingest|video|live|client))\/src|features\/[^/]+\/(?:server|service))\/.*\.ts$|^features\/[^/]+\/[^/]+\.server\.ts$/,
    except: new RegExp(
      [
        '\\.(test|fixture|harness)\\.ts$|/(testing|reliability)/',
        // Output for the person at the machine: commands, and what the server prints when it starts.
        '^apps/server/src/(import|admin|backup|doctor|fire-model|sight|smoke|commands|run|demo)/|^apps/server/src/settings/(config|setting-texts|messages|own-files|addresses|demo-.*)\\.ts$',
        // Printed texts, in both languages.
        '^(apps/server/src/services/[^/]+|features/[^/]+/(server|service(/[^/]+)?))/([a-z]+-)?texts\\.ts$',
        // Data: the demo world, the menus, the first account, the documents of the calls.
        '^apps/server/src/serve/api-documents\\.ts$',
        '^features/(base-map/(base-map\\.server|server/sources)|map-layer/server/routes|photo/photo\\.server|plan/server/files|terrain/terrain\\.server|video/server/media-routes)\\.ts$',
        // The messages of the specification, and the names that records and devices use.
        '^features/sms/server/fill\\.ts$|^features/camera/service/vendor-names\\.ts$|src/serve/terminal-text\\.ts$',
        '^packages/ingest/src/(layers|workbook|placing/names)\\.ts$',
      ].join('|'),
    ),
    pattern: CHINESE,
  },
];

/** Units, formats, keys of a keyboard, coordinate systems, standards and terms without a Chinese name. */
const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  [
    'MB GB m mm cm km h min s kW MW hPa ha kg',
    'PDF PNG JPEG Excel xlsx CSV Word KML KMZ GPX zip GeoJSON GeoTIFF JSON shapefile Shapefile UTF ISO YYYY MM DD HH mm ss csv txt pdf docx kml gpx',
    'Esc Enter Delete Backspace Shift Tab',
    'WGS84 WGS CGCS2000 CGCS GCJ EPSG UTM E W N S',
    'LY T JTG B01 EEMUA ISA HTZ FWI FBP IGBP ESA WorldCover MODIS VIIRS NBR dNBR Sentinel B8A B12 L2A ST X RMRS GTR Ks A B C D NB1 TL9 SB1 SB4',
    'Rothermel Byram Andrews Van Wagner Fosberg Anderson Scott Burgan Agee Tobler Albini Wang Cruz Alexander',
    'https http HTTP FLV H RTSP ONVIF ZLMediaKit Digest Basic TOTP OpenID Connect Google Earth Standard Webhooks WebGL VR Tiles glTF',
    // Keys of the desk.
    'j k m u v i r x d',
  ].flatMap((line) => line.split(' ')),
);

/** The part of a messages file before the English one. */
const beforeEnglish = (source: string): string => source.slice(0, /^(?:export )?const (?:\w*En|en)\b/m.exec(source)?.index);

/** The first word of another language in a Chinese text. */
function foreignWord(source: string): { readonly index: number } | null {
  for (const { index, text } of textsIn(source)) {
    if (!/[\u4e00-\u9fff]/.test(text)) continue;
    // A URL given as an example is not a word, nor is an escaped line break.
    const withoutUrls = text.replace(/\\.|https?:\/\/[\w.]+/g, (address) => ' '.repeat(address.length));
    for (const word of withoutUrls.matchAll(/[A-Za-z]+\d*[A-Za-z]*/g))
      if (!FOREIGN_WORDS.has(word[0])) return { index: index + word.index };
  }
  return null;
}

/** The texts of a source file: quoted strings, and the constant parts of templates. */
function* textsIn(source: string): Generator<{ readonly index: number; readonly text: string }> {
  /** Depth of open braces in each of the enclosing template values. */
  const open: number[] = [];
  const ends = { quote: (mark: string) => new RegExp(`\\\\.|${mark}|\\n`, 'g'), template: /\\.|`|\$\{/g };
  for (let at = 0; at < source.length; at += 1) {
    const mark = source[at] as string;
    const depth = open.length - 1;
    if (source.startsWith('//', at)) at = endOf(source, '\n', at);
    else if (source.startsWith('/*', at)) at = endOf(source, '*/', at) + 1;
    else if (mark === "'" || mark === '"') {
      const end = pieceEnd(source, ends.quote(mark), at + 1);
      yield { index: at + 1, text: source.slice(at + 1, end.index) };
      at = end.index;
    } else if (mark === '`' || (mark === '}' && open[depth] === 0)) {
      if (mark === '}') open.pop();
      const end = pieceEnd(source, ends.template, at + 1);
      yield { index: at + 1, text: source.slice(at + 1, end.index) };
      if (end.mark === '${') open.push(0);
      at = end.index + end.mark.length - 1;
    } else if (depth >= 0 && (mark === '{' || mark === '}')) open[depth] = (open[depth] ?? 0) + (mark === '{' ? 1 : -1);
  }
}

const endOf = (source: string, mark: string, from: number): number => {
  const at = source.indexOf(mark, from);
  return at < 0 ? source.length : at;
};

/** Where a text ends, and with which mark. An escaped mark does not end a text. */
function pieceEnd(source: string, marks: RegExp, from: number): { readonly index: number; readonly mark: string } {
  marks.lastIndex = from;
  for (let found = marks.exec(source); found !== null; found = marks.exec(source))
    if (!found[0].startsWith('\\')) return { index: found.index, mark: found[0] };
  return { index: source.length, mark: '' };
}

/** Matches a constant with Chinese in it, outside comments, below one whose name ends in `En`. */
function chineseAfterEnglish(): RegExp {
  const aConst = '^(?:export )?const ';
  const isEnglish = String.raw`(?:\w*En|en)\b`;
  const lines = String.raw`(?:.*\n(?!(?:export )?const ))*?(?!\s*(?://|\*|/\*)).*`;
  return new RegExp(String.raw`(?<=${aConst}${isEnglish}[^]*)${aConst}(?!${isEnglish})${lines}[\u4e00-\u9fff]`, 'm');
}

/** Matches every way in which code branches on a region's id: comparison, switch, lookup, or taking its row by name. */
function regionBranch(): RegExp {
  const id = `['"\`](?:sichuan|henan-xinxiang|heilongjiang|yunnan-qujing)['"\`]`;
  const region = String.raw`\b(?:\w*\.)?[rR]egion(?:\(\))?\??\.id\b|\bconfig\.region\b`;
  const ways = [
    String.raw`(?:${region})\s*[!=]==?`,
    String.raw`[!=]==?\s*(?:${id}|${region})`,
    String.raw`${id}\s*[!=]==?`,
    String.raw`\bcase\s+${id}`,
    String.raw`\bswitch\s*\(\s*(?:${region})`,
    String.raw`\.(?:includes|has|indexOf|get|startsWith)\(\s*(?:${region})`,
    String.raw`(?<!\bREGIONS)\[\s*(?:${region})\s*\]`,
    String.raw`\bREGIONS(?:\.\w|\[\s*${id})`,
  ];
  return new RegExp(ways.join('|'));
}

/** Lists `file:line: why` for every violation of a rule. */
export function broken(files: readonly (readonly [name: string, text: string])[]): string[] {
  return files.flatMap(([name, text]) =>
    rules
      .filter((rule) => rule.files.test(name) && !rule.except?.test(name))
      .flatMap((rule) => {
        const found = rule.pattern.exec(text);
        return found ? [`${name}:${text.slice(0, found.index).split('\n').length}: ${rule.why}`] : [];
      }),
  );
}

const isProduct = (name: string): boolean => source.test(name) || test.test(name);

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..');
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((name) => isProduct(name) && !name.startsWith('scripts/fixtures/') && existsSync(path.join(root, name)));
  const found = broken(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]));
  for (const line of found) console.error(line);
  process.exitCode = found.length === 0 ? 0 : 1;
}
