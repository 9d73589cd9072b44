import { describe, expect, it } from 'vitest';
import { streamKind } from '../watching.ts';
import { type FlvLibrary, FlvPlayer } from './flv-player.ts';
import { type HlsLibrary, HlsPlayer } from './hls-player.ts';
import { Mp4Player } from './mp4-player.ts';
import { openPlayers, type PlayFault } from './player.ts';
import { fakeElement, fakeHls, fakeMpegts } from './testing.ts';

const recordFaults = () => {
  const faults: PlayFault[] = [];
  return { faults, hooks: { onFault: (fault: PlayFault) => void faults.push(fault) } };
};
const flvOf = (library: unknown) => library as FlvLibrary;
const hlsOf = (library: unknown) => library as HlsLibrary;

describe('choosing the player', () => {
  // Proves §4.9c
  it.each([
    ['/media/recording/c/1.mp4?ticket=x', 'flv', 'mp4'],
    ['/media/recording/c/1.MP4', null, 'mp4'],
    ['/media/c/main.flv?ticket=a.mp4', 'flv', 'flv'],
    ['/media/c/main/index.m3u8?ticket=x', 'hls', 'hls'],
    ['http://platform/live/1', 'hls', 'hls'],
    ['http://platform/live/1/index.m3u8', null, 'hls'],
    ['http://platform/live/1', null, 'flv'],
  ] as const)('%s with %s is %s', (url, protocol, kind) => expect(streamKind(url, protocol)).toBe(kind));
});

describe('players', () => {
  // Proves §4.9d
  it('FLV: pauses, unloads, detaches and destroys, once; then reports nothing more', () => {
    const { library, attached, calls, made } = fakeMpegts();
    const { faults, hooks } = recordFaults();
    const player = new FlvPlayer(flvOf(library), fakeElement().media, '/a.flv', hooks);
    expect([openPlayers(), attached.size]).toEqual([1, 1]);
    player.destroy();
    player.destroy();
    made[0]?.emit('error', 'NetworkError', 'Exception');
    expect(calls).toEqual(['pause', 'unload', 'detach', 'destroy']);
    expect([openPlayers(), attached.size, faults]).toEqual([0, 0, []]);
  });

  it('FLV: codec, ticket and connection faults are distinguished', () => {
    const { library, made } = fakeMpegts();
    const { faults, hooks } = recordFaults();
    const player = new FlvPlayer(flvOf(library), fakeElement().media, '/a.flv', hooks);
    made[0]?.emit('error', 'MediaError', 'CodecUnsupported', {});
    made[0]?.emit('error', 'NetworkError', 'HttpStatusCodeInvalid', { code: 401 });
    made[0]?.emit('error', 'NetworkError', 'HttpStatusCodeInvalid', { code: 503 });
    made[0]?.emit('complete');
    player.destroy();
    expect(faults).toEqual(['codec-unsupported', 'unauthorized', 'broken', 'broken']);
  });

  it('HLS: fatal errors and requests that the server refuses are faults; a refused segment is not requested again', () => {
    const { library, made, attached } = fakeHls();
    const { faults, hooks } = recordFaults();
    const player = new HlsPlayer(hlsOf(library), fakeElement().media, '/index.m3u8', hooks);
    made[0]?.emit('error', 'error', { fatal: false, details: 'fragLoadError' });
    made[0]?.emit('error', 'error', { fatal: false, details: 'fragLoadError', response: { code: 0 } });
    expect(faults).toEqual([]);
    made[0]?.emit('error', 'error', { fatal: false, details: 'fragLoadError', response: { code: 404 } });
    made[0]?.emit('error', 'error', { fatal: true, details: 'manifestLoadError', response: { code: 503 } });
    made[0]?.emit('error', 'error', { fatal: true, details: 'levelLoadError', response: { code: 401 } });
    made[0]?.emit('error', 'error', { fatal: true, details: 'bufferAddCodecError' });
    player.destroy();
    expect(faults).toEqual(['broken', 'broken', 'unauthorized', 'codec-unsupported']);
    expect([openPlayers(), attached.size]).toEqual([0, 0]);
  });

  it('HLS without Media Source Extensions: the browser plays it and releases it', () => {
    const { library, made } = fakeHls(false);
    const { faults, hooks } = recordFaults();
    const { media, fail } = fakeElement();
    const player = new HlsPlayer(hlsOf(library), media, '/index.m3u8', hooks);
    expect([made.length, media.src]).toEqual([0, '/index.m3u8']);
    fail(2);
    player.destroy();
    fail(2);
    expect([media.src, faults, openPlayers()]).toEqual(['', ['broken'], 0]);
  });

  it('a recording is played directly, and a fault of its decoder is reported', () => {
    const { faults, hooks } = recordFaults();
    const { media, fail } = fakeElement();
    const player = new Mp4Player(media, '/1.mp4', hooks);
    fail(3);
    player.destroy();
    fail(3);
    expect([media.src, faults, openPlayers()]).toEqual(['', ['codec-unsupported'], 0]);
  });
});
