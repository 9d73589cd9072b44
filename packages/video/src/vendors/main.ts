// Entry point of the process that talks to cameras and gateways. Started by `remote-vendors.ts`; exits when its parent has ended, for
// whatever reason.
import { refusal } from './http.ts';
import { type Call, runCall, type VendorOrder, type VendorReport } from './remote-vendors.ts';
import type { Vendors } from './vendor-config.ts';
import { createVendors } from './vendors.ts';

let vendors: Vendors | null = null;

function report(message: VendorReport): void {
  if (process.connected) process.send?.(message);
}

async function answer(all: Vendors, call: Call): Promise<void> {
  const result = await runCall(all, call).catch((error: unknown) => {
    // A defect of this program in handling this answer: it is logged, and other calls are not affected.
    process.stderr.write(`${call.vendor} ${call.name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return refusal('client-failed');
  });
  report({ type: 'answer', id: call.id, answer: result });
}

if (!process.send) throw new Error('this process is started by the server');
process.on('message', (order: VendorOrder) => {
  switch (order.type) {
    case 'begin':
      vendors = createVendors(order.settings);
      return report({ type: 'ready' });
    case 'call':
      if (vendors) void answer(vendors, order);
      return;
    case 'ping':
      return report({ type: 'alive' });
    case 'stop':
      process.exit(0);
  }
});
// The parent may have been killed, and nothing else would stop this process.
process.on('disconnect', () => process.exit(0));
// A process manager may signal every process of the service. The parent orders the stop, so that it can end its own work first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
