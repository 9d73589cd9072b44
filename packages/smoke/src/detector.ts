// The built-in detector without weights. One engine serves many cameras, frame by frame; a camera has a background for each pose.
import { type Background, createBackground, LEARNING_FRAMES, learn } from './background.ts';
import { gatherEvidence } from './evidence.ts';
import type { Box, Frame } from './frame.ts';
import { type FrameFault, faultOf } from './frame-fault.ts';
import { createPatches, findPatches } from './patches.ts';
import { fillProfiles, shiftOf } from './shift.ts';
import { STANDARD, type Thresholds } from './thresholds.ts';
import { type CellRange, createTracks, followPatches, longestTrack, type Tracks } from './tracks.ts';
import { createScratch, reduceFrame, type Scratch, type Size, sizeOf, sumCells } from './working-picture.ts';

export interface Find {
  readonly box: Box;
  /** 0.5 … 1. */
  readonly score: number;
  /** How many frames before this one it began. */
  readonly framesAgo: number;
}

export interface Seen {
  /** Each find once, in the frame in which the rule of five is first met. */
  readonly finds: readonly Find[];
  /** Why the frame was not judged. */
  readonly fault: FrameFault | null;
}

/** One camera in one pose: direction and zoom. */
export interface Pose {
  readonly scratch: Scratch;
  readonly background: Background;
  readonly tracks: Tracks;
  /** The luma of the last frame, thinned out, which shows whether a picture is frozen. */
  readonly lastLuma: Uint8Array;
  nth: number;
}

export interface Detector {
  /**
   * @param isMasked whether a point at this share of width and height is masked
   */
  pose(width: number, height: number, isMasked?: (across: number, down: number) => boolean): Pose;
  /** Judges the next frame of a pose. Allocates nothing but the finds. */
  see(pose: Pose, frame: Frame, thresholds?: Thresholds): Seen;
  /** What stands out in the last frame for at least three frames, and is no find; its score is below 0.5. Null: nothing does. */
  hunch(pose: Pose, thresholds?: Thresholds): Find | null;
}

const NOTHING: readonly Find[] = [];
/** A change of so much that the frame says nothing is weather for so many frames. */
const WEATHER_FRAMES = 6;
/** Banks of fog drift past for long after the first: 20 minutes at two frames a minute. */
const FOG_FRAMES = 40;
const LAST_LUMA = 4_096;

export function createDetector(): Detector {
  const scratches = new Map<string, Scratch>();
  const patches = createPatches();
  return {
    pose(width, height, isMasked = () => false) {
      const key = `${width}×${height}`;
      const scratch = scratches.get(key) ?? createScratch(sizeOf(width, height));
      scratches.set(key, scratch);
      return {
        scratch,
        background: createBackground(scratch.size, isMasked),
        tracks: createTracks(scratch.label.length),
        lastLuma: new Uint8Array(LAST_LUMA),
        nth: -1,
      };
    },
    see(pose, frame, thresholds = STANDARD) {
      const fault = faultOf(frame, pose.scratch.size, pose.lastLuma);
      if (fault !== null) return { finds: NOTHING, fault };
      const { scratch, background, tracks } = pose;
      const { size, profiles } = scratch;
      pose.nth += 1;
      fillProfiles(profiles, frame.y, size.width, size.height);
      const isFirst = background.frames === 0;
      const dx = isFirst ? 0 : shiftOf(profiles.columns, background.profiles.columns);
      const dy = isFirst ? 0 : shiftOf(profiles.rows, background.profiles.rows);
      reduceFrame(scratch, frame, dx, dy);
      if (isFirst) background.picture.set(scratch.picture);
      sumCells(scratch, background.picture);
      const light = gatherEvidence(scratch, background, thresholds);
      let finds = NOTHING;
      if (background.frames >= LEARNING_FRAMES) {
        const found = findPatches(patches, scratch, background, light, thresholds);
        const weather = light.fog > 0 ? FOG_FRAMES : found < 0 ? WEATHER_FRAMES : -1;
        tracks.weatherUntil = Math.max(tracks.weatherUntil, pose.nth + weather);
        if (found >= 0)
          followPatches(tracks, { patches, found, label: scratch.label, size }, thresholds, pose.nth, ({ patch, since, score }) => {
            finds = [...finds, { box: boxOf(patch, size, dx, dy), score, framesAgo: pose.nth - since }];
          });
      }
      shiftProfiles(profiles.columns, dx);
      shiftProfiles(profiles.rows, dy);
      learn(background, scratch, light);
      return { finds, fault: null };
    },
    hunch({ tracks, scratch, nth }, { inARow } = STANDARD) {
      const track = longestTrack(tracks);
      if (track === null) return null;
      const score = Math.round(490 * Math.min(1, track.hits / (2 * inARow))) / 1_000;
      return { box: boxOf(track, scratch.size, 0, 0), score, framesAgo: nth - track.since };
    },
  };
}

/** The pixels of a range of cells in a picture that is shifted by (dx, dy). */
function boxOf({ left, top, right, bottom }: CellRange, { factor, width, height }: Size, dx: number, dy: number): Box {
  const across = (cells: number) => Math.min(width, Math.max(0, cells * 2 * factor + dx));
  const down = (cells: number) => Math.min(height, Math.max(0, cells * 2 * factor + dy));
  return [across(left), down(top), across(right), down(bottom)];
}

/** Moves a profile to where the background's lies. */
function shiftProfiles(profile: Float32Array, shift: number): void {
  if (shift > 0) profile.copyWithin(0, shift);
  if (shift < 0) profile.copyWithin(-shift, 0);
}
