// npm start: from a bare clone to the running server. Installs, builds, then stays as the server's launcher.
//
// What apps/server/src/main.ts has to do with us:
// - Signals: SIGTERM and SIGINT may come twice, once to the whole group and once forwarded by us. The second must change nothing.
// - Leash: its stdio has an IPC channel to us. When we are killed (−9) it gets 'disconnect' and must shut down as on SIGTERM:
//     process.once('disconnect', shutDown)
//   The listener keeps the event loop alive: call process.channel?.unref() after it, or end with process.exit. Run without us there is no
//   channel (process.channel is undefined) and the event never comes.
// - Its last line is `stopped cleanly`; we print nothing after it and leave with its exit code.
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
