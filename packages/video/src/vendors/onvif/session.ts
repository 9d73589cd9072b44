// The `onvif` client, isolated: it talks to one checked address, through this project's HTTP functions and their limits, and has 5 s for
// each call. Exceptions that it throws on malformed responses are caught here. Data that it can read only from flawless devices (clock,
// services, profiles) is read by `answers.ts`.
import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { ok, type Result, refuse } from '@lookout/domain';
import { Cam, type CamOptions } from 'onvif';
import { deviceBase, exchange, loginOf, refusal, VENDOR_TIMEOUT_MS, type VendorDeps } from '../http.ts';
import type { CameraDevice, VendorAnswer, VendorRefusal } from '../port.ts';
import { type Element, findElement, findElements, readXml, textOf } from '../xml.ts';
import { clockShifts, type Profile, profilesIn, type ServiceName, type Services, servicesIn } from './answers.ts';

type Callback = (error: Error | null, data?: unknown, xml?: unknown, status?: unknown) => void;
interface SoapRequest {
  readonly service?: string;
  readonly action?: string;
  readonly body: string;
}
/** Internal methods of onvif 0.8.3 (pinned version); tests with malformed responses check them. */
interface Inner {
  readonly path: string;
  _request(options: object, callback: Callback): void;
  _envelopeHeader(): string;
  _envelopeFooter(): string;
}
const { parseSOAPString } = createRequire(import.meta.url)('onvif/lib/utils') as {
  readonly parseSOAPString: (xml: string, callback: Callback, status: number) => void;
};

const NAMESPACES = {
  device: 'http://www.onvif.org/ver10/device/wsdl',
  media: 'http://www.onvif.org/ver10/media/wsdl',
  media2: 'http://www.onvif.org/ver20/media/wsdl',
  ptz: 'http://www.onvif.org/ver20/ptz/wsdl',
} as const;

const escaped = (text: string): string => text.replace(/[<>&"']/g, (found) => `&#${found.charCodeAt(0)};`);

class GuardedCam extends Cam {
  readonly #deps: VendorDeps;
  readonly #base: URL;
  readonly #camera: CameraDevice;
  /** How far the device's clock is ahead of ours. */
  shiftMs = 0;
  /** Services that the device lists. */
  has: Services = {};

  constructor(deps: VendorDeps, base: URL, camera: CameraDevice, options: CamOptions) {
    super(options);
    this.#deps = deps;
    this.#base = base;
    this.#camera = camera;
  }

  get inner(): Inner {
    return this as unknown as Inner;
  }

  /** Replaces the client's own method, which uses the year 1970 for a device that does not report its time, and assumes ASCII passwords. */
  _passwordDigest() {
    const timestamp = new Date(Date.now() + this.shiftMs).toISOString();
    const nonce = randomBytes(16);
    const sha = createHash('sha1')
      .update(nonce)
      .update(timestamp)
      .update(this.#camera.password ?? '');
    return { passdigest: sha.digest('base64'), nonce: nonce.toString('base64'), timestamp };
  }

  /**
   * One call, whose answer is not parsed by the client.
   * @param isOpen without a login, because computing a login requires the device's clock
   */
  ask(service: keyof typeof NAMESPACES, element: string, { isOpen = false, content = '' } = {}): Promise<Element> {
    const call = `<${element} xmlns="${NAMESPACES[service]}">${content}</${element}>`;
    const body = isOpen
      ? `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${call}</s:Body></s:Envelope>`
      : `${this.inner._envelopeHeader()}${call}${this.inner._envelopeFooter()}`;
    const action = `${NAMESPACES[service]}/${element}`;
    return new Promise((resolve, reject) => {
      this._request({ ...(service === 'device' ? {} : { service }), action, body }, (error, _data, xml) => {
        const root = error ? null : readXml(String(xml));
        if (root === null) reject(error ?? new Error(MALFORMED));
        else resolve(root);
      });
    });
  }

  _request(options: object, callback: Callback): void {
    const guarded: Callback = (error, data, xml, status) => {
      try {
        callback(error && status === UNAUTHORIZED ? new Error('not authorized', { cause: error }) : error, data, xml);
      } catch (fault) {
        callback(new ClientFault(fault));
      }
    };
    try {
      (Cam.prototype as unknown as Inner)._request.call(this, options, guarded);
    } catch (fault) {
      guarded(new ClientFault(fault));
    }
  }

  /**
   * Replaces the client's own method, which would collect an answer of any length and parse it by slow patterns. From an address that the
   * device names, which may be one of its inner network, only the path is used: the request goes to the address under which the device is
   * known.
   */
  _requestPart2({ service, action, body }: SoapRequest, callback: Callback): void {
    const named = service === undefined ? undefined : this.has[service as ServiceName];
    if (service !== undefined && named === undefined) {
      callback(new Refused({ refusal: 'not-supported', detail: null }));
      return;
    }
    const contentType = `application/soap+xml;charset=utf-8;action="${action}"`;
    void this.#post(named?.path ?? this.inner.path, named?.url, { method: 'POST', body, contentType, login: loginOf(this.#camera) })
      .then((reply) => {
        if (!reply.ok) return callback(new Refused(reply.error));
        const { status, text } = reply.value;
        const xml = text.replace(/\sxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
        const root = readXml(xml);
        if (root === null || xml.includes('xmlns')) return callback(new Error(MALFORMED), null, null, status);
        const fault = faultIn(root);
        if (fault !== null) return callback(new Refused(fault));
        parseSOAPString(xml, callback, status);
      })
      .catch((fault: unknown) => callback(new ClientFault(fault)));
  }

  /**
   * Sends the request to the port under which the device is known. If nothing answers there for this path, it is sent to the port that the
   * device names. Behind a router the named port is not the mapped one, and one of several services may have a separate port.
   */
  async #post(path: string, named: URL | undefined, question: Parameters<typeof exchange>[2]): ReturnType<typeof exchange> {
    const url = new URL(this.#base);
    [url.pathname = '/', url.search = ''] = path.split('?');
    const first = await exchange(this.#deps, url, question);
    const other = named === undefined || named.protocol !== url.protocol || named.port === url.port ? null : named.port;
    const isNobody = first.ok ? first.value.status === NOT_FOUND : first.error.refusal === 'unreachable';
    if (other === null || !isNobody || this.#camera.address === null) return first;
    const address = new URL(this.#camera.address);
    address.port = other;
    const there = await deviceBase(this.#deps, address.href);
    if (!there.ok) return first;
    const second = there.value;
    [second.pathname, second.search] = [url.pathname, url.search];
    const answer = await exchange(this.#deps, second, question);
    return answer.ok ? answer : first;
  }
}

/** An exception of the client, caused neither by the device nor by the network. */
class ClientFault extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Carries a refusal through the client's callbacks. */
class Refused extends Error {
  readonly refusal: VendorRefusal;
  constructor(refusal: VendorRefusal) {
    super(refusal.refusal);
    this.refusal = refusal;
  }
}

/** A refusal without a SOAP body. */
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const MALFORMED = 'answer of another shape';
/** How long a session is reused. */
const KNOWN_MS = 300_000;
const MOST_KNOWN = 500;
/** The client sends no login if the password is empty; the digest uses the real password. */
const NO_PASSWORD = '-';

export interface Session {
  readonly cam: GuardedCam;
  readonly profiles: readonly Profile[];
}

export interface Sessions {
  /** @param work calls one of the client's functions with a callback */
  call<T>(
    camera: CameraDevice,
    work: (session: Session, callback: (error: Error | null, data?: T) => void) => void,
  ): VendorAnswer<T | undefined>;
  /** One call, whose answer is read by `answers.ts`. */
  ask(camera: CameraDevice, work: (session: Session) => Promise<Element>): VendorAnswer<Element>;
  /** The device's profiles, cached for five minutes. */
  profiles(camera: CameraDevice): VendorAnswer<readonly Profile[]>;
}

/** The answer, or null if the device refuses this particular call. @throws any other failure */
const orNull = async (answer: Promise<Element>): Promise<Element | null> => {
  try {
    return await answer;
  } catch (error) {
    const { refusal: kind } = refusalOf(asError(error) ?? new Error(MALFORMED));
    if (kind === 'unauthorized' || kind === 'unreachable' || kind === 'timeout' || kind === 'login-unsupported' || kind === 'basic-only')
      throw error;
    return null;
  }
};

/**
 * Queries the clock without a login first, as the standard requires; some devices require one even for this. null: the device does not
 * report its clock.
 */
async function clockOf(cam: GuardedCam): Promise<Element | null> {
  try {
    return await orNull(cam.ask('device', 'GetSystemDateAndTime', { isOpen: true }));
  } catch (error) {
    if (refusalOf(asError(error) ?? new Error(MALFORMED)).refusal !== 'unauthorized') throw error;
    return orNull(cam.ask('device', 'GetSystemDateAndTime')).catch(() => null);
  }
}

/** The services, by whichever of the two calls the device supports. */
async function servicesOf(cam: GuardedCam): Promise<Services> {
  const listed = await orNull(cam.ask('device', 'GetServices', { content: '<IncludeCapability>false</IncludeCapability>' }));
  const services = listed === null ? {} : servicesIn(listed);
  const hasMedia = services.media !== undefined || services.media2 !== undefined;
  if (hasMedia && services.ptz !== undefined) return services;
  // Some devices list in one answer what they omit in the other.
  const asked = cam.ask('device', 'GetCapabilities', { content: '<Category>All</Category>' });
  const capabilities = hasMedia ? await orNull(asked) : await asked;
  return { ...(capabilities && servicesIn(capabilities)), ...services };
}

/**
 * The profiles of Media2 if the device has it and it works, otherwise of Media: some encodings of a device (H.265) are visible in only one
 * of the two.
 */
async function profilesOf(cam: GuardedCam): Promise<readonly Profile[]> {
  const { media2, ...others } = cam.has;
  const listed = media2 === undefined ? null : await orNull(cam.ask('media2', 'GetProfiles', { content: '<Type>All</Type>' }));
  const found = listed === null ? [] : profilesIn(listed);
  if (found.length > 0 || others.media === undefined) return found;
  if (media2 !== undefined) cam.has = others;
  return profilesIn(await cam.ask('media', 'GetProfiles'));
}

export function createSessions(deps: VendorDeps): Sessions {
  const known = new Map<string, { readonly session: Session; readonly until: number }>();
  const timeoutMs = deps.timeoutMs ?? VENDOR_TIMEOUT_MS;

  const enter = async (cam: GuardedCam): Promise<Session> => {
    const shifts = clockShifts(await clockOf(cam), Date.now());
    for (const [i, shiftMs] of shifts.entries()) {
      cam.shiftMs = shiftMs;
      try {
        cam.has = await servicesOf(cam);
        return { cam, profiles: await profilesOf(cam) };
      } catch (error) {
        const { refusal: kind } = refusalOf(asError(error) ?? new Error(MALFORMED));
        if (kind !== 'unauthorized' || i === shifts.length - 1) throw error;
      }
    }
    throw new Error(MALFORMED);
  };

  const connect = async (camera: CameraDevice): VendorAnswer<{ session: Session; key: string }> => {
    if (camera.address === null) return refusal('not-configured');
    const key = JSON.stringify([camera.address, camera.username, camera.password]);
    const there = known.get(key);
    if (there && there.until > performance.now()) return ok({ ...there, key });
    const base = await deviceBase(deps, camera.address);
    if (!base.ok) return base;
    const { value: url } = base;
    const options: CamOptions = {
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      path: url.pathname === '/' ? '/onvif/device_service' : url.pathname,
      useSecure: url.protocol === 'https:',
      timeout: timeoutMs,
      autoconnect: false,
      // The client writes it into XML without escaping.
      ...(camera.username === null ? {} : { username: escaped(camera.username), password: camera.password || NO_PASSWORD }),
    };
    const entered = await within<Session>(timeoutMs, (callback) => {
      enter(new GuardedCam(deps, url, camera, options)).then(
        (session) => callback(null, session),
        (error: unknown) => callback(asError(error)),
      );
    });
    if (!entered.ok) return entered;
    const session = entered.value;
    if (session === undefined || session.profiles.length === 0) return refusal('not-understood');
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? '');
    known.set(key, { session, until: performance.now() + KNOWN_MS });
    return ok({ session, key });
  };

  const call: Sessions['call'] = async <T>(
    camera: CameraDevice,
    work: (session: Session, callback: (error: Error | null, data?: T) => void) => void,
  ) => {
    const entered = await connect(camera);
    if (!entered.ok) return entered;
    const { session, key } = entered.value;
    const answer = await within<T>(timeoutMs, (callback) => work(session, callback));
    // The device may have been replaced or restarted: connect again next time.
    if (!answer.ok && answer.error.refusal !== 'refused' && answer.error.refusal !== 'not-supported') known.delete(key);
    return answer;
  };

  return {
    call,
    async profiles(camera) {
      const entered = await connect(camera);
      return entered.ok ? ok(entered.value.session.profiles) : entered;
    },
    async ask(camera, work) {
      const answer = await call<Element>(camera, (session, callback) => {
        work(session).then(
          (element) => callback(null, element),
          (error: unknown) => callback(asError(error)),
        );
      });
      if (!answer.ok) return answer;
      return answer.value === undefined ? refusal('not-understood') : ok(answer.value);
    },
  };
}

/** One call of the client with an overall timeout; each of its requests also has its own. */
function within<T>(
  timeoutMs: number,
  work: (callback: (error: Error | null, data?: T) => void) => void,
): Promise<Result<T | undefined, VendorRefusal>> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(refusal('timeout')), timeoutMs);
    const settle = (answer: Result<T | undefined, VendorRefusal>): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    try {
      work((error, data) => settle(error ? refuse(refusalOf(error)) : ok(data)));
    } catch (error) {
      settle(refuse(refusalOf(asError(error) ?? new Error(MALFORMED))));
    }
  });
}

/** Codes of faults (ONVIF Core 5.8.2, PTZ 5.6). Codes are used because the text may be in any language. */
const FAULTS: readonly (readonly [RegExp, VendorRefusal['refusal']])[] = [
  [/NotAuthorized|FailedAuthentication|FailedCheck|InvalidSecurity$/, 'unauthorized'],
  [/ActionNotSupported|NoPTZ|PTZNotSupported|NotSupported$|ServiceNotSupported/, 'not-supported'],
  [/NoProfile/, 'no-such-profile'],
  [/TooManyPresets/, 'presets-full'],
];

/** The refusal that a SOAP fault (1.1 or 1.2) means; null: the answer is not a fault. */
export function faultIn(root: Element): VendorRefusal | null {
  const fault = findElement(root, 'Fault');
  if (fault === null) return null;
  const codes = [...findElements(fault, 'Value').map(({ text }) => text), textOf(fault, 'faultcode') ?? ''].map((code) => code.trim());
  const reason = textOf(fault, 'Text') || textOf(fault, 'faultstring') || codes.join(' ');
  const kind = FAULTS.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1] ?? meaningOf(reason);
  return { refusal: kind, detail: kind === 'refused' ? reason.replace(/\s+/g, ' ').slice(0, 120) || null : null };
}

/** Without a code only the text is available: patterns of ONVIF's own faults and of the client's messages. */
const meanings: readonly (readonly [RegExp, VendorRefusal['refusal']])[] = [
  [/not.?authori[sz]ed|digest authentication|sender not|wsse|time check/i, 'unauthorized'],
  [/timeout/i, 'timeout'],
  [/ECONN|EHOST|ENET|ENOTFOUND|EPIPE|socket hang up/i, 'unreachable'],
  [/not.?(support|implemented)|no ?ptz|optional action/i, 'not-supported'],
  [/another shape|wrong onvif|parse|non-whitespace|unexpected|unclosed|invalid character|xml|HPE_/i, 'not-understood'],
];

const meaningOf = (text: string): VendorRefusal['refusal'] => meanings.find(([pattern]) => pattern.test(text))?.[1] ?? 'refused';

function refusalOf(error: Error): VendorRefusal {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof ClientFault) return { refusal: 'client-failed', detail: error.message.slice(0, 120) };
  const code = 'code' in error ? String(error.code) : '';
  const detail = `${code} ${error.message}`;
  const kind = meaningOf(detail);
  const answer = refusal(kind, kind === 'refused' ? error.message : undefined);
  if (answer.ok) throw new Error('a refusal is never ok');
  return answer.error;
}

const asError = (error: unknown): Error | null => (error instanceof Error ? error : error ? new Error(String(error)) : null);
