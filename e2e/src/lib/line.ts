// A hand on the wire between one page and the server's /mqtt: whole, cut, or silent (open, but nothing gets through).
import type { Page, WebSocketRoute } from 'playwright-core';

export interface Line {
  /** Closed, and closed again at every try to come back. */
  readonly cut: () => Promise<void>;
  /** As when a cable is pulled: nobody is told. What is sent meanwhile arrives at `mend`, as TCP sends again what got through to nobody. */
  readonly silence: () => void;
  readonly mend: () => void;
  /** How many connections the page has begun. */
  readonly connections: () => number;
}

/** Before the page's first connection. */
export async function holdLine(page: Page): Promise<Line> {
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  let connections = 0;
  const open = new Set<WebSocketRoute>();
  let held: (() => void)[] = [];
  const pass = (send: () => void) => {
    if (state === 'whole') send();
    else held.push(send);
  };
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
      held = [];
    },
    silence: () => {
      state = 'silent';
    },
    mend: () => {
      state = 'whole';
      for (const send of held) send();
      held = [];
    },
    connections: () => connections,
  };
}
