// Runs some of the demo's towers in a separate process, as cameras on the network: RTSP and ONVIF on free ports.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAIN = fileURLToPath(new URL('../../../simulator/src/towers-main.ts', import.meta.url));
const PLACES = fileURLToPath(new URL('../../../simulator/src/tower-places.ts', import.meta.url));

/** Position of a tower, and how its cameras are mounted. */
export interface TowerPlace {
  readonly code: string;
  readonly lng: number;
  readonly lat: number;
  readonly towerHeightMetres: number;
  readonly northCorrectionDegrees: number;
}

interface TowerOnNetwork {
  readonly towerId: string;
  readonly onvif: string;
  readonly rtsp: { readonly visible: string; readonly thermal: string };
  readonly userName: string;
  readonly password: string;
  readonly tower: TowerPlace;
}

export interface TowersProcess {
  readonly towers: readonly TowerOnNetwork[];
  readonly pid: number;
  stop(): Promise<void>;
}

/** Returns the places without their cameras. @param count how many of the demo's towers, from the first */
export async function towerPlaces(count: number): Promise<TowerPlace[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PLACES, String(count)]);
  return JSON.parse(stdout) as TowerPlace[];
}

/** @param count how many of the demo's towers, from the first */
export async function startTowersProcess(count = 2): Promise<TowersProcess> {
  // The towers stop when their standard input closes.
  const child = spawn(process.execPath, [MAIN, '--towers', String(count)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const output = await Promise.race([
    firstLine(child.stdout),
    gone.then(([code]) => Promise.reject(new Error(`the towers ended with ${code}`))),
  ]);
  return {
    towers: JSON.parse(output) as TowerOnNetwork[],
    pid: child.pid ?? 0,
    async stop() {
      child.stdin.end();
      child.kill();
      await gone;
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of stream) {
    text += String(piece);
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
  }
  throw new Error('the towers printed nothing');
}
