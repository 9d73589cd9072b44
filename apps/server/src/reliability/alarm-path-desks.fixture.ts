// A worker thread with clients that receive the alarms of a county, so that their work does not count towards the server's own thread.
import { parentPort, workerData } from 'node:worker_threads';
import { mqttProbe } from '../testing/mqtt-probe.ts';

export interface DesksToOpen {
  readonly url: string;
  readonly topic: string;
  readonly sessions: readonly { readonly userName: string; readonly password: string }[];
  readonly desksOfASession: number;
}

const { url, topic, sessions, desksOfASession } = workerData as DesksToOpen;
for (const { userName, password } of sessions)
  for (let n = 0; n < desksOfASession; n++) {
    const desk = await mqttProbe(url, userName, password);
    if (!(await desk.subscribe(topic))) throw new Error(`the broker refused ${topic}`);
  }
parentPort?.postMessage('open');
