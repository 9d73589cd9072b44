// Reads XML from devices element by element within limits, because the other end may be hostile. Document types are rejected, so no custom
// entities exist.
import sax from 'sax';

/** An element with its text, and its children in document order, found by local name. */
export interface Element {
  readonly name: string;
  readonly text: string;
  readonly children: readonly Element[];
  /** Values as written, by local name. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Far above what a camera answers: the longest answer, a list of 300 presets, has some 3,000 elements, 8 levels deep. */
const MOST_ELEMENTS = 20_000;
const DEEPEST = 64;

interface Draft extends Element {
  text: string;
  readonly children: Draft[];
}

/** The root element; null when the text is not well-formed or exceeds the limits. Namespace prefixes are removed from the names. */
export function readXml(text: string): Element | null {
  let root: Draft | null = null;
  let count = 0;
  const open: Draft[] = [];
  const parser = sax.parser(true, { trim: true, position: false });
  parser.onopentag = ({ name, attributes }) => {
    if (++count > MOST_ELEMENTS || open.length >= DEEPEST) throw new OutOfBounds();
    const element: Draft = { name: localName(name), text: '', children: [], attributes: localNames(attributes) };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  parser.ontext = parser.oncdata = (some) => {
    const element = open.at(-1);
    if (element) element.text += some;
  };
  parser.ondoctype = () => {
    throw new OutOfBounds();
  };
  parser.onerror = (error) => {
    throw error;
  };
  try {
    parser.write(text).close();
    return root;
  } catch {
    // Any error means that this is not a valid answer.
    return null;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const localNames = (attributes: object): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), String(value)]));

class OutOfBounds extends Error {}

/** The first element with this name, the root or below it, in document order. */
export function findElement(root: Element, name: string): Element | null {
  if (root.name === name) return root;
  for (const child of root.children) {
    const found = findElement(child, name);
    if (found) return found;
  }
  return null;
}

/** All elements with this name below the root, in document order; elements inside a found one are not searched. */
export const findElements = (root: Element, name: string): Element[] =>
  root.children.flatMap((child) => (child.name === name ? [child] : findElements(child, name)));

/** The text of the first element with this name; null when there is none. */
export const textOf = (root: Element, name: string): string | null => findElement(root, name)?.text.trim() ?? null;

/** A number as written in XML Schema; null: none, NaN, INF, or any other text. */
export function numberIn(text: string | undefined | null): number | null {
  const value = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
