// The verdict on a short series of frames of one pose, as a camera takes them that was turned to an alarm.
import { LEARNING_FRAMES } from './background.ts';
import { createDetector } from './detector.ts';
import type { Box, Frame } from './frame.ts';
import { STANDARD, type Thresholds } from './thresholds.ts';

export type SmokeVerdict = 'smoke' | 'no-smoke' | 'unclear';

export interface Judgement {
  /**
   * `no-smoke` needs frames of the same pose from before the alarm, because smoke that is there from the first frame on and does not grow is
   * part of the background that is learned; without them a series without a find is `unclear`.
   */
  readonly verdict: SmokeVerdict;
  /** 0.5 … 1 for smoke; below 0.5 how far the rule of five was met by what was not found; 0: nothing stood out. */
  readonly score: number;
  /** Where it is, pixels; null where nothing stood out. */
  readonly box: Box | null;
  /** Index of the frame in which it began, in the given series; null without a box. */
  readonly since: number | null;
  /** Frames that could be judged; the others were torn, dark, frozen or of another size. */
  readonly judged: number;
}

export interface JudgeOptions {
  /** Frames of the same pose from before, oldest first, without smoke: at least ten of them make `no-smoke` possible. */
  readonly before?: readonly Frame[];
  readonly thresholds?: Thresholds;
  /** Whether the point at this share of the width and of the height (0 … 1) is masked. */
  readonly isMasked?: (across: number, down: number) => boolean;
}

/** Fewer judged frames after the background was learned say nothing. */
const LEAST_JUDGED = 5;

/** @param frames of one pose in the order in which they were taken, the first decides the size; 20 of them are usual */
export function judgeFrames(frames: readonly Frame[], { before = [], thresholds = STANDARD, isMasked }: JudgeOptions = {}): Judgement {
  const [first] = frames;
  const nothing = { score: 0, box: null, since: null };
  if (first === undefined) return { verdict: 'unclear', ...nothing, judged: 0 };
  const detector = createDetector();
  const pose = detector.pose(first.width, first.height, isMasked);
  for (const frame of before) detector.see(pose, frame, thresholds);
  const isLearned = pose.background.frames >= LEARNING_FRAMES;
  // The index of each frame that was judged, so that a find's age can be counted back over frames that were not.
  const judged: number[] = [];
  let best: Omit<Judgement, 'verdict' | 'judged'> | null = null;
  for (const [nth, frame] of frames.entries()) {
    const { finds, fault } = detector.see(pose, frame, thresholds);
    if (fault !== null) continue;
    judged.push(nth);
    for (const { box, score, framesAgo } of finds)
      if (best === null || score > best.score) best = { score, box, since: judged.at(-1 - framesAgo) ?? 0 };
  }
  if (best !== null) return { verdict: 'smoke', ...best, judged: judged.length };
  const hunch = detector.hunch(pose, thresholds);
  const began = hunch === null ? nothing : { score: hunch.score, box: hunch.box, since: judged.at(-1 - hunch.framesAgo) ?? 0 };
  const isEnough = isLearned && judged.length >= LEAST_JUDGED && hunch === null;
  return { verdict: isEnough ? 'no-smoke' : 'unclear', ...began, judged: judged.length };
}
