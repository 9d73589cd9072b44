// steering: how soon a camera stops after its button is released, and how soon the readout stops. The product runs with its simulated
// towers and is called over HTTP, as the player calls it: a movement is started, continued and stopped, and the next reading of the
// direction must be the last one.
import { PTZ_COMMANDS } from '@lookout/domain';
import { signIn } from './lib/desk.ts';
import { brief, percentile } from './lib/numbers.ts';
import { startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';
import { readyTowers } from './lib/towers.ts';

const ROUNDS = 60;
const HELD_MS = 300;
const GOAL_MS = 300;
/** The camera has stopped when it has not moved for this time. */
const STANDS_MS = 150;

/** @param args rounds (60) */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? ROUNDS);
  const product = await startProduct({ DEMO: 'on' });
  try {
    const { client } = await signIn(product.base, 'guojia');
    const [cameraId = ''] = await readyTowers(product.base, 'guojia', 1);
    const [camera] = (await client.video.checkAll({ body: {} })).filter(({ id }) => id === cameraId);
    const monitorId = camera?.monitoringPointId ?? '';
    const control = (controlType: number, stop: 0 | 1) =>
      client.camera.control({ query: { monitorId, channelId: cameraId, controlType, speed: 7, stop } });
    const read = () => client.camera.cameraPosition({ query: { cameraId } });
    const [started, stopped, readout]: [number[], number[], number[]] = [[], [], []];
    let moved = 0;
    for (let round = 0; round < rounds; round += 1) {
      const command = round % 2 === 0 ? PTZ_COMMANDS.right : PTZ_COMMANDS.left;
      const pressedAt = performance.now();
      await control(command, 0);
      started.push(performance.now() - pressedAt);
      await new Promise((wake) => setTimeout(wake, HELD_MS));
      const releasedAt = performance.now();
      await control(command, 1);
      stopped.push(performance.now() - releasedAt);
      const last = await read();
      readout.push(performance.now() - releasedAt);
      await new Promise((wake) => setTimeout(wake, STANDS_MS));
      if ((await read()).horizontalDegrees !== last.horizontalDegrees) moved += 1;
    }
    const rows = Object.entries({ 'press to start': started, 'release to standing': stopped, 'release to the last readout': readout });
    printTable(rows.map(([what, ms]) => ({ what, 'p50 ms': brief(percentile(ms, 0.5)), 'p95 ms': brief(percentile(ms, 0.95)) })));
    const p95 = percentile(readout, 0.95);
    const goals: Goal[] = [
      { what: 'release to the last readout, p95 ms', goal: `≤ ${GOAL_MS}`, got: p95, isReached: p95 <= GOAL_MS },
      { what: 'rounds in which it moved after the stop was answered', goal: '0', got: moved, isReached: moved === 0 },
    ];
    printReport({ name: 'steering', rounds, missing: [], goals, results: { started, stopped, readout } });
  } finally {
    await product.stop();
  }
}
