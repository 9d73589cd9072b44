// The players as a table; each with its library is fetched when the first of its kind opens.
import type { StreamReply } from '@lookout/contract';
import type { MakePlayer } from './player.ts';

export type PlayerKind = NonNullable<StreamReply['protocol']>;

export const players: Readonly<Record<PlayerKind, () => Promise<MakePlayer>>> = {
  hls: async () => {
    const [{ HlsPlayer }, { default: Hls }] = await Promise.all([import('./hls-player.ts'), import('hls.js')]);
    return (element, url, hooks) => new HlsPlayer(Hls, element, url, hooks);
  },
  flv: async () => {
    const [{ FlvPlayer }, { default: mpegts }] = await Promise.all([import('./flv-player.ts'), import('mpegts.js')]);
    // Its faults are told in words on the screen; the console is for ours.
    mpegts.LoggingControl.applyConfig({ enableAll: false });
    return (element, url, hooks) => new FlvPlayer(mpegts, element, url, hooks);
  },
  mp4: async () => {
    const { Mp4Player } = await import('./mp4-player.ts');
    return (element, url, hooks) => new Mp4Player(element, url, hooks);
  },
};

/**
 * Specification §4: "A URL ending .mp4 plays as history playback, otherwise as a live stream"; which live one, the reply says.
 * The end is that of the path: a ticket may follow it.
 */
export function streamKind(url: string, protocol: StreamReply['protocol']): PlayerKind {
  const path = url.replace(/[?#].*$/, '');
  if (path.toLowerCase().endsWith('.mp4')) return 'mp4';
  if (protocol === 'hls' || protocol === 'flv') return protocol;
  return path.toLowerCase().endsWith('.m3u8') ? 'hls' : 'flv';
}
