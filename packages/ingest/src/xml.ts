// XML 1.0 → a tree of elements, for KML and GPX: one pass over the text whose time and memory grow with its length alone. Prefixes of names are dropped,
// since exporters choose them freely; entities are the five of XML and numbers, and a document type that defines others is refused.
import { type FileFaultParams, fileFault } from '@lookout/domain';
import { encodingOfBom, textOfFile } from './encoding.ts';
import { UnreadableFile } from './unreadable-file.ts';

export interface XmlElement {
  /** Without prefix. */
  readonly name: string;
  /** By name without prefix; declarations of namespaces are left out. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly inside, CDATA included, as it is. */
  readonly text: string;
}

/** More than any map program nests. */
const MOST_DEPTH = 200;
const MOST_ATTRIBUTES = 200;
const MOST_ELEMENTS = 5_000_000;
const MOST_BYTES = 256 * 1024 * 1024;

type Why = FileFaultParams['xml-broken']['why'];
const broken = (why: Why, line: number): UnreadableFile => new UnreadableFile(fileFault('xml-broken', { why, line }), line);

/** @throws UnreadableFile naming the line: not well-formed, nested too deeply, too large, or in no encoding that is known */
export function readXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > MOST_BYTES) throw new UnreadableFile(fileFault('file-larger-than', { megabytes: MOST_BYTES / 1024 / 1024 }));
  return treeOf(textOfFile(bytes, encodingOfBom(bytes) === null ? declaredEncoding(bytes) : null));
}

/** Of the XML declaration, which is of ASCII in every encoding but UTF-16. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1] ?? null;
}

interface Open {
  readonly name: string;
  readonly qualified: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  readonly texts: string[];
}

const open = (qualified: string): Open => ({
  name: localName(qualified),
  qualified,
  attributes: {},
  children: [],
  texts: [],
});
const localName = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1);
const closed = ({ name, attributes, children, texts }: Open): XmlElement => ({ name, attributes, children, text: texts.join('') });

/** What begins with `<` and is no element: how it begins and ends. Texts of CDATA count, the others do not. */
const OTHERS: readonly (readonly [begins: string, ends: string, why: Why])[] = [
  ['<!--', '-->', 'comment-open'],
  ['<![CDATA[', ']]>', 'cdata-open'],
  ['<?', '?>', 'instruction-open'],
];

function treeOf(text: string): XmlElement {
  const document = open('');
  const stack: Open[] = [document];
  let [at, elements] = [0, 0];
  const fail = (why: Why): UnreadableFile => broken(why, lineAt(text, at));
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const inside = stack.at(-1) as Open;
    const between = text.slice(at, next < 0 ? text.length : next);
    if (between !== '') {
      if (inside === document) {
        if (between.trim() !== '') throw fail('text-outside');
      } else inside.texts.push(decoded(between));
    }
    if (next < 0) break;
    at = next;
    const other = OTHERS.find(([begins]) => text.startsWith(begins, at));
    if (other) {
      const [begins, ends, why] = other;
      const end = text.indexOf(ends, at + begins.length);
      if (end < 0) throw fail(why);
      if (begins === '<![CDATA[') inside.texts.push(text.slice(at + begins.length, end));
      at = end + ends.length;
    } else if (text.startsWith('<!', at)) {
      const end = text.indexOf('>', at);
      // A type with definitions of its own has them in brackets.
      if (end < 0 || text.slice(at, end).includes('[')) throw fail('doctype');
      at = end + 1;
    } else if (text[at + 1] === '/') {
      const end = text.indexOf('>', at);
      if (end < 0) throw fail('tag-open');
      if (inside === document || text.slice(at + 2, end).trim() !== inside.qualified) throw fail('tags-crossed');
      stack.pop();
      stack.at(-1)?.children.push(closed(inside));
      at = end + 1;
    } else {
      if (inside === document && document.children.length > 0) throw fail('text-outside');
      elements += 1;
      if (elements > MOST_ELEMENTS) throw fail('too-many-elements');
      const { element, end, isEmpty } = tagAt(text, at, fail);
      if (isEmpty) inside.children.push(closed(element));
      else if (stack.push(element) > MOST_DEPTH) throw fail('too-deep');
      at = end;
    }
  }
  const [root] = document.children;
  if (stack.length > 1 || root === undefined) throw fail('tag-open');
  return root;
}

const NAME = /[^\s/>=<"']+/y;
const ATTRIBUTE = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const END = /\s*(\/?)>/y;

function tagAt(text: string, start: number, fail: (why: Why) => UnreadableFile): { element: Open; end: number; isEmpty: boolean } {
  NAME.lastIndex = start + 1;
  const [name] = NAME.exec(text) ?? [];
  if (name === undefined) throw fail('tag-open');
  const element = open(name);
  let at = NAME.lastIndex;
  for (let count = 0; ; count += 1) {
    ATTRIBUTE.lastIndex = at;
    const [, attribute, double, single] = ATTRIBUTE.exec(text) ?? [];
    if (attribute === undefined) break;
    if (count === MOST_ATTRIBUTES) throw fail('too-many-attributes');
    at = ATTRIBUTE.lastIndex;
    if (attribute !== 'xmlns' && !attribute.startsWith('xmlns:'))
      element.attributes[localName(attribute)] = decoded(double ?? single ?? '');
  }
  END.lastIndex = at;
  const [, slash] = END.exec(text) ?? [];
  if (slash === undefined) throw fail('tag-open');
  return { element, end: END.lastIndex, isEmpty: slash === '/' };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };

/** Entities that nobody defined stay as they are written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** From 1. */
function lineAt(text: string, at: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) line += 1;
  return line;
}

/** The first child of this name; null: none. */
export const childOf = (element: XmlElement, name: string): XmlElement | null => element.children.find((one) => one.name === name) ?? null;
/** The text of the first child of this name, trimmed; '' without one. */
export const textIn = (element: XmlElement, name: string): string => childOf(element, name)?.text.trim() ?? '';
/** Children of this name. */
export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] => element.children.filter((one) => one.name === name);
/** All elements of this name below, in the order of the document. An element of it is not looked into. */
export function elementsOf(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const walk = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (child.name === name) found.push(child);
      else walk(child);
    }
  };
  walk(element);
  return found;
}
