// The camera of one tower: its head, its presets, and a feed for each of its two channels.
import type { Surface } from '@lookout/geo';
import { CHANNELS, type Tower } from '../cameras/towers.ts';
import type { WorldClock } from '../clock.ts';
import { drawsOf } from '../draws.ts';
import type { Fire } from '../fires/fire.ts';
import { cameraTexts } from '../texts.ts';
import { createFeed, type Feed } from './feed.ts';
import { createHead, type Head, motors, PAN_TILT, type Pose, zoomOf } from './head.ts';
import { type Channel, createOptics, type Optics } from './optics.ts';
import type { WindAt } from './picture/burning.ts';
import { createEye, gazeOf } from './picture/eye.ts';
import type { Gaze } from './picture/gaze.ts';
import type { Picture } from './picture/raster.ts';
import { makeGround } from './picture/tiles.ts';

export interface Preset {
  readonly name: string;
  readonly pose: Pose;
}

export interface TowerCamera {
  readonly tower: Tower;
  readonly head: Head;
  readonly optics: Readonly<Record<Channel, Optics>>;
  /** The presets by token. A stored preset remains until the simulator ends. */
  readonly presets: Map<string, Preset>;
  /** The auxiliary devices that are on: light, wiper and the like. */
  readonly switchedOn: Set<string>;
  readonly feeds: Readonly<Record<Channel, Feed>>;
  /** The current view of the channel. */
  gaze(channel: Channel): Gaze;
  /** Computes the terrain in view in small slices; otherwise the first picture of a new view would block the thread. */
  prepare(channel: Channel): Promise<void>;
  /** The current picture; the channel's next one overwrites it. */
  shoot(channel: Channel): Picture;
  stop(): void;
}

export interface TowerCameraOptions {
  readonly tower: Tower;
  readonly surface: Surface;
  /** The fires that burn at a world time. */
  readonly fires: (worldMs: number) => readonly Fire[];
  readonly windAt: WindAt;
  readonly clock: WorldClock;
  /** Milliseconds of wall time. */
  readonly wallClock: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Slightly down, because a tower is on a summit. */
const HOME_TILT = -4;

export function createTowerCamera(options: TowerCameraOptions): TowerCamera {
  const { tower, surface, fires, windAt, clock, wallClock, onFault } = options;
  const home: Pose = { pan: Math.round(drawsOf(1, 'home', tower.code).between(-180, 180)), tilt: HOME_TILT, visible: 0, thermal: 0 };
  const head = createHead(home, wallClock);
  const optics = { visible: createOptics('visible', wallClock), thermal: createOptics('thermal', wallClock) };
  const eyes = Object.fromEntries(CHANNELS.map((channel) => [channel, createEye(tower, channel, surface, windAt)])) as Record<
    Channel,
    ReturnType<typeof createEye>
  >;
  const shoot = (channel: Channel): Picture => {
    const worldMs = clock.now();
    const watched = [...PAN_TILT, zoomOf(channel)];
    return eyes[channel].shoot({
      worldMs,
      seconds: wallClock() / 1_000,
      pose: head.pose(),
      isMoving: head.isMoving(watched),
      lens: optics[channel].effect(),
      fires: fires(worldMs),
    });
  };
  const gaze = (channel: Channel): Gaze => gazeOf(tower, channel, head.pose());
  const prepared: Record<Channel, string> = { visible: '', thermal: '' };
  const prepare = async (channel: Channel): Promise<void> => {
    const current = gaze(channel);
    const key = `${current.azimuthDegrees}/${current.fieldDegrees}`;
    if (prepared[channel] === key) return;
    await makeGround(surface, current);
    prepared[channel] = key;
  };
  const feeds = Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      createFeed({ prepare: () => prepare(channel), shoot: () => shoot(channel), clock: wallClock, onFault }),
    ]),
  ) as Record<Channel, Feed>;
  return {
    tower,
    head,
    optics,
    feeds,
    gaze,
    prepare,
    shoot,
    presets: new Map(
      cameraTexts.presets.map((name, quarter) => [String(quarter + 1), { name, pose: { ...home, pan: panOf(tower, quarter * 90) } }]),
    ),
    switchedOn: new Set(),
    stop() {
      for (const channel of CHANNELS) feeds[channel].stop();
    },
  };
}

/** The pan angle that the camera reports for a true azimuth: without its north correction. */
export function panOf({ northCorrectionDegrees }: Tower, azimuthDegrees: number): number {
  const { least } = motors.pan;
  return ((((azimuthDegrees - northCorrectionDegrees - least) % 360) + 360) % 360) + least;
}
