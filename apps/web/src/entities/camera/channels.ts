// The channels of a monitoring point as they are shown: visible light first, thermal beside it.

interface Channel {
  readonly cameraType: string | null;
  readonly channelNum: number | null;
  readonly name: string;
}

/** Wire words for a thermal channel: ours, and what vendors and imports write (the last two are “heat” and “infrared” in Chinese). */
const THERMAL = /thermal|infrared|^ir$|\u70ed|\u7ea2\u5916/i;

export const isThermal = ({ cameraType, name }: Channel): boolean => THERMAL.test(cameraType ?? name);

const byNumber = (a: Channel, b: Channel): number => (a.channelNum ?? 0) - (b.channelNum ?? 0) || a.name.localeCompare(b.name, 'zh-CN');

/** The two that are shown side by side; null: there is none such. A second visible channel stands in where no thermal one is. */
export function pairOf<C extends Channel>(channels: readonly C[]): readonly [first: C | null, second: C | null] {
  const sorted = [...channels].sort(byNumber);
  const first = sorted.find((channel) => !isThermal(channel)) ?? sorted[0] ?? null;
  const others = sorted.filter((channel) => channel !== first);
  return [first, others.find(isThermal) ?? others[0] ?? null];
}

interface Named {
  readonly name: string;
  readonly monitorName: string | null;
}

/** Below its point a channel need not repeat the point's name. */
export function channelName({ name, monitorName }: Named): string {
  const own = monitorName !== null && name.startsWith(monitorName) ? name.slice(monitorName.length).trim() : name;
  return own === '' ? name : own;
}

/** The name in two: what may be cut where there is no room, and what tells the channels of one point apart. */
export function nameParts(camera: Named): readonly [point: string, channel: string] {
  const channel = channelName(camera);
  return channel === camera.name ? ['', channel] : [camera.monitorName ?? '', channel];
}
