// The settings: the environment, overridden by the flags of `npm run sim`.
import { parseArgs } from 'node:util';
import { type CameraFaults, readCameraFaults } from '@lookout/sim/camera-faults';

export interface Settings {
  /** Scheme, host and port of the server. */
  readonly serverUrl: string;
  readonly feedKey: string | null;
  /** `quiet`: resources, cameras, weather and rangers are simulated, but no fires. */
  readonly mode: 'on' | 'quiet' | 'off';
  readonly seed: number;
  readonly speed: number;
  /** A factor for the size of the world; 250 gives 100,000 resources and 10,000 walkers. */
  readonly scale: number;
  /** false: rangers are not simulated, since a person or a test acts as them. */
  readonly rangers: boolean;
  /** Ports of the towers' cameras; null: without video and camera control. */
  readonly weatherPort: number | null;
  /** Ports of the towers' cameras; null: without video and steering. */
  readonly towers: { readonly rtspPort: number; readonly onvifPort: number; readonly faults: CameraFaults } | null;
  readonly logsEvents: boolean;
}

/** An invalid variable or flag; the message says which and how to correct it. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings';
}

const DEFAULT_SERVER = 'http://127.0.0.1:8080';
const MODES = ['on', 'quiet', 'off'] as const;

/** @throws BadSettings */
export function readSettings(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): Settings {
  const flags = readFlags(args);
  const given = (name: string): string | null => env[name]?.trim() || null;
  const number = (name: string, value: string | null, otherwise: number, { min, max, whole }: Range): number => {
    if (value === null) return otherwise;
    const read = Number(value);
    if (Number.isFinite(read) && read >= min && read <= max && (!whole || Number.isInteger(read))) return read;
    throw new BadSettings(
      `${name}=${value}：应为 ${min} 到 ${max} 之间的${whole ? '整数' : '数'}（must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}）`,
    );
  };
  const serverUrl = given('LOOKOUT_URL') ?? DEFAULT_SERVER;
  if (!URL.canParse(serverUrl) || !/^https?:$/.test(new URL(serverUrl).protocol)) {
    throw new BadSettings(`LOOKOUT_URL=${serverUrl}：应为服务器的地址，例如 ${DEFAULT_SERVER}（must be the server’s address）`);
  }
  const requested = given('DEMO') ?? 'on';
  const mode = MODES.find((one) => one === requested);
  if (mode === undefined) throw new BadSettings(`DEMO=${requested}：只能是 ${MODES.join('、')} 之一（must be one of ${MODES.join(', ')}）`);
  const rangers = given('DEMO_RANGERS') ?? 'on';
  if (rangers !== 'on' && rangers !== 'off') throw new BadSettings(`DEMO_RANGERS=${rangers}：只能是 on 或 off（must be on or off）`);
  const portOf = (name: string): number => number(name, given(name), 0, { min: 0, max: 65_535, whole: true });
  const port = portOf('WEATHER_PORT');
  const [rtspPort, onvifPort] = [portOf('TOWERS_RTSP_PORT'), portOf('TOWERS_ONVIF_PORT')];
  return {
    serverUrl,
    feedKey: given('FEED_KEY'),
    mode,
    seed: number('SEED', flags.seed ?? given('SEED'), 1, { min: 0, max: 4_294_967_295, whole: true }),
    speed: number('--speed', flags.speed ?? null, 1, { min: 0.01, max: 3_600, whole: false }),
    scale: number('DEMO_SCALE', flags.scale ?? given('DEMO_SCALE'), 1, { min: 0.01, max: 1_000, whole: false }),
    rangers: rangers === 'on',
    weatherPort: port === 0 ? null : port,
    towers: rtspPort === 0 || onvifPort === 0 ? null : { rtspPort, onvifPort, faults: faultsIn(given('SIM_CAMERA_FAULTS') ?? '') },
    logsEvents: ['debug', 'trace'].includes(given('LOG_LEVEL') ?? 'info'),
  };
}

function faultsIn(text: string): CameraFaults {
  try {
    return readCameraFaults(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadSettings(`SIM_CAMERA_FAULTS=${text}：应为 t01:no-position+still;*:inner-address 这样的列表（no such fault: ${why}）`);
  }
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

function readFlags(args: readonly string[]): { seed?: string | undefined; speed?: string | undefined; scale?: string | undefined } {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args: [...args], options: { seed: text, speed: text, scale: text } }).values;
  } catch (error) {
    throw new BadSettings(
      `用法（usage）: npm run sim -- [--seed N] [--speed N] [--scale N]\n  ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** What the simulator needs from its process; tests replace it. */
export interface Environment {
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response>;
  /** Milliseconds of wall time. */
  readonly clock: () => number;
  readonly random: () => number;
  /** Resolves after the time, or when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The verbose log. */
  readonly debug: (line: string) => void;
  /** Problems that need attention. */
  readonly warn: (line: string) => void;
}
