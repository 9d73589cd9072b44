// The `onvif` client, contained: it talks to one checked address, by this house's HTTP and within its bounds, and has 5 s per call. Exceptions that
// it throws on malformed responses are caught here.
import { createRequire } from 'node:module';
import { ok, type Result, refuse } from '@lookout/domain';
import { Cam, type CamOptions } from 'onvif';
import { deviceBase, exchange, isRecord, loginOf, refusal, VENDOR_TIMEOUT_MS, type VendorDeps } from '../http.ts';
import type { CameraDevice, VendorAnswer, VendorRefusal } from '../port.ts';
import { readXml } from '../xml.ts';

type Callback = (error: Error | null, data?: unknown, xml?: unknown, status?: unknown) => void;
interface SoapRequest {
  readonly service?: string;
  readonly action?: string;
  readonly body: string;
}
/** Internal methods of onvif 0.8.3 (pinned); tests with malformed responses guard them. */
interface Inner {
  readonly path: string;
  readonly uri?: Readonly<Record<string, { readonly path?: unknown } | undefined>>;
  _request(options: object, callback: Callback): void;
}
const { parseSOAPString } = createRequire(import.meta.url)('onvif/lib/utils') as {
  readonly parseSOAPString: (xml: string, callback: Callback, status: number) => void;
};

class GuardedCam extends Cam {
  readonly #deps: VendorDeps;
  readonly #base: URL;
  readonly #camera: CameraDevice;

  constructor(deps: VendorDeps, base: URL, camera: CameraDevice, options: CamOptions) {
    super(options);
    this.#deps = deps;
    this.#base = base;
    this.#camera = camera;
  }

  _request(options: object, callback: Callback): void {
    const guarded: Callback = (error, data, xml, status) => {
      try {
        callback(error && status === UNAUTHORIZED ? new Error('not authorized', { cause: error }) : error, data, xml);
      } catch (fault) {
        callback(new Error(MALFORMED, { cause: fault }));
      }
    };
    try {
      (Cam.prototype as unknown as Inner)._request.call(this, options, guarded);
    } catch (fault) {
      guarded(new Error(MALFORMED, { cause: fault }));
    }
  }

  /**
   * The client's own would gather an answer of any length, and read it by slow patterns. Of what a device names only the path counts: its checked
   * address is asked.
   */
  _requestPart2({ service, action, body }: SoapRequest, callback: Callback): void {
    const { path, uri } = this as unknown as Inner;
    const named = service === undefined ? path : (uri?.[service]?.path ?? service);
    const url = new URL(this.#base);
    [url.pathname = '/', url.search = ''] = String(named).split('?');
    const contentType = `application/soap+xml;charset=utf-8;action="${action}"`;
    void exchange(this.#deps, url, { method: 'POST', body, contentType, login: loginOf(this.#camera) })
      .then((reply) => {
        if (!reply.ok) return callback(new Refused(reply.error));
        const { status, text } = reply.value;
        const xml = text.replace(/\sxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
        if (readXml(xml) === null || xml.includes('xmlns')) return callback(new Error(MALFORMED), null, null, status);
        parseSOAPString(xml, callback, status);
      })
      .catch((fault: unknown) => callback(new Error(MALFORMED, { cause: fault })));
  }
}

/** What the exchange came to, through the client's callbacks. */
class Refused extends Error {
  readonly refusal: VendorRefusal;
  constructor(refusal: VendorRefusal) {
    super(refusal.refusal);
    this.refusal = refusal;
  }
}

/** A refusal without a SOAP body. */
const UNAUTHORIZED = 401;
const MALFORMED = 'answer of another shape';
/** How long a session is reused. */
const KNOWN_MS = 300_000;
const MOST_KNOWN = 500;

export interface Session {
  readonly cam: Cam;
  readonly profiles: readonly unknown[];
}

export interface Sessions {
  /** @param work calls one of the client's functions with a callback */
  call<T>(
    camera: CameraDevice,
    work: (session: Session, callback: (error: Error | null, data?: T) => void) => void,
  ): VendorAnswer<T | undefined>;
  /** The device's profiles, cached for five minutes. */
  profiles(camera: CameraDevice): VendorAnswer<readonly unknown[]>;
}

export function createSessions(deps: VendorDeps): Sessions {
  const known = new Map<string, { readonly session: Session; readonly until: number }>();
  const timeoutMs = deps.timeoutMs ?? VENDOR_TIMEOUT_MS;

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
      preserveAddress: true, // ignore other addresses that the device returns
      autoconnect: false,
      ...(camera.username === null ? {} : { username: camera.username, password: camera.password ?? '' }),
    };
    const cam = new GuardedCam(deps, url, camera, options);
    // The client reports errors while reading profiles only as warnings; without profiles no call is possible.
    let warning: string | null = null;
    cam.on('warning', (detail: unknown) => {
      warning = String(detail);
    });
    const entered = await within(timeoutMs, (callback) => cam.connect((error) => callback(asError(error))));
    if (!entered.ok) return entered;
    const session = { cam, profiles: listOf(cam.profiles) };
    if (session.profiles.length === 0) return refuse(refusalOf(new Error(warning ?? MALFORMED)));
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? '');
    known.set(key, { session, until: performance.now() + KNOWN_MS });
    return ok({ session, key });
  };

  return {
    async profiles(camera) {
      const entered = await connect(camera);
      return entered.ok ? ok(entered.value.session.profiles) : entered;
    },
    async call<T>(camera: CameraDevice, work: (session: Session, callback: (error: Error | null, data?: T) => void) => void) {
      const entered = await connect(camera);
      if (!entered.ok) return entered;
      const { session, key } = entered.value;
      const answer = await within<T>(timeoutMs, (callback) => work(session, callback));
      // The device may have been replaced or restarted: connect again next time.
      if (!answer.ok && answer.error.refusal !== 'refused' && answer.error.refusal !== 'not-supported') known.delete(key);
      return answer;
    },
  };
}

/** One call of the client with an overall timeout; each of its requests ends by its own. */
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

/** The client reports errors as text: patterns of its own messages and of ONVIF faults. */
const meanings: readonly (readonly [RegExp, VendorRefusal['refusal']])[] = [
  [/not.?authori[sz]ed|digest authentication|sender not/i, 'unauthorized'],
  [/timeout/i, 'timeout'],
  [/ECONN|EHOST|ENET|ENOTFOUND|EPIPE|socket hang up/i, 'unreachable'],
  [/not.?(support|implemented)|no ?ptz|optional action/i, 'not-supported'],
  [
    /another shape|wrong onvif|parse|non-whitespace|unexpected|unclosed|invalid character|xml|HPE_|is not a function|undefined/i,
    'not-understood',
  ],
];

function refusalOf(error: Error): VendorRefusal {
  if (error instanceof Refused) return error.refusal;
  const code = 'code' in error ? String(error.code) : '';
  const detail = `${code} ${error.message}`;
  const kind = meanings.find(([pattern]) => pattern.test(detail))?.[1] ?? 'refused';
  const answer = refusal(kind, kind === 'refused' ? error.message : undefined);
  if (answer.ok) throw new Error('a refusal is never ok');
  return answer.error;
}

const asError = (error: unknown): Error | null => (error instanceof Error ? error : error ? new Error(String(error)) : null);

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
