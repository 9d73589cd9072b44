// What the tests of one file share: a server, the worker's browser, and desks that are closed after each test.
import { afterAll, afterEach, beforeAll } from 'vitest';
import { describeInBrowser, type MapKind, sharedBrowser } from './browser.ts';
import { type Desk, type DeskOptions, openDesk } from './desk.ts';
import { type AcquiredServer, acquireServer } from './server.ts';
import type { LookoutServer, ServerOptions } from './server-process.ts';

export interface FixtureOptions extends ServerOptions {
  /** A server of its own instead of the worker's: this file kills it, or counts all that it holds. */
  readonly own?: boolean;
}

type Body = (room: Fixture) => void;

export interface Fixture {
  readonly server: () => LookoutServer;
  readonly base: () => string;
  /** Opens a desk, which is closed when the test ends and must then have no unexpected faults. `map` may be flat where the file has the globe. */
  readonly open: (options?: DeskOptions & { readonly map?: MapKind }) => Promise<Desk>;
}

/** A suite of browser tests against one server. */
export function describeWithServer(name: string, file: string, ...rest: [body: Body] | [options: FixtureOptions, body: Body]): void {
  const [options, body]: [FixtureOptions, Body] = rest.length === 1 ? [{}, rest[0]] : rest;
  const ownMap = options.map ?? 'flat';
  describeInBrowser(name, file, () => {
    let server: AcquiredServer | null = null;
    let desks: Desk[] = [];
    const started = <T>(value: T | null): T => {
      if (value === null) throw new Error('not started');
      return value;
    };
    beforeAll(async () => {
      [server] = await Promise.all([acquireServer(options), sharedBrowser(ownMap)]);
    });
    afterAll(async () => {
      await server?.release();
    });
    afterEach(async ({ task }) => {
      const left = desks;
      desks = [];
      // A failed test leaves pictures of its pages.
      const hasPassed = task.result?.state !== 'fail';
      if (!hasPassed) await Promise.all(left.map((desk, index) => photograph(desk, `${task.id}-${index}`)));
      const faults = await Promise.allSettled(left.map((desk) => desk.leave(hasPassed)));
      for (const fault of faults) if (fault.status === 'rejected') throw fault.reason;
    });
    body({
      server: () => started(server),
      base: () => started(server).base,
      open: async ({ map = ownMap, ...deskOptions } = {}) => {
        const desk = await openDesk(started(server).base, { ...deskOptions, map, isServedFlat: map !== ownMap });
        desks.push(desk);
        return desk;
      },
    });
  });
}

async function photograph(desk: Desk, name: string): Promise<void> {
  const path = `/tmp/lookout-e2e-failed-${name}.png`;
  await desk.page.screenshot({ path, scale: 'css', timeout: 20_000 }).then(
    () => process.stderr.write(`${desk.page.url()} looked like ${path}\n`),
    (error: Error) => process.stderr.write(`no picture of ${desk.page.url()}: ${error.message}\n`),
  );
}
