// One officer at a desk: a separate browser context, logged in. Every fault of the page is recorded.
import type { BrowserContext, Page } from 'playwright-core';
import { acquireTab, type MapKind } from './browser.ts';
import { GLOBE_PAGE } from './web-folder.ts';
import { signIn } from './wire.ts';

/** Small, because every frame is rendered in software; wide enough that nothing is cut. */
export const SMALL = { width: 960, height: 600 } as const;
/** Rendering the globe in software takes time in proportion to its pixels. */
const COARSE = 0.25;
const FRAME_MS = 500;

export interface DeskOptions {
  /** User who is logged in without the form; absent: no login. */
  readonly user?: string;
  readonly password?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Screen pixels for one CSS pixel; tests that read pixels of the globe use 1. */
  readonly pixelRatio?: number;
  /** A script that runs before the page's own, when the user is already logged in. */
  readonly before?: string;
  /** The officer has not yet seen the demo's guide; by default it counts as seen. */
  readonly isNew?: boolean;
  /** The browser's audio process computes the sounds; by default sounds are started without computing anything. */
  readonly hasAudio?: boolean;
  /** The queue groups by areas in a flood; by default it is always ordered by arrival. */
  readonly arrangesItself?: boolean;
  /** Base URL of the page; default: the server's loopback address. */
  readonly base?: string;
}

/** The tests of a server share it, and some raise many alarms in ten minutes: only a test of floods needs the queue to group them. */
const BY_ARRIVAL = `(() => {
  const read = Storage.prototype.getItem;
  Storage.prototype.getItem = function (name) {
    return read.call(this, name) ?? (name.startsWith('monitor.arrangement.') ? 'arrival' : null);
  };
})()`;

/**
 * Applies to any user who logs in, also by the form: apps/web/src/app/shell/guide/guide.ts stores the guide's state by account, and the
 * account's id is known only then.
 */
const GUIDE_HAD = `(() => {
  const read = Storage.prototype.getItem;
  Storage.prototype.getItem = function (name) {
    return name.startsWith('guide.') ? 'had' : read.call(this, name);
  };
})()`;

/** A page's audio context runs for eight seconds after each sound. This replacement reports that it runs, and does nothing. */
const SILENT_AUDIO = `globalThis.AudioContext = class extends AudioContext {
  constructor() {
    super();
    void super.suspend();
  }
  get state() {
    return 'running';
  }
  resume() {
    return Promise.resolve();
  }
}`;

/**
 * Before the globe's page starts, it takes on the app address that follows its `#`. An address that the page loads itself is redirected to
 * it.
 */
const AT_GLOBE = `if (top === self) {
  if (location.pathname === '${GLOBE_PAGE}') history.replaceState(null, '', location.hash.slice(1));
  else if (location.protocol === 'http:') location.replace('${GLOBE_PAGE}#' + location.pathname + location.search);
}`;

/** A reused tab still has the session storage of its earlier desk; the first page, which finds local storage empty, clears it. */
const NEW_SESSION = `if (location.protocol === 'http:' && !localStorage.getItem('e2e.begun')) {
  localStorage.setItem('e2e.begun', '1');
  sessionStorage.clear();
}`;

/** Limits the page to two frames a second: each frame of the globe is rendered in software. */
const FEW_FRAMES = `(() => {
  const [frame, cancel] = [requestAnimationFrame.bind(window), cancelAnimationFrame.bind(window)];
  const waiting = new Map();
  let last = 0;
  window.requestAnimationFrame = (draw) => {
    const begin = () => waiting.set(id, frame((at) => { waiting.delete(id); last = performance.now(); draw(at); }));
    const id = setTimeout(begin, Math.max(0, last + ${FRAME_MS} - performance.now()));
    waiting.set(id, null);
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    clearTimeout(id);
    if (waiting.get(id)) cancel(waiting.get(id));
    waiting.delete(id);
  };
})()`;

interface PageOptions extends DeskOptions {
  readonly map: MapKind;
}

export interface Desk {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Faults that this test causes on purpose. */
  readonly expectFaults: (...patterns: readonly RegExp[]) => void;
  /** Everything unexpected so far, one line each. */
  readonly faults: () => readonly string[];
  readonly goto: (path: string) => Promise<void>;
  /** Closes the desk; `hasPassed` false: the test failed. @throws when the page had unexpected faults */
  readonly leave: (hasPassed: boolean) => Promise<void>;
}

const ALWAYS_EXPECTED = [
  // Reading pixels without a graphics card is slow, and Chrome warns about it each time a marker is picked.
  /GL Driver Message/,
  // Requests that were in flight when the page was left.
  /net::ERR_ABORTED/,
];

export async function openDesk(serverBase: string, { map, ...options }: PageOptions): Promise<Desk> {
  const base = options.base ?? serverBase;
  const { context, page, release } = await acquireTab({ map, base, pixelRatio: options.pixelRatio ?? COARSE });
  context.setDefaultTimeout(45_000);
  await page.setViewportSize(options.viewport ?? SMALL);
  const scripts = [
    NEW_SESSION,
    ...(options.user ? [await logIn(context, base, options.user, options.password)] : []),
    ...(map === 'globe' ? [AT_GLOBE, FEW_FRAMES] : []),
    ...(options.hasAudio ? [] : [SILENT_AUDIO]),
    ...(options.isNew ? [] : [GUIDE_HAD]),
    ...(options.arrangesItself ? [] : [BY_ARRIVAL]),
    ...(options.before ? [options.before] : []),
  ];
  const added = await Promise.all(scripts.map((content) => page.addInitScript({ content })));
  const expected: RegExp[] = [...ALWAYS_EXPECTED];
  const recorded: string[] = [];
  const record = (line: string) => recorded.push(line);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      record(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => record(`page error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => record(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.status() < 400) return;
    const line = `HTTP ${response.status()}: ${response.request().method()} ${response.url()}`;
    const index = recorded.push(line) - 1;
    // The body names the reason; it cannot be read once the page has been left.
    response.text().then(
      (body) => {
        recorded[index] = `${line} ${body.slice(0, 300)}`;
      },
      () => undefined,
    );
  });
  const faults = () => recorded.filter((line) => !expected.some((pattern) => pattern.test(line)));
  return {
    page,
    context,
    expectFaults: (...patterns) => void expected.push(...patterns),
    faults,
    goto: async (path) => void (await page.goto(map === 'globe' ? `${GLOBE_PAGE}#${path}` : path, { waitUntil: 'domcontentloaded' })),
    leave: async (hasPassed) => {
      const lines = faults();
      // The pages' scripts no longer run.
      await Promise.all(context.pages().map((one) => one.goto('about:blank')));
      if (!page.isClosed()) await Promise.all(added.map((script) => script.dispose()));
      await release(hasPassed && lines.length === 0);
      if (lines.length > 0) throw new Error(`the page of ${options.user ?? 'a visitor'} was not clean:\n${lines.join('\n')}`);
    },
  };
}

/**
 * Stores a login as apps/web/src/stores/session.ts does: the token in a cookie, the rest in local storage.
 * @returns the script that fills the local storage, to run before the page's own scripts
 */
async function logIn(context: BrowserContext, base: string, user: string, password?: string): Promise<string> {
  const reply = await signIn(base, user, password);
  await context.addCookies([{ name: 'token', value: reply.access_token, url: base, sameSite: 'Lax' }]);
  const { accid, groupId, gridNo, systemName, fullName } = reply;
  const stored = JSON.stringify({ accid, groupId, gridNo, systemName, fullName, topic: gridNo });
  // Once only: a page that logs out and reloads must find nothing.
  return `if (!localStorage.getItem('e2e.entered')) {
    localStorage.setItem('e2e.entered', '1');
    for (const [name, value] of Object.entries(${stored})) localStorage.setItem(name, value);
  }`;
}
