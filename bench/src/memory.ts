// memory: the memory of the server process (without the database) with the demo at rest, and with 100,000 alarms. The goal with 1,000,000
// resources is measured by nearby.ts, the browser by memory-browser.ts.
import { contract } from '@lookout/features/contract.ts';
import { firmsFile } from './lib/firms-file.ts';
import { brief } from './lib/numbers.ts';
import { FEED_KEY, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';

const REST_SECONDS = 20;
const ALARMS = 100_000;
const A_FILE = 20_000;

const pause = (seconds: number) => new Promise((wake) => setTimeout(wake, seconds * 1000));

/** Sichuan and its neighbours. */
const AREA = { south: 26, west: 101, degrees: 5 };

export async function run(): Promise<void> {
  const product = await startProduct({ DEMO: 'on' });
  try {
    await pause(REST_SECONDS);
    const atRest = await product.residentMegabytes();
    let accepted = 0;
    for (let first = 0; first < ALARMS; first += A_FILE) {
      const response = await fetch(product.base + contract.alarm.ingestSatellite.path, {
        method: 'POST',
        headers: { 'content-type': 'text/csv', 'x-feed-key': FEED_KEY },
        body: firmsFile(first, A_FILE, AREA),
      });
      accepted += ((await response.json()) as { data: { accepted: number } }).data.accepted;
    }
    await pause(REST_SECONDS);
    const loaded = await product.residentMegabytes();
    printTable([
      { state: 'demo at rest', 'resident MB': brief(atRest) },
      { state: `${accepted} alarms`, 'resident MB': brief(loaded) },
    ]);
    printReport({
      name: 'memory',
      rounds: 1,
      missing: [],
      goals: [
        { what: 'server at rest, MB', goal: '≤ 350', got: atRest, isReached: atRest <= 350 },
        { what: 'server with 100,000 alarms, MB', goal: '≤ 1,200', got: loaded, isReached: loaded <= 1200 },
      ],
      results: { atRest, loaded, accepted },
    });
  } finally {
    await product.stop();
  }
}
