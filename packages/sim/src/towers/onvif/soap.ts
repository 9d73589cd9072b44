// SOAP 1.2 as ONVIF uses it: the envelope, faults, and authentication (WS-Security UsernameToken, password digest).
import { createHash } from 'node:crypto';
import { equalInConstantTime, type Login } from '../login.ts';

const NAMESPACES = {
  s: 'http://www.w3.org/2003/05/soap-envelope',
  tt: 'http://www.onvif.org/ver10/schema',
  tds: 'http://www.onvif.org/ver10/device/wsdl',
  trt: 'http://www.onvif.org/ver10/media/wsdl',
  tr2: 'http://www.onvif.org/ver20/media/wsdl',
  tptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  timg: 'http://www.onvif.org/ver20/imaging/wsdl',
  ter: 'http://www.onvif.org/ver10/error',
} as const;

interface SoapRequest {
  /** The element in the body: its name is the operation, its children are the arguments. */
  readonly operation: Element;
  readonly header: Element | undefined;
}

/** A refused request: ONVIF's subcodes of the SOAP code, and the reason as text. */
export class SoapFault extends Error {
  override readonly name = 'SoapFault';
  readonly codes: readonly string[];
  readonly status: number;
  /** @param codes from general to special, after `s:Sender`: `['ter:InvalidArgVal', 'ter:NoProfile']` */
  constructor(reason: string, codes: readonly string[], status = 400) {
    super(reason);
    this.codes = codes;
    this.status = status;
  }
}

/** @throws SoapFault when it is not a SOAP envelope */
export function readSoap(source: string): SoapRequest {
  try {
    const envelope = readXml(source);
    const operation = find(envelope, 'Body')?.children[0];
    if (envelope.name === 'Envelope' && operation !== undefined) return { operation, header: find(envelope, 'Header') };
  } catch {
    // Refused below, like everything else that is not an envelope.
  }
  throw new SoapFault('not a SOAP envelope', ['ter:WellFormed']);
}

export const soapResponse = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<s:Envelope ${Object.entries(NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')}><s:Body>${body}</s:Body></s:Envelope>`;

export function soapFault({ message, codes, status }: SoapFault): string {
  const subcode = codes.reduceRight((inner, code) => `<s:Subcode><s:Value>${code}</s:Value>${inner}</s:Subcode>`, '');
  return soapResponse(
    `<s:Fault><s:Code><s:Value>s:${status >= 500 ? 'Receiver' : 'Sender'}</s:Value>${subcode}</s:Code>` +
      `<s:Reason><s:Text xml:lang="en">${escaped(message)}</s:Text></s:Reason></s:Fault>`,
  );
}

/** A token is valid for this long before and after its creation time. */
const TOKEN_MS = 5 * 60_000;
const MOST_NONCES = 20_000;

/** Creates the check of a request's UsernameToken; a token is accepted only once. */
export function createTokenCheck({ userName, password }: Login, clock: () => number): (header: Element | undefined) => boolean {
  const used = new Map<string, number>();
  return (header) => {
    const token = find(header, 'Security', 'UsernameToken');
    const given = find(token, 'Password');
    const [nonce, created] = [textOf(token, 'Nonce'), textOf(token, 'Created')];
    if (given === undefined || nonce === undefined || created === undefined || textOf(token, 'Username') !== userName) return false;
    if (!given.attributes.Type?.endsWith('#PasswordDigest')) return false;
    if (!(Math.abs(clock() - Date.parse(created)) <= TOKEN_MS)) return false;
    // Base64(SHA-1(nonce + created + password)): Web Services Security UsernameToken Profile 1.0, section 3.1.
    const expected = createHash('sha1').update(Buffer.from(nonce, 'base64')).update(created).update(password).digest('base64');
    if (!equalInConstantTime(given.text.trim(), expected)) return false;
    for (const [old, ms] of used) {
      if (used.size < MOST_NONCES && clock() - ms < 2 * TOKEN_MS) break;
      used.delete(old);
    }
    const key = `${nonce} ${created}`;
    if (used.has(key)) return false;
    used.set(key, clock());
    return true;
  };
}

// The part of XML that SOAP requests use: elements by their local names, attributes, text. No document type, no custom entities.

export interface Element {
  /** Without the namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([^\s/>!?]+)((?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)|(<)/g;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** @throws when it is not well-formed XML of this kind */
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

/** The first descendant at this path of names. */
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
