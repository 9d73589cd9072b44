// What the tests of one file share: a server, the worker's browser, and desks that are left after each test.
import { afterAll, afterEach, beforeAll } from 'vitest';
import { describeInBrowser, type MapKind, sharedBrowser } from './browser.ts';
import { type Desk, type DeskOptions, openDesk } from './desk.ts';
import { type BorrowedServer, borrowServer } from './server.ts';
import type { LookoutServer, ServerOptions } from './server-process.ts';

export interface RoomOptions extends ServerOptions {
  /** Not the worker's server: this file kills it, or counts what stands on it. */
  readonly own?: boolean;
}

type Body = (room: Room) => void;

export interface Room {
  readonly server: () => LookoutServer;
  readonly base: () => string;
  /** A desk that is left, and must be clean, when the test ends; its map is the room's, or a flat one where the room has the globe. */
  readonly open: (options?: DeskOptions & { readonly map?: MapKind }) => Promise<Desk>;
}

/** A suite of browser tests against one server. */
export function describeRoom(name: string, file: string, ...rest: [body: Body] | [options: RoomOptions, body: Body]): void {
  const [options, body]: [RoomOptions, Body] = rest.length === 1 ? [{}, rest[0]] : rest;
  const ownMap = options.map ?? 'flat';
  describeInBrowser(name, file, () => {
    let server: BorrowedServer | null = null;
    let desks: Desk[] = [];
    const standing = <T>(thing: T | null): T => {
      if (thing === null) throw new Error('not started');
      return thing;
    };
    beforeAll(async () => {
      [server] = await Promise.all([borrowServer(options), sharedBrowser(ownMap)]);
    });
    afterAll(async () => {
      await server?.giveBack();
    });
    afterEach(async ({ task }) => {
      const left = desks;
      desks = [];
      // A failed test shows what its pages looked like.
      const isSound = task.result?.state !== 'fail';
      if (!isSound) await Promise.all(left.map((desk, index) => photograph(desk, `${task.id}-${index}`)));
      const faults = await Promise.allSettled(left.map((desk) => desk.leave(isSound)));
      for (const fault of faults) if (fault.status === 'rejected') throw fault.reason;
    });
    body({
      server: () => standing(server),
      base: () => standing(server).base,
      open: async ({ map = ownMap, ...deskOptions } = {}) => {
        const desk = await openDesk(standing(server).base, { ...deskOptions, map, isServedFlat: map !== ownMap });
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
