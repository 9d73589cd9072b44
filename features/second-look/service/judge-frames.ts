// The verdict on the pictures of one pose.
import { createDetector, type Frame, type FrameFault, judgeFrames } from '@lookout/smoke';
import { LEAST_FRAMES, type LookReason, type LookVerdict, type LookView } from '../second-look.ts';

export interface Judged {
  readonly verdict: LookVerdict;
  readonly reason: LookReason | null;
  readonly box: LookView['box'];
}

const REASON_OF_FAULT: Readonly<Record<FrameFault, LookReason>> = { size: 'unsteady', small: 'no-picture', dark: 'dark', frozen: 'frozen' };

/** @param frames of one pose, in the order in which they were taken */
export function judgeLook(frames: readonly Frame[]): Judged {
  const [first] = frames;
  if (first === undefined) return { verdict: 'unclear', reason: 'no-picture', box: null };
  const found = judgeFrames(frames);
  const [left, top, right, bottom] = found.box ?? [0, 0, 0, 0];
  const box = found.box && ([left / first.width, top / first.height, right / first.width, bottom / first.height] as const);
  if (found.verdict === 'smoke') return { verdict: 'smoke', reason: null, box };
  if (found.judged < LEAST_FRAMES) return { verdict: 'unclear', reason: faultOf(frames, first), box: null };
  // Something stood out and did not meet the rule of five.
  if (box !== null) return { verdict: 'unclear', reason: 'faint', box };
  return { verdict: 'nothing', reason: null, box: null };
}

/** What most of the pictures that could not be judged have in common. */
function faultOf(frames: readonly Frame[], { width, height }: Frame): LookReason {
  const detector = createDetector();
  const pose = detector.pose(width, height);
  const faults = Map.groupBy(
    frames.flatMap((frame) => detector.see(pose, frame).fault ?? []),
    (fault) => fault,
  );
  const [worst] = [...faults].toSorted(([, a], [, b]) => b.length - a.length);
  return worst === undefined ? 'few' : REASON_OF_FAULT[worst[0]];
}
