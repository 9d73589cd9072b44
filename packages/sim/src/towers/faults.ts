// Deviations of real cameras from the standards. A tower may be given any of these by name (SIM_CAMERA_FAULTS), to test that a server copes
// with them.

/** ONVIF faults: how each changes an answer. */
const ANSWERS = {
  /** GetStatus without a position. */
  'no-position': (xml: string) => xml.replace(/<tptz:PTZStatus><tt:Position>.*?<\/tt:Position>/s, '<tptz:PTZStatus>'),
  'nil-position': (xml: string) =>
    xml.replace(
      /<tptz:PTZStatus>.*?<\/tptz:PTZStatus>/s,
      '<tptz:PTZStatus xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>',
    ),
  /** Profiles without an encoder configuration, as from a camera set to H.265 by Media. */
  'no-encoder': (xml: string) => xml.replace(/<(tt:VideoEncoderConfiguration|tr2:VideoEncoder)\b.*?<\/\1>/gs, ''),
  /** Profiles whose source is not in GetVideoSources. */
  'other-source': (xml: string) => xml.replace(/(<tt:SourceToken>)[^<]*/g, '$1vs6'),
  /** Addresses in the camera's network behind its router. */
  'inner-address': (xml: string) => xml.replace(/(<(?:tt:Uri|tr2:Uri|tt:XAddr|tds:XAddr)>\w+:\/\/)[^:/<]+/g, '$1192.168.1.64'),
  /** The camera reports only the local time of its zone, not UTC. */
  'local-time': (xml: string) => xml.replaceAll('UTCDateTime', 'LocalDateTime'),
} as const;

/** Clock faults: milliseconds ahead. */
const CLOCKS = { 'clock-ahead': 2 * 3_600_000, 'clock-of-1970': Number.NEGATIVE_INFINITY } as const;

/** Stream faults. */
const STREAMS = [
  /** The marker bit on every packet that ends a slice. */
  'marker-on-every-slice',
  /** The timestamps of its pictures go back by five seconds every ten. */
  'time-back',
  /** After five seconds packets continue with the same timestamp. */
  'still',
  /** Digest with `algorithm="md5"`, in lower case and quotes. */
  'digest-lower-case',
] as const;

type AnswerFault = keyof typeof ANSWERS;
type ClockFault = keyof typeof CLOCKS;
export type StreamFault = (typeof STREAMS)[number];
export type CameraFault = AnswerFault | ClockFault | StreamFault;
export const CAMERA_FAULTS = [...Object.keys(ANSWERS), ...Object.keys(CLOCKS), ...STREAMS] as readonly CameraFault[];

/** Faults by tower; `*`: all towers. */
export type CameraFaults = Readonly<Record<string, readonly CameraFault[]>>;

/**
 * `t01:no-position+inner-address;*:still`.
 * @throws Error that names an unknown fault
 */
export function readCameraFaults(text: string): CameraFaults {
  const entries = text.split(/[;\s]+/).filter((entry) => entry !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, tower = '', list = ''] = /^([^:]+):(.+)$/.exec(entry) ?? [];
      const names = list.split('+');
      const unknown = names.filter((name) => !CAMERA_FAULTS.some((one) => one === name));
      if (tower === '' || unknown.length > 0) throw new Error(`${unknown.join(', ') || entry} (${CAMERA_FAULTS.join(', ')})`);
      return [tower, names as CameraFault[]];
    }),
  );
}

export const faultsOf = (faults: CameraFaults, tower: string): readonly CameraFault[] => [...(faults['*'] ?? []), ...(faults[tower] ?? [])];

export const answered = (xml: string, faults: readonly CameraFault[]): string =>
  faults.reduce((text, fault) => (Object.hasOwn(ANSWERS, fault) ? ANSWERS[fault as AnswerFault](text) : text), xml);

const EAST_MS = 8 * 3_600_000;

/**
 * The tower's own clock, used for its login digests and for the time that it reports. @param said with the offset of its zone where it
 * reports only local time
 */
export function clockOf(clock: () => number, faults: readonly CameraFault[], { said = false } = {}): () => number {
  const ahead = faults.flatMap((fault) => (Object.hasOwn(CLOCKS, fault) ? [CLOCKS[fault as ClockFault]] : []))[0] ?? 0;
  const east = said && faults.includes('local-time') ? EAST_MS : 0;
  const started = clock();
  return () => (Number.isFinite(ahead) ? clock() + ahead : clock() - started) + east;
}

const BACK = { everySeconds: 10, bySeconds: 5 } as const;
const STILL_AFTER_SECONDS = 5;

/** The timestamp of a picture taken the given number of ticks after the first of the stream. */
export function shownTicks(ticks: number, ticksPerSecond: number, faults: readonly CameraFault[]): number {
  const seconds = ticks / ticksPerSecond;
  if (faults.includes('still')) return Math.min(ticks, STILL_AFTER_SECONDS * ticksPerSecond);
  if (faults.includes('time-back')) return ticks - Math.floor(seconds / BACK.everySeconds) * BACK.bySeconds * ticksPerSecond;
  return ticks;
}
