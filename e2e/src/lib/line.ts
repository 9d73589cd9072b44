// Controls the live connection between one page and the server's /mqtt: intact, cut, or silent (open, but no message gets through).
import type { Page, WebSocketRoute } from 'playwright-core';
import { retire } from './browser.ts';

export interface Line {
  /** Closes the connection and every reconnection. */
  readonly cut: () => Promise<void>;
  /** As when a cable is pulled: neither side notices. Messages sent meanwhile arrive at `restore`, as TCP would retransmit them. */
  readonly silence: () => void;
  readonly restore: () => void;
  /** The number of connections the page has opened. */
  readonly connections: () => number;
}

/** Must be called before the page's first connection. */
export async function controlLine(page: Page): Promise<Line> {
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  let connections = 0;
  const open = new Set<WebSocketRoute>();
  let waiting: (() => void)[] = [];
  const pass = (send: () => void) => {
    if (state === 'whole') send();
    else waiting.push(send);
  };
  retire(page);
  await page.routeWebSocket(/\/mqtt$/, (socket) => {
    connections++;
    if (state === 'cut') {
      void socket.close();
      return;
    }
    open.add(socket);
    const server = socket.connectToServer();
    socket.onMessage((message) => pass(() => server.send(message)));
    server.onMessage((message) => pass(() => socket.send(message)));
    socket.onClose(() => {
      open.delete(socket);
      void server.close();
    });
  });
  return {
    cut: async () => {
      state = 'cut';
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
      waiting = [];
    },
    silence: () => {
      state = 'silent';
    },
    restore: () => {
      state = 'whole';
      for (const send of waiting) send();
      waiting = [];
    },
    connections: () => connections,
  };
}
