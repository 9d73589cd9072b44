// npm start: from a bare clone to the running server. Installs, builds, then remains as the server's launcher.
//
// How apps/server/src/main.ts interacts with this launcher:
// - Signals: SIGTERM and SIGINT may arrive twice, once to the whole group and once forwarded by us. The second must change nothing.
// - Leash: its stdio has an IPC channel to us. When we are killed (−9) it gets 'disconnect' and must shut down as on SIGTERM:
//     process.once('disconnect', shutDown)
//   The listener keeps the event loop alive: call process.channel?.unref() after it, or end with process.exit. Without the launcher there
//   is no
//   channel (process.channel is undefined) and the event never occurs.
// - Its last line is `stopped cleanly`; we print nothing after it and exit with its exit code.
import { join } from 'node:path';
import { runChild } from './lib/child.mjs';
import { leaveWith, prepare, root } from './lib/prepare.mjs';
import { compileCache, serverFlags } from './lib/server-flags.mjs';
import { ensureWebApp } from './lib/web-app.mjs';

await leaveWith(async () => {
  const { node } = await prepare();
  await ensureWebApp({ node });
  const main = join(root, 'apps', 'server', 'src', 'main.ts');
  return runChild(node, [...serverFlags, main, ...process.argv.slice(2)], { env: { ...compileCache, ...process.env }, leash: true });
});
