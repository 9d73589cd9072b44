// One officer at a desk: a browser context that nobody else has, logged in, and an ear for everything that goes wrong on the page.
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { borrowContext, type MapKind } from './browser.ts';
import { WEB_APPS } from './server-process.ts';
import { signIn } from './wire.ts';

/** Small, because every frame is drawn without a graphics card; wide enough that nothing is cut. */
export const SMALL = { width: 960, height: 600 } as const;
/** A globe that the processor draws takes as long as it has pixels. */
const COARSE = 0.25;
/** ui.md: from 1500 px on the queue stands open beside the map. */
export const WIDE = { width: 1500, height: 560 } as const;

export interface DeskOptions {
  /** Logged in past the form; absent: nobody is. */
  readonly user?: string;
  readonly password?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Pixels of the screen for one of the page's; whoever reads what the globe has drawn takes 1. */
  readonly pixelRatio?: number;
  /** A script that runs before the page's own. */
  readonly before?: string;
  /** Where the page is reached; default: the server's loopback address. */
  readonly base?: string;
}

interface PageOptions extends DeskOptions {
  readonly map: MapKind;
  /** The server has the globe's pages: those with the flat map are put in their place. */
  readonly isServedFlat?: boolean;
}

export interface Desk {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Faults that this test brings about on purpose. */
  readonly expectFaults: (...patterns: readonly RegExp[]) => void;
  /** Everything unexpected so far, as lines. */
  readonly faults: () => readonly string[];
  readonly goto: (path: string) => Promise<void>;
  /** Leaves; `isSound` false: the test failed. @throws when the page had faults that nobody expected */
  readonly leave: (isSound: boolean) => Promise<void>;
}

const NOT_OURS = [
  // Reading pixels without a graphics card is slow: Chrome says so each time a marker is picked.
  /GL Driver Message/,
  // What was still on its way when the page was left.
  /net::ERR_ABORTED/,
];

export async function openDesk(serverBase: string, { map, isServedFlat = false, ...options }: PageOptions): Promise<Desk> {
  const base = options.base ?? serverBase;
  const { context, giveBack } = await borrowContext({ map, base, pixelRatio: options.pixelRatio ?? COARSE });
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  await page.setViewportSize(options.viewport ?? SMALL);
  if (isServedFlat) await serveFlat(context, base);
  if (options.before) await page.addInitScript({ content: options.before });
  if (options.user) await enter(page, base, options.user, options.password);
  const expected: RegExp[] = [...NOT_OURS];
  const heard: string[] = [];
  const hear = (line: string) => heard.push(line);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      hear(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => hear(`page error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => hear(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.status() < 400) return;
    const line = `HTTP ${response.status()}: ${response.request().method()} ${response.url()}`;
    const place = heard.push(line) - 1;
    // The server's own words say why; a page that has gone meanwhile keeps them.
    response.text().then(
      (body) => {
        heard[place] = `${line} ${body.slice(0, 300)}`;
      },
      () => undefined,
    );
  });
  const faults = () => heard.filter((line) => !expected.some((pattern) => pattern.test(line)));
  return {
    page,
    context,
    expectFaults: (...patterns) => void expected.push(...patterns),
    faults,
    goto: async (path) => void (await page.goto(path, { waitUntil: 'domcontentloaded' })),
    leave: async (isSound) => {
      await Promise.all(context.pages().map((one) => one.close()));
      const lines = faults();
      await giveBack(isSound && lines.length === 0);
      if (lines.length > 0) throw new Error(`the page of ${options.user ?? 'a visitor'} was not clean:\n${lines.join('\n')}`);
    },
  };
}

/** The pages and scripts of the build with a flat map, in place of those that the server has. */
async function serveFlat(context: BrowserContext, base: string): Promise<void> {
  const file = (path: string) => join(WEB_APPS.flat, path);
  await context.route(`${base}/assets/**`, (route) => route.fulfill({ path: file(new URL(route.request().url()).pathname) }));
  await context.route(`${base}/manage/**`, (route) => route.fulfill({ path: file('index.html') }));
  // A page that came from nowhere counts as one from the internet, which may not open a line to this machine.
  await context.grantPermissions(['local-network-access'], { origin: base });
}

/** As apps/web/src/stores/session.ts keeps a login: token in a cookie, the rest in local storage. */
async function enter(page: Page, base: string, user: string, password?: string): Promise<void> {
  const reply = await signIn(base, user, password);
  await page.context().addCookies([{ name: 'token', value: reply.access_token, url: base, sameSite: 'Lax' }]);
  const { accid, groupId, gridNo, systemName, fullName } = reply;
  const kept = JSON.stringify({ accid, groupId, gridNo, systemName, fullName, topic: gridNo });
  // Once only: a page that logs out and reloads must find nothing.
  const content = `if (!localStorage.getItem('e2e.entered')) {
    localStorage.setItem('e2e.entered', '1');
    for (const [name, value] of Object.entries(${kept})) localStorage.setItem(name, value);
  }`;
  await page.addInitScript({ content });
}
