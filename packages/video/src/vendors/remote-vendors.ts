// Runs the vendors in a separate process: answers of devices and gateways may be hostile, and must neither end nor block the server. The
// process is started by the first call to a configured vendor.
import { fileURLToPath } from 'node:url';
import type { Result } from '@lookout/domain';
import { type Child, keepChild } from '../child.ts';
import type { Log } from '../media/port.ts';
import type { Aqishi } from './aqishi.ts';
import type { Guide } from './guide.ts';
import { refusal } from './http.ts';
import { type CameraVendor, VENDORS, type VendorAnswer, type VendorId, type VendorRefusal } from './port.ts';
import { checkVendorConfig, notConfigured, type VendorConfig, type Vendors } from './vendor-config.ts';

/** The configuration of the process: the part that can be sent to it. */
export type VendorSettings = Omit<VendorConfig, 'resolve'>;

export interface RemoteVendors {
  readonly vendors: Vendors;
  /** Process id; null while the process is not running. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

interface RemoteOptions {
  readonly log: Log;
  /** Maximum total duration of a call. */
  readonly callMs?: number;
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const CALL_MS = 10_000;
/** A healthy process answers a ping within this time, even while its cameras are slow. */
const ALIVE_MS = 2_000;
/** Short, because no camera can be controlled while the process is restarting. */
const LONGEST_RESTART_MS = 2_000;
/** Megabytes: enough to parse several answers of the longest kind at once. */
const HEAP = 512;

/** All calls of the vendor interface, and the additional calls of gateways. */
const CALLS = {
  ...{ stream: true, move: true, lens: true, autoFocus: true, halt: true, aux: true, absolute: true, relative: true, position: true },
  ...{ box: true, presets: true, setPreset: true, goToPreset: true, removePreset: true, tour: true },
} as const satisfies Readonly<Record<Exclude<keyof CameraVendor, 'vendor'>, true>>;
const AQISHI_CALLS = {
  ...{ authentication: true, ptzCmd: true, zoomCmd: true, preview: true, files: true, statistics: true },
} as const satisfies Readonly<Record<Exclude<keyof Aqishi, keyof CameraVendor | 'withToken'>, true>>;
const GUIDE_CALLS = { getVideoControl: true } as const satisfies Readonly<Record<Exclude<keyof Guide, keyof CameraVendor>, true>>;

/** @throws when the allow-list or a base address is invalid */
export function startVendors(settings: VendorSettings, { log, callMs = CALL_MS }: RemoteOptions): RemoteVendors {
  checkVendorConfig(settings);
  const waiting = new Map<number, { readonly call: Call; isSent: boolean; readonly settle: (answer: Answer) => void }>();
  let child: Child<VendorOrder> | null = null;
  let ended = false;
  let id = 0;
  let answeredAt = 0;

  const begin = (): Child<VendorOrder> =>
    keepChild<VendorOrder, VendorReport>({
      main: MAIN,
      name: 'the process that talks to cameras',
      begin: { type: 'begin', settings },
      log,
      longestRestartMs: LONGEST_RESTART_MS,
      execArgv: [`--max-old-space-size=${HEAP}`],
      up() {
        for (const one of waiting.values()) one.isSent = child?.send(one.call) ?? false;
      },
      down() {
        // It is unknown whether a camera has received the call, and a movement must not be sent twice.
        for (const one of [...waiting.values()]) if (one.isSent) one.settle(refusal('service-restarting'));
      },
      report(report) {
        answeredAt = performance.now();
        if (report.type === 'answer') waiting.get(report.id)?.settle(report.answer);
      },
    });

  let isChecked = false;
  /** Called when a call took too long: either its camera is slow, or the process is blocked. A blocked process is killed and restarted. */
  const checkAlive = (): void => {
    const pid = child?.pid ?? null;
    if (isChecked || pid === null) return;
    isChecked = true;
    const requestedAt = performance.now();
    child?.send({ type: 'ping' });
    setTimeout(() => {
      isChecked = false;
      if (answeredAt < requestedAt && child?.pid === pid) child.kill();
    }, ALIVE_MS).unref();
  };

  const ask = (what: Omit<Call, 'type' | 'id'>): Promise<Answer> => {
    if (ended) return Promise.resolve(refusal('service-restarting'));
    child ??= begin();
    id += 1;
    const call: Call = { type: 'call', id, ...what };
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        if (waiting.get(call.id)?.isSent) checkAlive();
        settle(refusal('timeout'));
      }, callMs);
      const settle = (answer: Answer): void => {
        clearTimeout(timer);
        waiting.delete(call.id);
        resolve(answer);
      };
      waiting.set(call.id, { call, isSent: child?.send(call) ?? false, settle });
    });
  };

  const remote = (vendor: VendorId, names: Readonly<Record<string, true>>, token?: string): Readonly<Record<string, unknown>> => ({
    vendor,
    ...Object.fromEntries(
      Object.keys(names).map((name) => [
        name,
        (...args: readonly unknown[]) => ask({ vendor, name, args, ...(token !== undefined && { token }) }),
      ]),
    ),
  });
  const aqishi = (token?: string): Aqishi =>
    ({ ...remote('aqishi', { ...CALLS, ...AQISHI_CALLS }, token), withToken: aqishi }) as unknown as Aqishi;
  const vendors = {
    ...Object.fromEntries(VENDORS.map((vendor) => [vendor, remote(vendor, CALLS)])),
    aqishi: aqishi(),
    guide: remote('guide', { ...CALLS, ...GUIDE_CALLS }),
    ...notConfigured(settings),
  } as unknown as Vendors;

  return {
    vendors,
    get pid() {
      return child?.pid ?? null;
    },
    async stop() {
      ended = true;
      await child?.stop();
      for (const one of [...waiting.values()]) one.settle(refusal('service-restarting'));
    },
  };
}

// The protocol for talking to the process, over Node's IPC channel.

export type Answer = Result<unknown, VendorRefusal>;

export interface Call {
  readonly type: 'call';
  readonly id: number;
  readonly vendor: VendorId;
  readonly name: string;
  readonly args: readonly unknown[];
  /** Token of `aqishi.withToken`. */
  readonly token?: string;
}

/** Parent → child. */
export type VendorOrder =
  | { readonly type: 'begin'; readonly settings: VendorSettings }
  | Call
  | { readonly type: 'ping' }
  | { readonly type: 'stop' };
/** Child → parent. */
export type VendorReport =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly type: 'alive' };

/** Runs one call, in the child process. */
export function runCall(vendors: Vendors, { vendor, name, args, token }: Call): VendorAnswer<unknown> {
  const target = (token === undefined ? vendors[vendor] : vendors.aqishi.withToken(token)) as unknown as Readonly<
    Record<string, (...args: readonly unknown[]) => VendorAnswer<unknown>>
  >;
  const own = target[name];
  if (own === undefined) throw new Error(`${vendor} has no call ${name}`);
  return own.apply(target, [...args]);
}
