// A connection that can be damaged: a TCP proxy between a client and a server of a test, which cuts, stalls, delays or silently drops the
// data.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * `whole`: everything passes. `cut`: open connections are reset, and new ones too. `stalled`: nothing passes and nothing is lost;
 * afterwards the data continues where it stopped. `slow`: each piece arrives `delayMs` later.
 */
export type LineState = 'whole' | 'cut' | 'stalled' | 'slow';

export interface TcpProxy {
  readonly port: number;
  /** Number of open connections. */
  open(): number;
  set(state: LineState): void;
  /**
   * Half-open connections: those that are open now stay silent and are never closed, as behind a firewall that dropped their state; new
   * connections are whole.
   */
  forget(): void;
  close(): Promise<void>;
}

interface Line {
  readonly ends: readonly [Socket, Socket];
  isForgotten: boolean;
}

export async function startTcpProxy(target: { readonly host?: string; readonly port: number }, delayMs = 200): Promise<TcpProxy> {
  const lines = new Set<Line>();
  let state: LineState = 'whole';

  const isSilent = (line: Line): boolean => line.isForgotten || state === 'stalled';
  const settle = (line: Line): void => {
    for (const end of line.ends) {
      if (isSilent(line)) end.pause();
      else end.resume();
    }
  };
  const drop = (line: Line): void => {
    for (const end of line.ends) end.resetAndDestroy();
  };
  const carry = (line: Line, from: Socket, to: Socket): void => {
    // One timer for each piece: timers with the same delay fire in the order they were set, so no piece overtakes another.
    const later = (work: () => void): void => void (state === 'slow' ? setTimeout(work, delayMs) : work());
    from.on('data', (piece) => later(() => void (to.destroyed || line.isForgotten || to.write(piece))));
    from.on('end', () => later(() => void (line.isForgotten || to.end())));
    // A connection that closes on one side closes on the other, unless the proxy has dropped its state.
    from.on('error', () => undefined);
    from.on('close', () => {
      if (!line.isForgotten) to.destroySoon();
      if (line.ends.every((end) => end.destroyed)) lines.delete(line);
    });
  };

  const server = createServer({ allowHalfOpen: true }, (caller) => {
    caller.on('error', () => undefined);
    if (state === 'cut') return void caller.resetAndDestroy();
    const called = connect({ host: target.host ?? '127.0.0.1', port: target.port, allowHalfOpen: true });
    const line: Line = { ends: [caller, called], isForgotten: false };
    lines.add(line);
    carry(line, caller, called);
    carry(line, called, caller);
    settle(line);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    open: () => lines.size,
    set(next) {
      state = next;
      for (const line of lines) {
        if (state === 'cut') drop(line);
        else settle(line);
      }
    },
    forget() {
      for (const line of lines) {
        line.isForgotten = true;
        settle(line);
      }
    },
    async close() {
      for (const line of lines) drop(line);
      server.close();
      await once(server, 'close');
    },
  };
}
