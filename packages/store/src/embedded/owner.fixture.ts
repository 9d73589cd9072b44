// A process that owns an embedded database and does nothing else: the tests start, query and kill it. Usage: node owner.fixture.ts DATA_DIR
// [WAY]. It prints one JSON line when the database answers; SIGTERM stops it in order.
import { lockDataDir } from './lock.ts';
import type { RunAsKind } from './run-as.ts';
import { startEmbedded } from './start-embedded.ts';

const [dataDir = '', way] = process.argv.slice(2);
const lock = await lockDataDir(dataDir);
const database = await startEmbedded({
  dataDir,
  log: (line) => process.stderr.write(`${line}\n`),
  ...(way && { runAs: [way as RunAsKind] }),
});
process.stdout.write(`${JSON.stringify({ url: database.ownerUrl, pid: database.pid })}\n`);
const alive = setInterval(() => undefined, 60_000);
process.on('SIGTERM', () => {
  void Promise.all([lock.leaving(), database.stop(), database.stop()]).then(async () => {
    await lock.release();
    clearInterval(alive);
  });
});
