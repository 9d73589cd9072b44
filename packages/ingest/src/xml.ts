// XML 1.0 → a tree of elements, for KML and GPX, read by sax in one pass in time and memory proportional to the document's length. Name
// prefixes are dropped, because exporters choose them freely. A document type that defines entities is refused.
import { type FileFaultParams, fileFault } from '@lookout/domain';
import sax from 'sax';
import { encodingOfBom, textOfFile } from './encoding.ts';
import { UnreadableFile } from './unreadable-file.ts';

export interface XmlElement {
  /** Without prefix. */
  readonly name: string;
  /** The attributes by name without prefix. Namespace declarations are left out. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The direct text content, CDATA included, unchanged. */
  readonly text: string;
}

/** Deeper than any map program nests. */
const MOST_DEPTH = 200;
const MOST_ATTRIBUTES = 200;
const MOST_ELEMENTS = 5_000_000;
const MOST_STRAY_ENTITIES = 50_000;
const MOST_BYTES = 256 * 1024 * 1024;

type Why = FileFaultParams['xml-broken']['why'];

/** @throws UnreadableFile with the line: not well-formed, nested too deeply, too large, or in an unknown encoding */
export function readXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > MOST_BYTES) throw new UnreadableFile(fileFault('file-larger-than', { megabytes: MOST_BYTES / 1024 / 1024 }));
  return treeOf(textOfFile(bytes, encodingOfBom(bytes) === null ? declaredEncoding(bytes) : null));
}

/** The encoding in the XML declaration, which is ASCII in every encoding but UTF-16. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1] ?? null;
}

interface Draft extends XmlElement {
  readonly children: Draft[];
  text: string;
}

/** The library's error messages and the fault that each means; any other message is an incomplete tag. */
const FAULTS: readonly (readonly [says: RegExp, why: Why])[] = [
  [/^Un(?:matched|expected) clos(?:ing|e) tag|^Invalid tag ?name in closing tag|^Weird empty close tag/, 'tags-crossed'],
  [/^Text data outside of root|^Non-whitespace before first tag/, 'text-outside'],
];
/** Undefined entities, and `&` used for "and", are kept as written. */
const TOLERATED = /^Invalid character entity|^Invalid character in entity name/;

function treeOf(text: string): XmlElement {
  const parser = sax.parser(true, { position: true });
  const stack: Draft[] = [];
  let root: Draft | null = null;
  let elements = 0;
  let strays = 0;
  const fail = (why: Why): UnreadableFile => {
    const line = parser.line + 1;
    return new UnreadableFile(fileFault('xml-broken', { why, line }), line);
  };
  parser.onopentag = ({ name, attributes }) => {
    if (stack.length === 0 && root !== null) throw fail('text-outside');
    elements += 1;
    if (elements > MOST_ELEMENTS) throw fail('too-many-elements');
    if (stack.length >= MOST_DEPTH) throw fail('too-deep');
    const named = Object.entries(attributes as Record<string, string>);
    if (named.length > MOST_ATTRIBUTES) throw fail('too-many-attributes');
    const own = named.flatMap(([key, value]) => (key === 'xmlns' || key.startsWith('xmlns:') ? [] : [[localName(key), value] as const]));
    const element: Draft = { name: localName(name), attributes: Object.fromEntries(own), children: [], text: '' };
    stack.at(-1)?.children.push(element);
    root ??= element;
    stack.push(element);
  };
  parser.onclosetag = () => void stack.pop();
  parser.ontext = parser.oncdata = (some) => {
    const inside = stack.at(-1);
    if (inside) inside.text += some;
  };
  parser.ondoctype = (type) => {
    // Definitions of a document type are in brackets.
    if (type.includes('[')) throw fail('doctype');
  };
  parser.onerror = ({ message }) => {
    if (!TOLERATED.test(message)) throw fail(FAULTS.find(([pattern]) => pattern.test(message))?.[1] ?? 'tag-open');
    strays += 1;
    if (strays > MOST_STRAY_ENTITIES) throw fail('too-many-entities');
    parser.resume();
  };
  parser.write(text).close();
  if (root === null) throw fail('tag-open');
  return root;
}

const localName = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1);

/** The first child of this name; null when there is none. */
export const childOf = (element: XmlElement, name: string): XmlElement | null => element.children.find((one) => one.name === name) ?? null;
/** The text of the first child of this name, trimmed; empty without one. */
export const textIn = (element: XmlElement, name: string): string => childOf(element, name)?.text.trim() ?? '';
/** Children of this name. */
export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] => element.children.filter((one) => one.name === name);
/** All descendants of this name, in document order. Elements inside a match are not searched. */
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
