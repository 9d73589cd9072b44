// As much XML as SOAP requests are made of: elements by their local names, attributes, text. No document type, no entities of one's own.

export interface Element {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([^\s/>!?]+)((?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)|(<)/g;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** @throws when it is no well-formed XML of this kind */
export function readXml(source: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [root];
  for (const [, cdata, closing, name, attributes = '', empty, text, stray] of source.matchAll(TOKEN)) {
    const parent = open.at(-1) as Element;
    if (stray !== undefined) throw new Error('not well-formed');
    if (cdata !== undefined) parent.text += cdata;
    else if (text !== undefined) parent.text += decoded(text);
    else if (closing) {
      if (open.length === 1 || parent.name !== localName(name as string)) throw new Error('not well-formed');
      open.pop();
    } else if (name !== undefined) {
      const element: Element = { name: localName(name), attributes: attributesOf(attributes), children: [], text: '' };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [first] = root.children;
  if (open.length !== 1 || first === undefined || root.children.length !== 1) throw new Error('not well-formed');
  return first;
}

/** The first element of that name below. */
export function find(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>((at, name) => at?.children.find((child) => child.name === name), element);
}

export const textOf = (element: Element | undefined, ...path: readonly string[]): string | undefined => find(element, ...path)?.text.trim();

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const attributesOf = (source: string): Record<string, string> =>
  Object.fromEntries(
    [...source.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [localName(name as string), decoded(double ?? single ?? '')]),
  );

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, what: string) => {
    if (what.startsWith('#')) return String.fromCodePoint(Number(what[1]?.toLowerCase() === 'x' ? `0${what.slice(1)}` : what.slice(1)));
    return named[what] ?? whole;
  });
}
